import { oneWorld } from "../support/lifecycle";
import { isPlugin, type Properties, ProviderFault } from "../support/provider-calls";
import { CheckFault, Resource } from "./resource";

const world = oneWorld();

/** Objects that a second resource would declare too, and how often the appliance holds each. */
const twins: readonly (readonly [kind: string, program: Properties, held: () => number])[] = [
  ["IpGroup", { name: "twin", rules: [{ type: "all" }] }, () => world.sim.gateway.store.ipGroupsNamed("twin").length],
  ["UserGroup", { name: "twin" }, () => [...world.sim.gateway.store.userGroups.values()].filter(isTwin).length],
  [
    "ReplicatorProfile",
    { name: "twin", listeningPort: 3000, sendingPort: 9 },
    () => [...world.sim.replicator.store.profiles.values()].filter(isTwin).length,
  ],
];

function isTwin({ name }: { name: string }): boolean {
  return name === "twin";
}

describe.each(twins)("F94: of two %ss with the same name in one program", (kind, program, held) => {
  test.each([
    ["created together", true],
    ["created one after the other", false],
  ])("%s, the second is an error, and one object exists", async (_when, together) => {
    const before = world.sim.snapshot();
    const resources = [new Resource(world, kind), new Resource(world, kind)] as const;
    const outcomes: unknown[] = [];
    const up = (resource: Resource): Promise<unknown> => resource.up(program).catch((error: unknown) => error);
    if (together) outcomes.push(...(await Promise.all(resources.map(up))));
    else for (const resource of resources) outcomes.push(await up(resource));
    const [fault, ...others] = outcomes.filter((outcome) => outcome !== "create");
    expect(others).toEqual([]);
    // The checks of all resources of one command pass through the plugin, which then compares what they declare.
    const [faultClass, says] =
      isPlugin && together
        ? [
            CheckFault,
            `^${kind} ".*" declares the same object as ${kind} ".*" in this program\\. Remove one of them\\.$`,
          ]
        : [ProviderFault, `^${kind} "twin" on .*(?:already exists|creates)`];
    expect(fault).toBeInstanceOf(faultClass);
    expect((fault as Error).message).toMatch(new RegExp(says, "u"));
    expect(held()).toBe(1);
    const owner = resources.filter(({ exists }) => exists);
    expect(owner).toHaveLength(1);
    expect(await owner[0]?.refresh()).toBe("same");
    await owner[0]?.destroy();
    expect(world.sim.snapshot()).toBe(before);
  });
});

describe("a link that is declared once by group id and once by group name, and that a killed run removed", () => {
  const links: readonly (readonly [kind: string, link: Properties, isThere: () => boolean])[] = [
    [
      "Permission",
      { permissionType: "app", seccode: "runReport" },
      () => world.sim.gateway.store.userGroupNamed("spelled")?.permissions.has("app runReport") === true,
    ],
    [
      "Membership",
      { userName: "admin" },
      () => {
        const { store } = world.sim.gateway;
        return store.userNamed("admin")?.userGroups.has(store.userGroupNamed("spelled")?.id ?? 0) === true;
      },
    ],
  ];

  test.each(links)("%s: exists again after the run that removes the former resource", async (kind, link, isThere) => {
    // All resources belong to one run.
    const run = world.oneCommand;
    const group = new Resource(run, "UserGroup");
    const former = new Resource(run, kind);
    const present = new Resource(run, kind);
    await world.nextRun();
    await group.up({ name: "spelled" });
    const byId = { ...link, userGroupId: group.id };
    const byName = { ...link, userGroupName: "spelled" };
    await former.up(byId);
    await present.up(byName);
    // The situation after a run that was killed between the removal and the second addition.
    world.sim.mutate.gateway((store) => {
      store.userGroupNamed("spelled")?.permissions.clear();
      store.userNamed("admin")?.userGroups.delete(Number(group.id));
    });
    await world.nextRun();
    await group.up({ name: "spelled" });
    expect(await present.up(byName)).toBe("same");
    await former.remove();
    expect(isThere()).toBe(true);
    await world.nextRun();
    await present.destroy();
    expect(isThere()).toBe(false);
    await group.destroy();
  });
});
