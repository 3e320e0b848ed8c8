import { startWorld, type World } from "../support/lifecycle";
import { type Properties, ProviderFault } from "../support/provider-calls";
import { Resource } from "./resource";

/** One row: a change whose answer is lost, whether or not it was applied. */
interface Row {
  readonly title: string;
  readonly kind: string;
  /** Absent for a creation. */
  readonly from?: Properties;
  /** Absent for a deletion. */
  readonly to?: Properties;
  /** The request whose answer is lost. */
  readonly match: string;
  readonly id?: string;
}

const rule = { type: "ip", address: "10.1.2.3" };
const other = { type: "ip", address: "10.1.2.4" };
/** A factory group that the rows put rules into. */
const groupId = 103;
const sets = (...codes: string[]): Properties => ({
  userGroupId: 2,
  permissions: codes.map((seccode) => ({ permissionType: "app", seccode })),
});
const exporter = (...profiles: string[]): Properties => ({ address: "10.9.9.9", profiles });

const rows: readonly Row[] = [
  { title: "an IpGroupRule added", kind: "IpGroupRule", to: { groupId, rule }, match: "ipgroups/update" },
  {
    title: "an IpGroupRule changed",
    kind: "IpGroupRule",
    from: { groupId, rule },
    to: { groupId, rule: other },
    match: "ipgroups/update",
  },
  { title: "an IpGroupRule removed", kind: "IpGroupRule", from: { groupId, rule }, match: "ipgroups/deleteRule" },
  {
    title: "a User renamed",
    kind: "User",
    from: { name: "lost before", password: "pass word" },
    to: { name: "lost after", password: "pass word" },
    match: "user_api/changeUsername",
  },
  {
    title: "a User put into groups",
    kind: "User",
    from: { name: "lost joining", password: "pass word", userGroupIds: [] },
    to: { name: "lost joining", password: "pass word", userGroupIds: [2] },
    match: "user_api/membership",
  },
  { title: "a Membership made", kind: "Membership", to: { userId: 1, userGroupId: 2 }, match: "user_api/membership" },
  {
    title: "a Membership ended",
    kind: "Membership",
    from: { userId: 1, userGroupId: 2 },
    match: "user_api/membership",
  },
  {
    title: "a PermissionSet given",
    kind: "PermissionSet",
    to: sets("runReport", "wkp"),
    match: "user_api/permissions",
  },
  {
    title: "a PermissionSet changed",
    kind: "PermissionSet",
    from: sets("runReport", "wkp"),
    to: sets("runReport", "tos"),
    match: "user_api/permissions",
  },
  { title: "a PermissionSet taken", kind: "PermissionSet", from: sets("runReport"), match: "user_api/permissions" },
  {
    title: "UserPreferences set",
    kind: "UserPreferences",
    to: { userId: 1, preferences: { statusTopn: 7 } },
    match: "user_api/prefs",
  },
  { title: "an Exporter added", kind: "Exporter", to: exporter("lost"), match: "exporter/add" },
  {
    title: "an Exporter moved",
    kind: "Exporter",
    from: exporter("lost"),
    to: exporter("other"),
    match: "exporter/remove",
  },
  { title: "an Exporter removed", kind: "Exporter", from: exporter("lost"), match: "exporter/remove" },
  { title: "a Setting set", kind: "Setting", to: { name: "flowStopAlert", value: 45 }, match: "setting/set" },
  {
    title: "a Setting switched off",
    kind: "Setting",
    to: { name: "pingCollectors", enabled: false },
    match: "setting/disable",
  },
  { title: "a Setting put back", kind: "Setting", from: { name: "flowStopAlert", value: 45 }, match: "setting/set" },
];

/** Texts in which an appliance may tell that a repeated change was not needed. */
const strict = { repeatedLink: "failure", repeatedChange: "error" } as const;

describe.each(["resetAfterApply", "resetBeforeApply"] as const)("an answer that is lost by %s", (kind) => {
  let world: World;
  let before: string;
  const store = (): string => world.sim.snapshot({ withoutNotesAndPreferences: true });

  beforeAll(async () => {
    world = await startWorld({ simulator: { switches: strict } });
    for (const [index, name] of ["lost", "other"].entries()) world.sim.mutate.addProfile(name, 7000 + index, 7100);
    before = store();
    await world.nextRun();
  });
  afterAll(() => world.close());

  test.each(rows)("leaves $title once, and the state is true", async ({ kind: of, from, to, match }) => {
    const { sim } = world;
    const resource = new Resource(world, of);
    if (from !== undefined) await resource.up(from);
    const fault = sim.faults.add({ match, times: 1, kind });
    if (to === undefined) await resource.destroy();
    else await resource.up(to);
    expect(fault.hits).toBe(1);
    fault.remove();
    if (to !== undefined) {
      expect(await resource.preview(to)).toBe("same");
      expect(await resource.refresh()).toBe("same");
      await resource.destroy();
    }
    expect(store()).toBe(before);
  });

  test.each([
    ["in no group", {}],
    ["in a group that is known by name only", { userGroupIds: ["name:Guests"] }],
  ])("does not make a User twice that is %s, and adopts it only where that is declared (F26)", async (_title, more) => {
    const resource = new Resource(world, "User");
    const program = { name: "lost user", password: "pass word", ...more };
    const fault = world.sim.faults.add({ match: "user_api/createUser", times: 1, kind });
    const made = kind === "resetAfterApply";
    if (made) await expect(resource.up(program)).rejects.toThrow(ProviderFault);
    else await resource.up(program);
    fault.remove();
    expect(resource.exists).toBe(!made);
    if (made) await resource.up({ ...program, onExisting: "adopt" });
    const found = world.sim.gateway.store.userNamed("lost user");
    expect(found?.userGroups).toEqual(new Set("userGroupIds" in more ? [2] : []));
    expect(resource.id).toBe(made ? "name:lost user" : String(found?.id));
    await resource.destroy();
    expect(store()).toBe(before);
  });
});
