import { app } from "../kinds/permission";
import { holdingsOf } from "../support/held";
import { freshWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { expectKept, newResource, type Resource } from "./resource";

/** The tests of this file cover links that existed before their resource: docs/guides/existing-objects.md. */
const already = "already (?:a member|there)|: not (?:a member|there)$";
const world = freshWorld(({ mutate }) => mutate.addProfile("own", 4000, 4001), { config: { gateway: { already } } });

describe("a link to a user group", () => {
  const group = "existed";
  const user = "admin";
  const set = (...seccodes: string[]): Properties => ({ userGroup: group, permissions: seccodes.map(app) });
  const held = (): string[] | undefined => holdingsOf(world.sim).userGroups[group]?.permissions;

  beforeEach(() => {
    world.sim.mutate.addUserGroup(group);
    world.sim.switches.repeatedLink = "failure";
  });

  test("destroy of a PermissionSet leaves only permissions that existed before, even those it no longer declares", async () => {
    world.sim.mutate.addPermission(group, "app", "runReport");
    const resource = await newResource(world, "PermissionSet", set("runReport", "saveReport"));
    expect(resource.outputs).toHaveProperty("origin.existed", [{ permissionType: "app", seccode: "runReport" }]);
    await resource.up(set("saveReport", "auditing"));
    expect(resource.outputs).not.toHaveProperty("origin.existed");
    await resource.destroy();
    expect(held()).toEqual(["app runReport"]);
  });

  test("a user group keeps a member that existed before, even if the program no longer declares it", async () => {
    const own = await newResource(world, "UserGroup", { name: "ours", members: [] });
    const { store } = world.sim.gateway;
    const id = store.userGroupNamed("ours")?.id ?? 0;
    store.userNamed(user)?.userGroups.add(id);
    await own.up({ name: "ours", members: [user] });
    expect(own.outputs).toHaveProperty("origin.existed", [user]);
    await own.up({ name: "ours", members: [] });
    expect(store.userNamed(user)?.userGroups.has(id)).toBe(true);
  });
});

test("a policy that existed before it was declared, and moves to another profile, stays in the old one", async () => {
  const policy = { cidr: "10.0.0.0/8", profile: "legacy-netops", kind: "include" };
  world.sim.mutate.addPolicy("legacy-netops", { network: "10.0.0.0", prefixLength: 8, kind: "include" });
  const resource = await newResource(world, "Policy", policy);
  const before = world.store();
  await resource.up({ ...policy, profile: "own" });
  expect(resource.outputs).not.toHaveProperty("origin.existed");
  await resource.destroy();
  expect(world.store()).toBe(before);
});

describe.each([
  ["Collector", "collectors", "addCollector"],
  ["Exporter", "exporters", "addExporter"],
] as const)("a profile that others put a declared %s into, and that it declares later", (kind, set, add) => {
  const address = "10.3.3.3";
  const isThere = (): boolean => world.sim.replicator.store.profiles.get("legacy-netops")?.[set].has(address) === true;
  const own = (...profiles: string[]): Properties => ({ address, profiles });
  let resource: Resource;

  beforeEach(async () => {
    resource = await newResource(world, kind, own("own"));
    world.sim.mutate[add](address, "legacy-netops");
    await world.nextRun();
  });

  test("is left as it was by destroy, which says so", async () => {
    const lines = await world.printed(() => resource.up(own("own", "legacy-netops")));
    expect(lines).toMatch(/was in profile "legacy-netops" already; destroy leaves it there/u);
    expect(resource.outputs).toHaveProperty("origin.existed", ["legacy-netops"]);
    await expectKept(world, resource);
    expect(await world.printed(() => resource.destroy())).toMatch(
      /stays in profile "legacy-netops": it was there before/u,
    );
    expect(isThere()).toBe(true);
  });

  test("is left as it was if the program no longer declares it", async () => {
    await resource.up(own("own", "legacy-netops"));
    await resource.up(own("own"));
    expect(resource.outputs).not.toHaveProperty("origin.existed");
    await resource.destroy();
    expect(isThere()).toBe(true);
  });

  test.each(["adopt", "adoptIfEqual"])(
    "is left by the member that destroy removes if the update said %s",
    async (onExisting) => {
      await resource.up({ ...own("own", "legacy-netops"), onExisting });
      await resource.destroy();
      expect(isThere()).toBe(false);
    },
  );
});
