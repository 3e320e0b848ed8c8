import { holdingsOf } from "../support/held";
import { freshWorld } from "../support/lifecycle";
import { once } from "../support/once";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, Resource } from "./resource";

/** Whose a link is, over several runs between which others change the appliances. */
const world = freshWorld();

const inOneCommand = (kind: string): Resource => new Resource(world.oneCommand, kind);
const office = [{ type: "network", cidr: "10.1.0.0/16" }];
const held = (name: string): number => world.sim.gateway.store.ipGroupsNamed(name)[0]?.rules.size ?? -1;
const membersOf = (group: string): string[] | undefined => holdingsOf(world.sim).userGroups[group]?.members;
const permissionsOf = (group: string): string[] | undefined => holdingsOf(world.sim).userGroups[group]?.permissions;

test.each(["Collector", "Exporter", "Policy"])(
  "a %s of a profile leaves it, if a renaming has freed its name and others have that now",
  async (kind) => {
    const [profile, link] = [inOneCommand("ReplicatorProfile"), inOneCommand(kind)];
    const ports = { listeningPort: 3055, sendingPort: 3056 };
    const own = kind === "Policy" ? { cidr: "10.9.0.0/24", kind: "include" } : { address: "10.9.0.2" };
    const program = { ...own, ...(kind === "Policy" ? { profile: "edge" } : { profiles: ["edge"] }) };
    await profile.up({ name: "edge", ...ports });
    await world.nextRun();
    await profile.up({ name: "core", ...ports });
    world.sim.mutate.addProfile("edge", 4055, 4056);
    const before = world.store();
    await world.nextRun();
    await profile.up({ name: "core", ...ports });
    await link.up(program);
    expect(world.store()).not.toBe(before);
    await world.nextRun();
    await profile.up({ name: "core", ...ports });
    await link.remove();
    expect(world.store()).toBe(before);
  },
);

test.each(["Membership", "UserGroup"])(
  "a %s that missed two renamings of its user takes the link away",
  async (kind) => {
    const [user, link] = [inOneCommand("User"), inOneCommand(kind)];
    world.sim.mutate.addUserGroup("crew");
    const userAs = (name: string): Properties => ({ name, password: "a password" });
    await user.up(userAs("frida"));
    const program = { name: "night", members: ["frida"] };
    await link.up(kind === "UserGroup" ? program : { user: "frida", userGroup: "crew" });
    for (const name of ["frieda", "friederike", "friederike"]) {
      await world.nextRun();
      await user.up(userAs(name));
    }
    expect(membersOf(kind === "UserGroup" ? "night" : "crew")).toEqual(["friederike"]);
    await (kind === "UserGroup" ? link.up({ ...program, members: [] }) : link.remove());
    expect(membersOf(kind === "UserGroup" ? "night" : "crew")).toEqual([]);
  },
);

describe("a gateway that refuses a link that is so already, between its two ends", () => {
  const links: [string, Properties][] = [
    ["Membership", { user: "frida", userGroup: "crew" }],
    ["Permission", { userGroup: "crew", permissionType: "app", seccode: "runReport" }],
  ];
  beforeEach(async () => {
    world.sim.switches.repeatedLink = "between";
    await newResource(world, "User", { name: "frida", password: "a password" });
    world.sim.mutate.addUserGroup("crew");
    await world.nextRun();
  });

  const answers = ["resetAfterApply", "html"] as const;
  test.each(links.flatMap(([kind, program]) => answers.map((answer) => [kind, answer, program] as const)))(
    "a %s whose answer was lost (%s) is finished by the next up, and destroyed",
    async (kind, answer, program) => {
      const before = world.store();
      const adopting = { ...program, onExisting: "adopt" };
      const resource = new Resource(world, kind);
      const lost = { match: /^user_api\/(?:perm|memb)/u, kind: answer, apply: true, times: 1 } as const;
      world.sim.faults.add(lost);
      expect(await failureOf(resource.up(adopting))).toContain("outcome unknown: ");
      await world.nextRun();
      expect(await resource.up(adopting)).toBe("update");
      await world.nextRun();
      world.sim.faults.add(lost);
      expect(await failureOf(resource.destroy())).toContain("outcome unknown: ");
      await world.nextRun();
      expect(await world.printed(() => resource.destroy())).toContain("already gone");
      expect(world.store()).toBe(before);
    },
  );

  test.each(links)("an existing %s is adopted", async (kind, program) => {
    await newResource(world, kind, program);
    await world.nextRun();
    const resource = await newResource(world, kind, { ...program, onExisting: "adopt" });
    await world.nextRun();
    await resource.destroy();
    expect(kind === "Membership" ? membersOf("crew") : permissionsOf("crew")).toEqual([]);
  });
});

test("two stacks that create IP groups at once both succeed", async () => {
  const theirs = (): unknown =>
    world.sim.mutate.addIpGroup("of another pipeline", [{ type: "ip", address: "10.8.0.1" }]);
  // Between the list and the search of our run.
  world.sim.faults.add({ match: "ipgroups/search", when: once(theirs), kind: "html" });
  const resource = await newResource(world, "IpGroup", { name: "Office", rules: office });
  expect([held("Office"), held("of another pipeline")]).toEqual([1, 1]);
  await resource.destroy();
  expect([held("Office"), held("of another pipeline")]).toEqual([-1, 1]);
});

test("two collectors of one address in different profiles keep their memberships and their threshold", async () => {
  world.sim.mutate.addProfile("central", 4055, 4056);
  const before = world.store();
  const declared = (profile: string): Properties => ({ address: "10.9.0.2", profiles: [profile], threshold: 500 });
  const [one, other] = [inOneCommand("Collector"), inOneCommand("Collector")];
  await world.nextRun();
  await one.up(declared("legacy-netops"));
  await other.up(declared("central"));
  await world.nextRun();
  await other.up(declared("central"));
  await one.remove();
  expect(world.sim.replicator.store.thresholds.get("10.9.0.2")).toBe(500);
  expect(await other.up(declared("central"))).toBe("same");
  await world.nextRun();
  await other.remove();
  expect(world.store()).toBe(before);
});

test.each([
  ["User", { password: "a password" }],
  ["ReplicatorProfile", { listeningPort: 3055, sendingPort: 3056 }],
])("a %s that goes is deleted although another one shall get its name", async (kind, more) => {
  const [comes, goes] = [inOneCommand(kind), inOneCommand(kind)];
  await goes.up({ name: "edge", ...more });
  await comes.up({ name: "core", ...more });
  await world.nextRun();
  expect(await failureOf(comes.declare({ name: "edge", ...more }))).toMatch(/exists/u);
  await goes.remove();
  await world.nextRun();
  expect(await comes.up({ name: "edge", ...more })).toBe("update");
});
