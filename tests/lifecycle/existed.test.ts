import { holdingsOf } from "../support/held";
import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { earlierResource, expectKept, newResource, Resource } from "./resource";

/** The tests of this file cover links that existed before their resource: docs/guides/existing-objects.md. */
const world = oneWorld();

describe("a link to a user group", () => {
  const group = "existed";
  const user = "admin";
  const permission: Properties = { userGroupName: group, permissionType: "app", seccode: "runReport" };
  const set = (...seccodes: string[]): Properties => ({
    userGroupName: group,
    permissions: seccodes.map((seccode) => ({ permissionType: "app", seccode })),
  });
  const held = (): string[] | undefined => holdingsOf(world.sim).userGroups[group]?.permissions;

  beforeEach(async () => {
    world.sim.mutate.addUserGroup(group);
    world.sim.switches.repeatedLink = "has";
    await world.nextRun();
  });
  afterEach(() => {
    world.sim.mutate.removeUserGroup(group);
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

  test.each([
    ["Permission", permission],
    ["PermissionSet", set("runReport")],
    ["Membership", { userName: user, userGroupName: group }],
  ])("once the program adopts what a %s found, destroy removes it", async (kind, program) => {
    world.sim.mutate.addPermission(group, "app", "runReport");
    const { store } = world.sim.gateway;
    store.userNamed(user)?.userGroups.add(store.userGroupNamed(group)?.id ?? 0);
    const resource = new Resource(world, kind);
    const before = world.store();
    await resource.up(program);
    expect(await resource.up({ ...program, onExisting: "adopt" })).toBe("update");
    expect(await resource.up({ ...program, onExisting: "adopt" })).toBe("same");
    expect(world.store()).toBe(before);
    await resource.destroy();
    expect(world.store()).not.toBe(before);
  });

  test("a user group keeps a member that existed before, even if the program no longer declares it", async () => {
    const own = await newResource(world, "UserGroup", { name: "existed members", members: [] });
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
    expect(held()).toContain("app runReport");
    await world.nextRun();
    await present.destroy();
    await former.destroy();
    expect(held()).toEqual([]);
  });

  test("a line says how to keep the permission of a renamed resource, and the permission is not lost", async () => {
    const run = world.oneCommand;
    const former = new Resource(run, "Permission");
    const present = new Resource(run, "Permission", "renamed");
    await former.up(permission);
    await world.nextRun();
    await present.up(permission);
    const notes = await world.printed(former.remove());
    expect(notes).toMatch(
      /is kept: Permission "renamed" has it. It existed before that resource.*onExisting: "adopt"/u,
    );
    expect(held()).toContain("app runReport");
    await world.nextRun();
    await present.up({ ...permission, onExisting: "adopt" });
    await world.nextRun();
    await present.destroy();
    expect(held()).toEqual([]);
  });
});

describe("F167: a policy that existed before it was declared", () => {
  const policy = { cidr: "10.0.0.0/8", profile: "legacy-netops", kind: "include" };
  const add = (): void =>
    world.sim.mutate.addPolicy("legacy-netops", { network: "10.0.0.0", prefixLength: 8, kind: "include" });
  const remove = (): void => world.sim.mutate.removePolicy("legacy-netops", "10.0.0.0", 8);

  test("that moves to another profile stays in the old one", async () => {
    world.sim.mutate.addProfile("other", 4000, 4001);
    add();
    await world.nextRun();
    const resource = await newResource(world, "Policy", policy);
    const before = world.store();
    await resource.up({ ...policy, profile: "other" });
    expect(resource.outputs).not.toHaveProperty("origin.existed");
    await resource.destroy();
    expect(world.store()).toBe(before);
    remove();
    world.sim.mutate.removeProfile("other");
  });

  test("that was removed by hand and created again by the program is removed by destroy", async () => {
    const before = world.store();
    add();
    await world.nextRun();
    const resource = await newResource(world, "Policy", policy);
    remove();
    await world.nextRun();
    expect(await resource.refresh()).toBe("gone");
    await resource.up(policy);
    await resource.destroy();
    expect(world.store()).toBe(before);
  });

  test("keeps its owner if its resource is renamed in a run that refreshes first", async () => {
    for (const [isForeign, outcome] of [
      [true, { existed: true }],
      [false, undefined],
    ] as const) {
      const before = world.store();
      if (isForeign) add();
      await world.nextRun();
      const former = await earlierResource(world, "Policy", policy);
      await former.refresh();
      const latter = await newResource(world.oneCommand, "Policy", policy);
      expect(latter.outputs["origin"]).toEqual(outcome);
      await former.remove();
      await world.nextRun();
      await latter.destroy();
      if (isForeign) remove();
      expect(world.store()).toBe(before);
    }
  });
});

describe.each([
  ["Collector", "collectors", "addCollector", "removeCollector"],
  ["Exporter", "exporters", "addExporter", "removeExporter"],
] as const)(
  "F167: a profile that others put a declared %s into, and that it declares later",
  (kind, set, add, remove) => {
    const address = "10.3.3.3";
    const isThere = (): boolean =>
      world.sim.replicator.store.profiles.get("legacy-netops")?.[set].has(address) === true;
    const own = (...profiles: string[]): Properties => ({ address, profiles });
    let before: string;
    let resource: Resource;

    beforeEach(async () => {
      world.sim.mutate.addProfile("own", 4000, 4001);
      await world.nextRun();
      before = world.store();
      resource = new Resource(world, kind);
      await resource.up(own("own"));
      world.sim.mutate[add](address, "legacy-netops");
      await world.nextRun();
    });
    afterEach(() => {
      world.sim.mutate[remove](address);
      expect(world.store()).toBe(before);
      world.sim.mutate.removeProfile("own");
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
  },
);
