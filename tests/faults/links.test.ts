import { type Simulator, startSimulator } from "../../simulator";
import { failureOf, newResource, Resource } from "../lifecycle/resource";
import { configFor } from "../support/configuration";
import { holdingsOf } from "../support/held";
import { oneWorld } from "../support/lifecycle";
import { opened } from "../support/opened";
import type { Properties } from "../support/provider-calls";
import { imageOf, restoreImage } from "../support/stores";

/** What becomes of the links of a parent that is replaced, moves to another site, or was made again by hand. */
const world = oneWorld();
const oslo = opened(() => startSimulator({ https: false }));
let images: readonly string[] = [];
beforeAll(() => {
  images = [world.sim, oslo].map(imageOf);
});
afterEach(() => {
  for (const [at, sim] of [world.sim, oslo].entries()) restoreImage(sim, images[at] ?? "");
});

interface Parent {
  readonly program: Properties;
  /** Changes of the program that replace the parent. */
  readonly replacing?: Properties;
  /** Removes the parent with its links, and makes it again without them. Undefined if no action reads the parent. */
  readonly again?: (sim: Simulator) => void;
  readonly links: Readonly<Record<string, (parent: Properties) => Properties>>;
}

const carl = { name: "carl", password: "a password" };
const seccode = { permissionType: "app", seccode: "runReport" };
const rule = { type: "ip", address: "10.9.0.1" };
const parents: Readonly<Record<string, Parent>> = {
  UserGroup: {
    program: { name: "ops", templateUserGroupId: 1 },
    replacing: { templateUserGroupId: 2 },
    links: {
      Permission: ({ userGroupId }) => ({ userGroup: userGroupId, ...seccode }),
      PermissionSet: ({ userGroupId }) => ({ userGroup: userGroupId, permissions: [seccode] }),
      Membership: ({ userGroupId }) => ({ userGroup: userGroupId, user: "admin" }),
      User: ({ userGroupId }) => ({ ...carl, userGroups: [userGroupId] }),
    },
  },
  User: {
    program: carl,
    replacing: { password: "another password" },
    links: {
      Membership: ({ userId }) => ({ userGroup: 2, user: userId }),
      UserPreferences: ({ userId }) => ({ userId, preferences: { language: "fr" } }),
    },
  },
  IpGroup: {
    program: { name: "Ours" },
    again: ({ mutate }) => {
      mutate.removeIpGroup("Ours");
      mutate.addIpGroup("Ours");
    },
    links: {
      IpGroupRule: ({ groupId }) => ({ groupId, rule }),
      IpGroup: ({ groupId }) => ({ name: "Above", rules: [{ type: "child", groupId }] }),
    },
  },
  ReplicatorProfile: {
    program: { name: "ours", listeningPort: 3055, sendingPort: 3056 },
    again: ({ mutate }) => {
      mutate.removeProfile("ours");
      mutate.addProfile("ours", 3055, 3056);
    },
    links: {
      Collector: () => ({ address: "10.9.0.2", profiles: ["ours"] }),
      Exporter: () => ({ address: "10.9.0.3", profiles: ["ours"] }),
      Policy: () => ({ cidr: "10.9.0.0/24", profile: "ours", kind: "include" }),
    },
  },
};

const rows = Object.entries(parents).flatMap(([kind, parent]) =>
  Object.entries(parent.links).map(([link, programOf]) => ({ kind, link, parent, programOf })),
);
type Row = (typeof rows)[number];
const at = (site: string | undefined, program: Properties): Properties =>
  site === undefined ? program : { ...program, site };

/** A parent and its link, which every command of this test brings to a program in this order. */
class Family {
  readonly #parent: Resource;
  readonly #link: Resource;

  constructor(readonly row: Row) {
    this.#parent = new Resource(world.oneCommand, row.kind);
    this.#link = new Resource(world.oneCommand, row.link);
  }

