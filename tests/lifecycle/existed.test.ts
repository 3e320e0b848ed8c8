import { switchSpace } from "../../simulator";
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
const membership: Properties = { userName: user, userGroupName: group };

const links: readonly (readonly [kind: string, program: Properties])[] = [
  ["Permission", permission],
  ["PermissionSet", set("runReport")],
  ["Membership", membership],
];

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

const worded = switchSpace.repeatedLink.filter((position) => position !== "success");

beforeEach(async () => {
  world.sim.mutate.addUserGroup(group);
  world.sim.switches.repeatedLink = "has";
  await world.nextRun();
});
afterEach(() => {
  world.sim.mutate.removeUserGroup(group);
});

describe.each(worded)("if the gateway words an existing link as %s", (repeatedLink) => {
  beforeEach(() => {
    world.sim.switches.repeatedLink = repeatedLink;
  });

  test.each(links)("F167: a %s that existed before stays after destroy, with a note", async (kind, program) => {
    byHand();
    const resource = new Resource(world, kind);
    expect(await world.printed(resource.up(program))).toMatch(
      /already existed, so deleting it from the stack leaves it/u,
    );
    expect(resource.outputs).toHaveProperty("origin.existed");
    expect(await resource.up(program)).toBe("same");
    world.sim.requests.clear();
    expect(await world.printed(resource.destroy())).toMatch(/already existed, so it stays/u);
    expect(world.sim.requests.verbs()).toEqual([]);
    expect([resource.exists, isThere(kind)]).toEqual([false, true]);
  });

  test.each(links)("a %s that was adopted is removed by destroy", async (kind, program) => {
    byHand();
    const resource = new Resource(world, kind);
    await resource.up({ ...program, onExisting: "adopt" });
    expect(resource.outputs).not.toHaveProperty("origin.existed");
    await resource.destroy();
    expect(isThere(kind)).toBe(false);
  });

  test.each(links)("destroy removes a %s that was created although its answer was lost", async (kind, program) => {
    const resource = new Resource(world, kind);
    const fault = world.sim.faults.add({ match: /^user_api/u, times: 1, kind: "resetAfterApply" });
    await resource.up(program);
    fault.remove();
    expect(resource.outputs).not.toHaveProperty("origin.existed");
    await resource.destroy();
    expect(isThere(kind)).toBe(false);
  });
});

test.each(links)("a %s that existed before can be adopted later", async (kind, program) => {
  byHand();
  const resource = new Resource(world, kind);
  await resource.up(program);
  expect(await resource.up({ ...program, onExisting: "adopt" })).toBe("update");
  expect(resource.outputs).not.toHaveProperty("origin.existed");
  await resource.destroy();
  expect(isThere(kind)).toBe(false);
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
