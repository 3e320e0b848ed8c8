import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";

/** The tests of this file cover links that existed before their resource: docs/guides/existing-objects.md. */
const world = oneWorld();

const group = "existed";
const user = "admin";
const permission: Properties = { userGroupName: group, permissionType: "app", seccode: "runReport" };
const set = (...seccodes: string[]): Properties => ({
  userGroupName: group,
  permissions: seccodes.map((seccode) => ({ permissionType: "app", seccode })),
});
const isThere = (kind: string): boolean => {
  const { store } = world.sim.gateway;
  const found = store.userGroupNamed(group);
  if (kind === "Membership") return store.userNamed(user)?.userGroups.has(found?.id ?? 0) === true;
  return found?.permissions.has("app runReport") === true;
};
const byHand = (): void => {
  world.sim.mutate.addPermission(group, "app", "runReport");
  const { store } = world.sim.gateway;
  store.userNamed(user)?.userGroups.add(store.userGroupNamed(group)?.id ?? 0);
};

beforeEach(async () => {
  world.sim.mutate.addUserGroup(group);
  world.sim.switches.repeatedLink = "has";
  await world.nextRun();
});
afterEach(() => {
  world.sim.mutate.removeUserGroup(group);
});

test("destroy of a PermissionSet leaves only permissions that existed before, even those it no longer declares", async () => {
  byHand();
  const resource = new Resource(world, "PermissionSet");
  await resource.up(set("runReport", "saveReport"));
  expect(resource.outputs).toHaveProperty("origin.existed", [{ permissionType: "app", seccode: "runReport" }]);
  await resource.up(set("saveReport", "auditing"));
  expect(resource.outputs).not.toHaveProperty("origin.existed");
  await resource.destroy();
  expect([...(world.sim.gateway.store.userGroupNamed(group)?.permissions.keys() ?? [])]).toEqual(["app runReport"]);
});

test("a user group keeps a member that existed before, even if the program no longer declares it", async () => {
  const own = new Resource(world, "UserGroup");
  await own.up({ name: "existed members", members: [] });
  const { store } = world.sim.gateway;
  const id = store.userGroupNamed("existed members")?.id ?? 0;
  store.userNamed(user)?.userGroups.add(id);
  await own.up({ name: "existed members", members: [user] });
  expect(own.outputs).toHaveProperty("origin.existed", [`name:${user}`]);
  await own.up({ name: "existed members", members: [] });
  expect(store.userNamed(user)?.userGroups.has(id)).toBe(true);
  await own.destroy();
});

test("a permission that moves between resources of one program still belongs to it if the run knows the former owner", async () => {
  const run = world.oneCommand;
  const former = new Resource(run, "PermissionSet");
  const present = new Resource(run, "Permission");
  await former.up(set("runReport", "auditing"));
  await world.nextRun();
  await former.preview(set("auditing"));
  await present.up(permission);
  expect(present.outputs).not.toHaveProperty("origin.existed");
  await former.up(set("auditing"));
  expect(isThere("Permission")).toBe(true);
  await world.nextRun();
  await present.destroy();
  await former.destroy();
  expect(isThere("Permission")).toBe(false);
});

test("a line says how to keep the permission of a renamed resource, and the permission is not lost", async () => {
  const run = world.oneCommand;
  const former = new Resource(run, "Permission");
  const present = new Resource(run, "Permission", "renamed");
  await former.up(permission);
  await world.nextRun();
  await present.up(permission);
  const notes = await world.printed(former.remove());
  expect(notes).toMatch(/is kept: Permission "renamed" has it. It existed before that resource.*onExisting: "adopt"/u);
  expect(isThere("Permission")).toBe(true);
  await world.nextRun();
  await present.up({ ...permission, onExisting: "adopt" });
  await world.nextRun();
  await present.destroy();
  expect(isThere("Permission")).toBe(false);
});

test.each([
  [undefined, true],
  ["adopt", false],
  ["adoptIfEqual", false],
])(
  "a collector that others add to a profile, which the program declares later with onExisting %s",
  async (onExisting, isKept) => {
    const { mutate } = world.sim;
    const [mine, theirs] = ["existed-a", "existed-b"];
    [mine, theirs].forEach((name, index) => mutate.addProfile(name, 4100 + index, 9));
    const collector = new Resource(world, "Collector");
    const declared = (...profiles: string[]): Properties => ({
      address: "10.31.0.1",
      profiles,
      ...(onExisting === undefined ? {} : { onExisting }),
    });
    await collector.up(declared(mine));
    mutate.addCollector("10.31.0.1", theirs);
    await world.nextRun();
    await collector.up(declared(mine, theirs));
    await world.nextRun();
    await collector.destroy();
    expect(world.sim.replicator.store.profiles.get(theirs)?.collectors.has("10.31.0.1")).toBe(isKept);
    [mine, theirs].forEach((name) => mutate.removeProfile(name));
  },
);