  /** `isCut`: the command ends before the link. */
  async up(more: Properties = {}, site?: string, isCut = false): Promise<string[]> {
    const { parent, programOf } = this.row;
    await this.begin(site);
    const first = await this.#parent.up(at(site, { ...parent.program, ...more }));
    if (isCut) return [first];
    return [first, await this.#link.up(at(site, programOf(this.#parent.outputs)))];
  }

  async refresh(): Promise<void> {
    await this.begin();
    for (const one of [this.#parent, this.#link]) await one.refresh();
  }

  async destroy(site?: string): Promise<void> {
    await this.begin(site);
    for (const one of [this.#link, this.#parent]) await one.remove();
  }

  private begin(site?: string): Promise<void> {
    const sites = { paris: configFor(world.sim), oslo: configFor(oslo) };
    return world.nextRun(site === undefined ? {} : { onlyConfig: { sites } });
  }
}

const replaced = rows.filter(({ parent }) => parent.replacing !== undefined);
const byName = replaced
  .filter(({ link }) => link !== "UserPreferences")
  .map((row) => ({ ...row, programOf: () => row.programOf({ userGroupId: "ops", userId: "carl" }) }));

test.each([
  ...replaced.map((row) => ({ ...row, by: "number", first: "" })),
  ...byName.map((row) => ({ ...row, by: "name, after it failed", first: "refused" })),
  ...byName.map((row) => ({ ...row, by: "name, after a run that ended before it", first: "cut" })),
])("$link comes back with a $kind that is replaced under its name, declared by $by", async (row) => {
  const before = world.store();
  const family = new Family(row);
  await family.up();
  const goal = structuredClone(holdingsOf(world.sim));
  if (row.first === "cut") await family.up(row.parent.replacing, undefined, true);
  if (row.first === "refused") {
    world.sim.faults.add({ match: /^user_api\/(?:perm|memb)/u, kind: { refuse: "not now" }, times: 1 });
    expect(await failureOf(family.up(row.parent.replacing))).toContain("not now");
  }
  const done = await family.up(row.parent.replacing);
  const again = row.link === "User" ? "update" : "replace";
  expect(done).toEqual(row.first === "" ? ["replace", again] : ["same", "update"]);
  const held = holdingsOf(world.sim);
  expect(held.users).toEqual(goal.users);
  expect(held.userGroups["ops"]?.members).toEqual(goal.userGroups["ops"]?.members);
  if (row.link.startsWith("Permission")) expect(held.userGroups["ops"]?.permissions).toContain("app runReport");
  world.sim.requests.clear();
  expect(await family.up(row.parent.replacing)).toEqual(["same", "same"]);
  expect(world.changes()).toEqual([]);
  await family.destroy();
  expect(world.store()).toBe(before);
});

// No action reads links, so a lost removal may have been made or not.
test.each([
  ["UserGroup", { name: "ops", members: ["admin"] }, { name: "ops", members: [] }],
  ["User", { ...carl, userGroups: [2] }, { ...carl, userGroups: [] }],
  ["PermissionSet", { userGroup: 2, permissions: [seccode] }, { userGroup: 2, permissions: [] }],
] as const)("%s: a link whose removal was lost comes back if the program goes back", async (kind, full, empty) => {
  const resource = await newResource(world, kind, full);
  const goal = world.store();
  const lost = world.sim.faults.add({ match: /^user_api\/(?:perm|memb)/u, kind: "resetAfterApply" });
  await failureOf(resource.up(empty));
  lost.remove();
  await world.nextRun();
  expect(await resource.up(full)).toBe("update");
  expect(world.store()).toBe(goal);
  expect(await resource.preview(full)).toBe("same");
  restoreImage(world.sim, images[0] ?? "");
  if (kind !== "PermissionSet") expect(await world.printed(() => resource.up(empty))).toContain("already gone");
});

// The engine deletes what was replaced after everything else: a child group after the group above it.
test.each(rows.filter(({ link }) => link !== "IpGroup"))(
  "$link moves to another site together with its $kind",
  async (row) => {
    const stores = [world.sim, oslo].map((sim) => sim.snapshot({ withoutNotesAndPreferences: true }));
    const family = new Family(row);
    await family.up({}, "paris");
    const goal = structuredClone(holdingsOf(world.sim));
    expect(await family.up({}, "oslo")).toEqual(["replace", "replace"]);
    expect(world.store()).toBe(stores[0]);
    expect(holdingsOf(oslo)).toEqual(goal);
    expect(await family.up({}, "oslo")).toEqual(["same", "same"]);
    await family.destroy("oslo");
    expect(oslo.snapshot({ withoutNotesAndPreferences: true })).toBe(stores[1]);
  },
);

test.each(rows.filter(({ parent }) => parent.again !== undefined))(
  "$link comes back to a $kind that was made again by hand",
  async (row) => {
    const before = world.store();
    const family = new Family(row);
    await family.up();
    const goal = structuredClone(holdingsOf(world.sim));
    row.parent.again?.(world.sim);
    await family.refresh();
    await family.up({ onExisting: "adopt" });
    expect(holdingsOf(world.sim)).toEqual(goal);
    expect(await family.up({ onExisting: "adopt" })).toEqual(["same", "same"]);
    await family.destroy();
    expect(world.store()).toBe(before);
  },
);
