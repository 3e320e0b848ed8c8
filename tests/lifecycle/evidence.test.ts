import { oneWorld } from "../support/lifecycle";
import { earlierResource, expectKept, newResource, Resource } from "./resource";

const world = oneWorld();
let before: string;
beforeAll(async () => {
  before = world.store();
});

describe("an IP group", () => {
  const program = { name: "evidence", rules: [{ type: "all" }] };

  test("F161: that is nested is not treated as gone if the list shows only root groups, even after a rename by hand", async () => {
    const child = new Resource(world, "IpGroup");
    const parent = new Resource(world, "IpGroup");
    await child.up(program);
    await parent.up({ name: "evidence parent", rules: [{ type: "child", groupId: child.id }] });
    Object.assign(world.sim.switches, { treeList: "rootsOnly" });
    await expectKept(world, child);
    world.sim.mutate.renameIpGroup("evidence", "called otherwise");
    await world.nextRun();
    expect(await child.refresh()).toBe("changed");
    expect(child.outputs["name"]).toBe("called otherwise");
    expect(await child.up(program)).toBe("update");
    Object.assign(world.sim.switches, { treeList: "all" });
    await world.nextRun();
    await parent.destroy();
    await child.destroy();
  });

  test("is updated without a write if the change was already made by hand", async () => {
    const group = await earlierResource(world, "IpGroup", program);
    world.sim.mutate.setRules("evidence", [{ type: "ip", address: "10.0.0.1" }]);
    world.sim.requests.clear();
    expect(await group.up({ name: "evidence", rules: [{ type: "ip", address: "10.0.0.1" }] })).toBe("update");
    expect(world.sim.requests.count({ kind: "write" })).toBe(0);
    await group.destroy();
  });
});

test.each([
  ["include", "exclude", 20],
  ["exclude", "include", 21],
] as const)("an %s policy is not treated as gone beside an %s policy of its network", async (kind, other, octet) => {
  // According to the field notes (replication service 7), a network and a profile probably have one policy; it is not
  // certain.
  Object.assign(world.sim.switches, { policyKinds: "onePerKind" });
  const policy = await newResource(world, "Policy", { cidr: `10.${octet}.0.0/16`, profile: "legacy-netops", kind });
  world.sim.mutate.addPolicy("legacy-netops", { network: `10.${octet}.0.0`, prefixLength: 16, kind: other });
  await expectKept(world, policy);
  await policy.destroy();
  const { policies } = world.sim.replicator.store.profiles.get("legacy-netops") ?? {};
  expect([...(policies?.keys() ?? [])]).toEqual(["192.0.2.0/26 include", `10.${octet}.0.0/16 ${other}`]);
  world.sim.mutate.removePolicy("legacy-netops", `10.${octet}.0.0`, 16);
  Object.assign(world.sim.switches, { policyKinds: "onePerNetwork" });
});

describe("destroy of a link alone removes it from a profile whose name the replicator shows otherwise, also if the first answer to its creation was lost", () => {
  const program = { name: "Core Edge", listeningPort: 3500, sendingPort: 9 };
  const links = {
    Policy: { cidr: "10.22.0.0/16", profile: "Core Edge", kind: "include" },
    Collector: { address: "10.0.0.22", profiles: ["Core Edge", "legacy-netops"], threshold: 5 },
    Exporter: { address: "10.0.0.23", profiles: ["Core Edge"] },
  };

  test.each([
    { profileNameStored: "lowerCase" },
    { profileNameStored: "lowerCase", refusalResult: "success" },
    { profileNameStored: "lowerCase", profileNameInPath: "asStored" },
    { configBlanks: "underscore" },
  ] as const)("%j", async (positions) => {
    const usual = { ...world.sim.switches };
    Object.assign(world.sim.switches, positions);
    const profile = await newResource(world, "ReplicatorProfile", program);
    const empty = world.store();
    const declared = Object.entries(links).map(([kind, inputs]) => ({ link: new Resource(world, kind), inputs }));
    for (const { link, inputs } of declared) {
      const lost = world.sim.faults.add({ match: /\/add/u, times: 1, kind: "resetAfterApply" });
      await link.up(inputs);
      expect(lost.hits).toBe(1);
    }
    for (const { link } of declared) {
      await world.nextRun();
      expect(await world.printed(() => link.destroy())).not.toContain("gone");
    }
    expect(world.store()).toBe(empty);
    await world.nextRun();
    await profile.destroy();
    Object.assign(world.sim.switches, usual);
  });
});

describe("deleting an object that is already gone succeeds", () => {
  test("F107: for a collector whose profile was removed by hand", async () => {
    world.sim.mutate.addProfile("short-lived", 3500, 9);
    const collector = await newResource(world, "Collector", { address: "10.0.0.9", profiles: ["short-lived"] });
    world.sim.mutate.removeProfile("short-lived");
    await collector.destroy();
    expect(collector.exists).toBe(false);
  });

  test("and a built-in user group is never deleted: destroy removes it only from the state, with a note", async () => {
    const group = new Resource(world, "UserGroup");
    const appliance = world.sim.gateway.url;
    group.assume("2", { name: "Guests", templateUserGroupId: 2, userGroupId: 2, appliance });
    world.sim.requests.clear();
    const said = await world.printed(() => group.destroy());
    expect(said).toMatch(/^warning: UserGroup "Guests" on .*belongs to the appliance/u);
    expect(group.exists).toBe(false);
    expect(world.sim.requests.verbs()).toEqual([]);
  });
});

test("the appliances hold what they held before", () => {
  expect(world.store()).toBe(before);
});

test("an exporter that show/exporters does not list, but show/realtime does, is kept, and destroy removes it", async () => {
  const resource = await earlierResource(world, "Exporter", { address: "10.0.0.2", profiles: ["legacy-netops"] });
  const rewrite = (): unknown => ({ result: "success", exporters: {} });
  const fault = world.sim.faults.add({ kind: { rewrite }, match: /show\/exporters/u });
  const said = await world.printed(async () => {
    expect(await resource.refresh()).toBe("same");
  });
  expect(said).toMatch(/show\/realtime does: it is not treated as removed/u);
  await resource.destroy();
  fault.remove();
  expect(world.store()).toBe(before);
});
