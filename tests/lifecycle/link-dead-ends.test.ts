import { switchSpace } from "../../simulator";
import { type World, worldIn } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { user } from "./accounts";
import { failureOf, newResource, Resource } from "./resource";

const crew = "crew";
const of = (world: World, name = crew): number => world.sim.gateway.store.userGroupNamed(name)?.id ?? 0;
const grants = (...seccodes: string[]): object[] => seccodes.map((seccode) => ({ permissionType: "app", seccode }));

/** A kind that has links. `without` declares no link any more; undefined: the resource leaves the program. */
interface LinkKind {
  readonly kind: string;
  program(world: World): Properties;
  without?(world: World): Properties;
  /** Removes the link on the gateway. */
  byHand(world: World): void;
  isThere(world: World): boolean;
}

const isMember = (name: string, group: string) => (world: World) =>
  world.sim.gateway.store.userNamed(name)?.userGroups.has(of(world, group)) === true;
const leave = (name: string, group: string) => (world: World) =>
  void world.sim.gateway.store.userNamed(name)?.userGroups.delete(of(world, group));
const hasPermission = (world: World): boolean =>
  world.sim.gateway.store.userGroupNamed(crew)?.permissions.has("app runReport") === true;
const revoke = (world: World): void => {
  world.sim.mutate.removePermission(crew, "app", "runReport");
};

const kinds: readonly LinkKind[] = [
  {
    kind: "Membership",
    program: (world) => ({ userName: "admin", userGroupId: of(world) }),
    byHand: leave("admin", crew),
    isThere: isMember("admin", crew),
  },
  {
    kind: "Permission",
    program: (world) => ({ userGroupId: of(world), permissionType: "app", seccode: "runReport" }),
    byHand: revoke,
    isThere: hasPermission,
  },
  {
    kind: "PermissionSet",
    program: (world) => ({ userGroupId: of(world), permissions: grants("runReport", "wkp") }),
    without: (world) => ({ userGroupId: of(world), permissions: grants("wkp") }),
    byHand: revoke,
    isThere: hasPermission,
  },
  {
    kind: "User",
    program: (world) => ({ ...user("night shift"), userGroupIds: [2, of(world)] }),
    without: () => ({ ...user("night shift"), userGroupIds: [2] }),
    byHand: leave("night shift", crew),
    isThere: isMember("night shift", crew),
  },
  {
    kind: "UserGroup",
    program: () => ({ name: "night group", members: ["admin"] }),
    without: () => ({ name: "night group", members: [] }),
    byHand: leave("admin", "night group"),
    isThere: isMember("admin", "night group"),
  },
];

async function dropped({ without }: LinkKind, resource: Resource, world: World): Promise<void> {
  if (without === undefined) await resource.destroy();
  else await resource.up(without(world));
}

async function created(at: LinkKind, world: World): Promise<Resource> {
  world.sim.mutate.addUserGroup(crew);
  const resource = await newResource(world, at.kind, at.program(world));
  expect(at.isThere(world)).toBe(true);
  return resource;
}

describe.each(switchSpace.repeatedLink)(
  "F169: if the gateway words a link that is so already as %s",
  (repeatedLink) => {
    test.each(kinds)("a link of a $kind that was removed by hand can be dropped", async (at) => {
      const world = await worldIn({ repeatedLink });
      const resource = await created(at, world);
      at.byHand(world);
      await world.nextRun();
      const said = await world.printed(() => dropped(at, resource, world));
      // Only some wordings show that there was nothing to remove.
      expect(/(?:membership|permission) .* was already gone/u.test(said)).toBe(repeatedLink !== "success");
      expect(at.without === undefined ? resource.exists : await resource.preview(at.without(world))).toBe(
        at.without === undefined ? false : "same",
      );
    });

    test.each(kinds)("a link of a $kind is dropped although one response was lost", async (at) => {
      const world = await worldIn({ repeatedLink });
      const resource = await created(at, world);
      await world.nextRun();
      const fault = world.sim.faults.add({
        match: /^user_api\/(?:membership|permission)/u,
        times: 1,
        kind: "resetAfterApply",
      });
      await dropped(at, resource, world);
      expect([fault.hits, at.isThere(world)]).toEqual([1, false]);
    });
  },
);

