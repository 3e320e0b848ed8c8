import { diffOf } from "../support/entries";
import { startWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/provider-process";
import { checksWithoutRequests } from "./checks";

/** Inputs without a fault, which each row spoils in one place. */
const good = {
  IpGroupRule: { groupId: 103, rule: { type: "ip", address: "10.0.0.1" } },
  User: { name: "ann", password: "pass word" },
  UserPreferences: { userId: 1, preferences: { statusTopn: 5 } },
  Membership: { userId: 1, userGroupId: 2 },
  PermissionSet: { userGroupId: 2, permissions: [{ permissionType: "app", seccode: "runReport" }] },
  Exporter: { address: "10.0.0.1", profiles: ["edge"] },
  Setting: { name: "flowStopAlert", value: 45 },
} as const;
type Kind = keyof typeof good;

/** The one error: it begins with the first text and holds the others. */
type Bad = readonly [kind: Kind, title: string, inputs: Properties, says: string, ...more: string[]];

const cannotBeRead = (kind: Kind): Bad => [
  kind,
  "adoptIfEqual for a kind that cannot be read",
  { onExisting: "adoptIfEqual" },
  "onExisting: ",
  `reads a ${kind}`,
];
const grant = (permissionType: unknown, seccode: unknown): Properties => ({
  permissions: [
    { permissionType: "app", seccode: "wkp" },
    { permissionType, seccode },
  ],
});

const rows: readonly Bad[] = [
  ["IpGroupRule", "a group that is no id", { groupId: "Loopback" }, "groupId: ", "id"],
  ["IpGroupRule", "a group by name:<name>: groups have numbers", { groupId: "name:Loopback" }, "groupId: ", "id"],
  ["IpGroupRule", "no rule", { rule: undefined }, "rule: is required"],
  ["IpGroupRule", "several rules", { rule: [{ type: "all" }] }, "rule"],
  ["IpGroupRule", "an unknown rule type", { rule: { type: "cidr" } }, "rule.type: ", "network"],
  ["IpGroupRule", "host bits", { rule: { type: "network", cidr: "10.0.0.1/8" } }, "rule.cidr: ", "10.0.0.0/8"],
  ["IpGroupRule", "an unknown key", { group: 3 }, 'unknown key "group"', '"groupId"'],

  ["User", "a name that looks like an integer", { name: "12" }, "name: ", "integer"],
  ["User", "a name that looks like a negative integer", { name: "-12" }, "name: ", "integer"],
  ["User", "an empty name", { name: "" }, "name: must not be empty"],
  ["User", "a name with a line break", { name: "a\nb" }, "name: ", "control character"],
  ["User", "no password", { password: undefined }, "password: is required"],
  ["User", "an empty password", { password: "" }, "password: must not be empty"],
  ["User", "a group by its bare name", { userGroupIds: [2, "Guests"] }, "userGroupIds[1]: ", "name:<name>"],
  ["User", "a group of the form name: with nothing", { userGroupIds: ["name:"] }, "userGroupIds[0]: ", "id"],
  ["User", "a group whose name looks like an integer", { userGroupIds: ["name:12"] }, "userGroupIds[0]: "],
  ["User", "the singular of a key", { userGroupId: [2] }, 'unknown key "userGroupId"', '"userGroupIds"'],
  cannotBeRead("User"),

  [
    "UserPreferences",
    "a user of the form name:<name>: prefs takes numbers",
    { userId: "name:ann" },
    "userId: ",
    "whole number",
  ],
  ["UserPreferences", "a user by name", { userId: "ann" }, "userId: ", "whole number"],
  ["UserPreferences", "user 0", { userId: 0 }, "userId: ", "positive"],
  [
    "UserPreferences",
    "a value that is neither text nor number",
    { preferences: { on: true } },
    "preferences.on: ",
    "number",
  ],
  ["UserPreferences", "an empty code", { preferences: { "": 1 } }, "preferences"],
  ["UserPreferences", "a list", { preferences: [{ pref: "statusTopn", setting: 1 }] }, "preferences: "],
  cannotBeRead("UserPreferences"),

  ["Membership", "id and name of the user in one entry", { userName: "ann" }, "userName: ", "together with userId"],
  [
    "Membership",
    "id and name of the group",
    { userGroupName: "Guests" },
    "userGroupName: ",
    "together with userGroupId",
  ],
  ["Membership", "no user", { userId: undefined }, "userId: is required", "userName"],
  ["Membership", "no group", { userGroupId: undefined }, "userGroupId: is required", "userGroupName"],
  ["Membership", "a user by name in the place of its id", { userId: "ann" }, "userId: ", "name:<name>"],
  ["Membership", "a user named like a number", { userId: undefined, userName: "12" }, "userName: ", "integer"],
  [
    "Membership",
    "a group named like a number",
    { userGroupId: undefined, userGroupName: "7" },
    "userGroupName: ",
    "integer",
  ],
  ["Membership", "an id that is not exact", { userId: 2 ** 53 }, "userId: "],
  cannotBeRead("Membership"),

  [
    "PermissionSet",
    "id and name of the group",
    { userGroupName: "Guests" },
    "userGroupName: ",
    "together with userGroupId",
  ],
  ["PermissionSet", "no group", { userGroupId: undefined }, "userGroupId: is required", "userGroupName"],
  ["PermissionSet", "no permissions", { permissions: undefined }, "permissions: is required"],
  ["PermissionSet", "an unknown type", grant("devices", "1"), "permissions[1].permissionType: ", '"device"'],
  ["PermissionSet", "an unknown seccode", grant("app", "runReports"), "permissions[1].seccode: ", '"runReport"'],
  ["PermissionSet", "a device that is no address", grant("device", "0A0101"), "permissions[1].seccode: ", "0A0101"],
  ["PermissionSet", "an interface without index", grant("interface", "0A010101"), "permissions[1].seccode: ", "index"],
  ["PermissionSet", "a permission without seccode", grant("app", undefined), "permissions[1].seccode: "],
  ["PermissionSet", "permissions as text", { permissions: ["runReport"] }, "permissions[0]: "],
  cannotBeRead("PermissionSet"),

  ["Exporter", "an empty profiles", { profiles: [] }, "profiles: needs at least one profile"],
  ["Exporter", "an address with a port", { address: "10.0.0.1:2055" }, "address: ", "port", "10.0.0.1"],
  ["Exporter", "an IPv6 address", { address: "2001:db8::1" }, "address: ", "IPv4"],
  ["Exporter", "a host name", { address: "router" }, "address: ", "IPv4"],
  ["Exporter", "octets with leading zeros", { address: "010.0.0.1" }, "address: ", "10.0.0.1"],
  ["Exporter", "a profile with a slash", { profiles: ["edge", "a/b"] }, "profiles[1]: ", '"/"'],
  ["Exporter", "a description that is not ASCII", { description: "K\u00f6ln" }, "description: ", "ASCII"],
  ["Exporter", "a threshold, which only collectors have", { threshold: 1 }, 'unknown key "threshold"'],

  ["Setting", "nothing to manage", { value: undefined }, "value: is required", "enabled"],
  ["Setting", "a name with a slash", { name: "a/b" }, "name: ", '"/"'],
  ["Setting", "the name ..", { name: ".." }, "name: ", '".."'],
  ["Setting", "a value with a slash", { value: "a/b" }, "value: ", '"/"'],
  ["Setting", "an empty value, which no path can hold", { value: "" }, "value: must not be empty"],
  ["Setting", "a value that is not ASCII", { value: "\u00e9" }, "value: ", "ASCII"],
  ["Setting", "true as value: a setting is switched with enabled", { value: true }, "value: must be text or a number"],
  ["Setting", "a text as state", { enabled: "on" }, "enabled: ", "boolean"],
  [
    "Setting",
    "another way to be destroyed",
    { onDestroy: "reset" },
    "onDestroy: ",
    '"restore"',
    '"leave"',
    '"disable"',
  ],
];

describe("check of rules, accounts, exporters and settings", () => {
  const { check, faultsOf } = checksWithoutRequests(good);

  describe("refuses, in the preview and before any request, with one error", () => {
    test.each(rows.map(([kind, title, inputs, begin, ...parts]) => ({ kind, title, inputs, begin, parts })))(
      "$kind: $title",
      async ({ kind, inputs, begin, parts }) => {
        const faults = await faultsOf(kind, inputs);
        expect(faults).toEqual([expect.stringMatching(/./u)]);
        expect(faults[0]?.slice(0, begin.length)).toBe(begin);
        for (const part of parts) expect(faults[0]).toContain(part);
      },
    );
  });

  test("reports all faults of a resource at once", async () => {
    const faults = await faultsOf("User", { name: "12", password: "", userGroupIds: ["Guests", 0], groups: [] });
    const paths = faults.map((fault) => fault.split(/[:;]/u)[0]).sort();
    expect(paths).toEqual(["name", "password", 'unknown key "groups"', "userGroupIds[0]", "userGroupIds[1]"].sort());
  });

  test.each<[Kind, Properties, Properties]>([
    ["User", { userGroupIds: ["2", 2, "name:Guests"] }, {}],
    ["PermissionSet", { permissions: [{ permissionType: "device", seccode: "0a0101fF" }] }, {}],
    ["Exporter", { profiles: ["b", "a", "b"] }, { exclusive: false }],
    ["Setting", { value: 45 }, { onDestroy: "restore" }],
    ["UserPreferences", { preferences: { b: 1, a: "1" } }, {}],
  ])("of a %s fills in defaults and nothing else: %j", async (kind, inputs, defaults) => {
    expect(await check(kind, inputs)).toEqual({ ...good[kind], ...inputs, ...defaults });
  });

  test.each<[Kind, Properties]>([
    ["IpGroupRule", { groupId: UNKNOWN }],
    ["IpGroupRule", { rule: { type: "child", groupId: UNKNOWN } }],
    ["IpGroupRule", { rule: UNKNOWN }],
    ["User", { userGroupIds: [UNKNOWN, 2] }],
    ["User", { password: UNKNOWN }],
    ["UserPreferences", { userId: UNKNOWN, preferences: { statusTopn: UNKNOWN } }],
    ["Membership", { userId: UNKNOWN, userGroupId: UNKNOWN }],
    ["PermissionSet", { userGroupId: UNKNOWN }],
    ["PermissionSet", { permissions: [{ permissionType: UNKNOWN, seccode: "anything" }, UNKNOWN] }],
    ["Exporter", { profiles: [UNKNOWN], description: UNKNOWN }],
    ["Setting", { value: UNKNOWN, enabled: UNKNOWN }],
  ])("passes values of a %s that are not known yet: %j", async (kind, inputs) => {
    expect(await check(kind, inputs)).toMatchObject(inputs);
  });

  test("refuses both ways to name a user also where the value of one is not known yet", async () => {
    const faults = await faultsOf("Membership", { userId: UNKNOWN, userName: "ann" });
    expect(faults).toEqual([expect.stringMatching(/^userName: .*together with userId/u)]);
  });

  test("takes a user whose password is a word of its name: the password is not stored in clear", async () => {
    expect(await faultsOf("User", { name: "secretary", password: "secretary" })).toEqual([]);
  });
});

describe("diff of rules, accounts, exporters and settings", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  test.each<[Kind, Properties, string]>([
    ["IpGroupRule", { groupId: 104 }, "groupId"],
    ["IpGroupRule", { rule: { type: "all" } }, "rule"],
    ["User", { password: "another word" }, "password"],
    ["UserPreferences", { userId: 2 }, "userId"],
    ["Membership", { userId: 3 }, "userId"],
    ["Membership", { userGroupId: 3 }, "userGroupId"],
    ["PermissionSet", { userGroupId: 3 }, "userGroupId"],
    ["Exporter", { address: "10.0.0.2" }, "address"],
    ["Setting", { name: "downDisplayHour" }, "name"],
    ["Exporter", { site: "paris" }, "site"],
  ])("of a %s replaces, and deletes first: %j", async (kind, change, key) => {
    const olds: Properties = good[kind];
    const outcome = await diffOf(world.provider.kind(kind), olds, { ...olds, ...change });
    expect(outcome).toMatchObject({ changes: true, replaces: [key], deleteBeforeReplace: true });
  });

  test.each<[Kind, Properties]>([
    ["IpGroupRule", { rule: { type: "ip", address: "10.0.0.2" } }],
    ["User", { name: "beth", userGroupIds: [2] }],
    ["UserPreferences", { preferences: {} }],
    ["PermissionSet", { permissions: [] }],
    ["Exporter", { profiles: ["core"], description: "text", exclusive: true }],
    ["Setting", { value: 46, enabled: true, onDestroy: "leave" }],
  ])("of a %s updates in place: %j", async (kind, change) => {
    const olds: Properties = { ...good[kind], ...(kind === "User" ? { userId: 104 } : {}) };
    const outcome = await diffOf(world.provider.kind(kind), olds, { ...olds, ...change });
    expect(outcome).toMatchObject({ changes: true, replaces: [] });
  });

  test("of a User whose number is not known replaces where the name changes", async () => {
    const olds: Properties = good.User;
    const outcome = await world.provider.kind("User").diff("name:ann", olds, { ...olds, name: "beth" });
    expect(outcome).toMatchObject({ changes: true, replaces: ["name"], deleteBeforeReplace: true });
  });

  test("sends nothing", () => {
    expect(world.sim.requests.verbs()).toEqual([]);
  });
});