describe("F157, F169: if the gateway has words that are not known", () => {
  const words = "Nothing of that kind since Tuesday";
  test.each(kinds)("a refused removal of a link of a $kind names the line that ends it", async (at) => {
    const world = await worldIn();
    const resource = await created(at, world);
    await world.nextRun();
    world.sim.faults.add({ match: /^user_api\/(?:membership|permission)/u, kind: { refuseItems: /./u, words } });
    const message = await failureOf(dropped(at, resource, world));
    expect(message).toContain(words);
    expect(message).toMatch(/flowgate:gateway\.wording\.already\[0\]" '\^.+\$'/u);
  });

  test.each(kinds)("that line ends it for a $kind", async (at) => {
    const world = await worldIn({}, { config: { gateway: { wording: { already: ["since Tuesday"] } } } });
    const resource = await created(at, world);
    await world.nextRun();
    world.sim.faults.add({ match: /^user_api\/(?:membership|permission)/u, kind: { refuseItems: /./u, words } });
    await dropped(at, resource, world);
    expect(at.without === undefined ? resource.exists : await resource.preview(at.without(world))).not.toBe(true);
  });

  test("a refused addition with words of existence names that line, and another one does not", async () => {
    const world = await worldIn();
    world.sim.mutate.addUserGroup(crew);
    const membership = { userName: "admin", userGroupId: of(world) };
    for (const [said, isNamed] of [
      ["something of it exists", true],
      ["disk full", false],
    ] as const) {
      const fault = world.sim.faults.add({ match: "user_api/membership", kind: { refuseItems: /./u, words: said } });
      const message = await failureOf(new Resource(world, "Membership").up(membership));
      expect(message.includes("wording.already")).toBe(isNamed);
      fault.remove();
    }
  });
});

describe("F169: a link of an object that this run deleted needs no request", () => {
  test.each([
    ["another name", { name: "after" }],
    ["another template", { name: "before", templateUserGroupId: "1" }],
  ])("a UserGroup of a User gets %s", async (_title, program) => {
    const world = await worldIn({ repeatedLink: "failure" });
    const group = await newResource(world.oneCommand, "UserGroup", { name: "before" });
    const member = await newResource(world.oneCommand, "User", { ...user("night shift"), userGroupIds: [2, group.id] });
    await world.nextRun();
    world.sim.requests.clear();
    expect(await group.up(program)).toBe("replace");
    expect(await member.up({ ...user("night shift"), userGroupIds: [2, group.id] })).toBe("update");
    expect(world.changes()).toEqual(["user_api/delUsergroups", "user_api/createUsergroup", "user_api/membership"]);
    expect(world.sim.requests.where({ kind: "write" }).at(-1)?.detail).toMatch(/^add user \d+ to user group \d+$/u);
    expect(isMember("night shift", program.name)(world)).toBe(true);
    await world.nextRun();
    expect(await member.preview({ ...user("night shift"), userGroupIds: [2, group.id] })).toBe("same");
  });

  test("a User that is a member of a UserGroup is replaced", async () => {
    const world = await worldIn({ repeatedLink: "failure" });
    const member = await newResource(world.oneCommand, "User", user("night shift"));
    const group = await newResource(world.oneCommand, "UserGroup", { name: "crew", members: ["admin", member.id] });
    await world.nextRun();
    world.sim.requests.clear();
    expect(await member.up({ ...user("night shift"), password: "another password" })).toBe("replace");
    expect(await group.up({ name: "crew", members: ["admin", member.id] })).toBe("update");
    expect(world.sim.requests.where({ kind: "write" }).at(-1)?.detail).toMatch(/^add user \d+ to user group \d+$/u);
    expect(isMember("night shift", "crew")(world)).toBe(true);
  });
});
