import { startWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/provider-process";
import { CheckFault, Resource } from "./resource";

/** Inputs without a fault, which each row spoils in one place. */
const good = {
  IpGroup: { name: "Offices" },
  UserGroup: { name: "Operators" },
  Permission: { userGroupId: 2, permissionType: "app", seccode: "runReport" },
  ReplicatorProfile: { name: "edge", listeningPort: 2055, sendingPort: 2056 },
  Collector: { address: "10.0.0.1", profiles: ["edge"] },
  Policy: { cidr: "10.0.0.0/8", profile: "edge", kind: "include" },
} as const;
type Kind = keyof typeof good;

interface Bad {
  readonly kind: Kind;
  readonly title: string;
  readonly inputs: Properties;
  /** What the one error holds: first where it is, then what is wrong. */
  readonly says: readonly string[];
}

const bad = (kind: Kind, title: string, inputs: Properties, ...says: string[]): Bad => ({ kind, title, inputs, says });
const badRule = (title: string, rule: Properties, ...says: string[]): Bad =>
  bad("IpGroup", title, { rules: [{ type: "all" }, rule] }, ...says);

const rows: readonly Bad[] = [
  bad("IpGroup", "an unknown key, with the nearest known one", { rule: [] }, 'unknown key "rule"', '"rules"'),
  bad("IpGroup", "a missing name", { name: undefined }, "name: is required"),
  bad("IpGroup", "an empty name", { name: "" }, "name: must not be empty"),
  bad("IpGroup", "a name of 256 characters", { name: "x".repeat(256) }, "name: ", "256", "255"),
  bad("IpGroup", "a name with a line break", { name: "a\nb" }, "name: ", "control character"),
  bad("IpGroup", "a name that begins with a blank", { name: " a" }, "name: ", "white space"),
  bad("IpGroup", "a name that turns the direction of text", { name: "a\u202eb" }, "name: ", "bidirectional"),
  bad("IpGroup", "a number as name", { name: 7 }, "name: must be a string"),
  bad("IpGroup", "an unknown way with existing objects", { onExisting: "take" }, "onExisting: ", '"adopt"'),
  badRule("an unknown rule type, with those that exist", { type: "cidr" }, "rules[1].type: ", "network", "wildcard"),
  badRule("a rule without its type", { address: "10.0.0.1" }, "rules[1].type: "),
  badRule("a rule without its field", { type: "network" }, "rules[1].cidr: is required"),
  badRule("a field of another rule type", { type: "all", address: "10.0.0.1" }, "rules[1]", 'unknown key "address"'),
  badRule(
    "host bits, with the network that was meant",
    { type: "network", cidr: "10.0.0.1/8" },
    "rules[1].cidr: ",
    "10.0.0.0/8",
  ),
  badRule("a network without prefix length", { type: "network", cidr: "10.0.0.0" }, "rules[1].cidr: ", "prefix length"),
  badRule("a prefix length of 33", { type: "network", cidr: "10.0.0.0/33" }, "rules[1].cidr: ", "32"),
  badRule("a prefix length with a leading zero", { type: "network", cidr: "10.0.0.0/08" }, "rules[1].cidr: "),
  badRule(
    "a dotted mask for a prefix length",
    { type: "network", cidr: "10.0.0.0/255.0.0.0" },
    "rules[1].cidr: ",
    "10.0.0.0/8",
  ),
  badRule("octets with leading zeros", { type: "ip", address: "010.0.0.1" }, "rules[1].address: ", "10.0.0.1"),
  badRule("three octets", { type: "ip", address: "1.2.3" }, "rules[1].address: ", "1.2.3"),
  badRule("hexadecimal octets", { type: "ip", address: "0x7f.0.0.1" }, "rules[1].address: "),
  badRule("an octet above 255", { type: "ip", address: "256.1.1.1" }, "rules[1].address: "),
  badRule("an address with a blank", { type: "ip", address: " 1.2.3.4" }, "rules[1].address: "),
  badRule("an IPv6 address", { type: "ip", address: "2001:db8::1" }, "rules[1].address: ", "IPv4"),
  badRule(
    "a range whose start is after its end",
    { type: "range", start: "10.0.0.10", end: "10.0.0.9" },
    "rules[1]",
    "10.0.0.10",
  ),
  badRule(
    "the mask of a wildcard",
    { type: "wildcard", address: "10.0.0.1", mask: "0.0.0.254" },
    "rules[1].mask: ",
    "0",
    "255",
  ),
  badRule("a child that is no id", { type: "child", groupId: "Offices" }, "rules[1].groupId: ", "id"),
  badRule("a child id that is not exact", { type: "child", groupId: 2 ** 53 }, "rules[1].groupId: "),

  bad("UserGroup", "a name that looks like an integer", { name: "12" }, "name: ", "integer"),
  bad("UserGroup", "a template that is no id", { templateUserGroupId: "Guests" }, "templateUserGroupId: ", "id"),
  bad("UserGroup", "a member that is nothing", { members: [""] }, "members[0]: "),
  bad(
    "UserGroup",
    "adoptIfEqual for a kind that cannot be read",
    { onExisting: "adoptIfEqual" },
    "onExisting: ",
    "reads a UserGroup",
  ),

  bad("Permission", "both ways to name the group", { userGroupName: "Guests" }, "userGroupName: ", "userGroupId"),
  bad(
    "Permission",
    "no way to name the group",
    { userGroupId: undefined },
    "userGroupId: is required",
    "userGroupName",
  ),
  bad(
    "Permission",
    "an unknown type, with the nearest known one",
    { permissionType: "devices" },
    "permissionType: ",
    '"device"',
  ),
  bad(
    "Permission",
    "an unknown seccode, with the nearest known one",
    { seccode: "runReports" },
    "seccode: ",
    '"runReport"',
  ),
  bad(
    "Permission",
    "a device that is no address",
    { permissionType: "device", seccode: "0A0101" },
    "seccode: ",
    "0A0101",
  ),
  bad(
    "Permission",
    "an interface without index",
    { permissionType: "interface", seccode: "0A010101" },
    "seccode: ",
    "index",
  ),
  bad("Permission", "adoptIfEqual for a kind that cannot be read", { onExisting: "adoptIfEqual" }, "onExisting: "),

  bad("ReplicatorProfile", "port 0", { listeningPort: 0 }, "listeningPort: ", "65535"),
  bad("ReplicatorProfile", "port 65536", { sendingPort: 65536 }, "sendingPort: ", "65535"),
  bad("ReplicatorProfile", "a port with a fraction", { sendingPort: 1.5 }, "sendingPort: ", "whole"),
  bad("ReplicatorProfile", "a port as text", { listeningPort: "2055 " }, "listeningPort: must be a number"),
  bad("ReplicatorProfile", "the name ..", { name: ".." }, "name: ", '".."'),
  bad("ReplicatorProfile", "the name .", { name: "." }, "name: ", '"."'),
  bad("ReplicatorProfile", "a name with a slash", { name: "a/b" }, "name: ", '"/"'),
  bad("ReplicatorProfile", "a name with a backslash", { name: "a\\b" }, "name: ", '"\\"'),
  bad("ReplicatorProfile", "a name that is not ASCII", { name: "K\u00f6ln" }, "name: ", "ASCII"),
  bad(
    "ReplicatorProfile",
    "a description that is not ASCII",
    { description: "K\u00f6ln" },
    "description: ",
    "URI-compatible ASCII",
  ),
  bad("ReplicatorProfile", "a description with a slash", { description: "a/b" }, "description: ", '"/"'),
  bad("ReplicatorProfile", "an empty description", { description: "" }, "description: must not be empty"),
  bad("ReplicatorProfile", "a switch as text", { enabled: "yes" }, "enabled: must be a boolean"),

  bad("Collector", "an empty list of profiles", { profiles: [] }, "profiles: needs at least one profile"),
  bad("Collector", "a threshold of -1", { threshold: -1 }, "threshold: "),
  bad("Collector", "a threshold with a fraction", { threshold: 1.5 }, "threshold: "),
  bad("Collector", "a threshold that is not exact", { threshold: 2 ** 53 }, "threshold: "),
  bad("Collector", "an address with a port", { address: "10.0.0.1:2055" }, "address: ", "10.0.0.1:2055"),
  bad("Collector", "a profile with a slash", { profiles: ["edge", "a/b"] }, "profiles[1]: ", '"/"'),

  bad("Policy", "host bits, with the network that was meant", { cidr: "10.0.0.1/8" }, "cidr: ", "10.0.0.0/8"),
  bad("Policy", "a kind that does not exist", { kind: "allow" }, "kind: ", '"include"', '"exclude"'),
  bad("Policy", "a site without a name", { site: "" }, "site: must not be empty"),
];

describe("check", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());
  afterEach(() => {
    expect(world.sim.requests.verbs()).toEqual([]);
  });

  const check = (kind: Kind, inputs: Properties): Promise<Properties> =>
    new Resource(world, kind).check({ ...good[kind], ...inputs });
  const faultsOf = (kind: Kind, inputs: Properties): Promise<readonly string[]> =>
    check(kind, inputs).then(
      () => [],
      (error: unknown) => {
        if (error instanceof CheckFault) return error.reasons;
        throw error;
      },
    );

  describe("refuses, in the preview and before any request, with one error", () => {
    test.each(rows)("$kind: $title", async ({ kind, inputs, says }) => {
      const faults = await faultsOf(kind, inputs);
      expect(faults).toHaveLength(1);
      expect(faults[0]?.startsWith(says[0] ?? "")).toBe(true);
      for (const part of says) expect(faults[0]).toContain(part);
    });
  });

  test("reports all faults of a resource at once, each with the path that the user wrote", async () => {
    const rules = [{ type: "ip", address: "1.2.3" }, { type: "all" }, { type: "network", cidr: "10.0.0.1/8" }];
    const faults = await faultsOf("IpGroup", { name: "", rules, rule: 1, zone: 2 });
    const paths = faults.map((fault) => fault.split(":")[0]);
    expect(paths).toEqual(expect.arrayContaining(["name", "rules[0].address", "rules[2].cidr"]));
    expect(faults.join("\n")).toContain('unknown key "rule"');
    expect(faults.join("\n")).toContain('unknown key "zone"');
  });

  test("fills in defaults and nothing else: what the user wrote is neither rewritten nor sorted", async () => {
    const rules = [
      { type: "range", start: "10.0.0.9", end: "10.0.0.10" },
      { type: "ip", address: "1.2.3.4" },
      { type: "ip", address: "1.2.3.4" },
      { type: "child", groupId: "7" },
      { type: "child", groupId: 7 },
      { type: "wildcard", address: "10.1.2.3", mask: "0.255.0.255" },
    ];
    expect(await check("IpGroup", { rules })).toEqual({ name: "Offices", rules });
    expect(await check("IpGroup", {})).toEqual({ name: "Offices", rules: [] });
    const written = { userGroupId: "2", permissionType: "device", seccode: "0a0101fF" };
    expect(await check("Permission", written)).toEqual(written);
    const collector = { ...good.Collector, profiles: ["b", "a", "b"], onExisting: "adopt" };
    expect(await check("Collector", collector)).toEqual({ ...collector, exclusive: false });
    const defaults = { enabled: true, singularity: false };
    expect(await check("ReplicatorProfile", {})).toEqual({ ...good.ReplicatorProfile, ...defaults });
  });

  test.each<[Kind, Properties]>([
    ["IpGroup", { name: UNKNOWN }],
    ["IpGroup", { rules: UNKNOWN }],
    ["IpGroup", { rules: [{ type: "child", groupId: UNKNOWN }] }],
    ["IpGroup", { rules: [UNKNOWN, { type: "range", start: UNKNOWN, end: "10.0.0.1" }] }],
    ["UserGroup", { members: [UNKNOWN, "ann"] }],
    ["Permission", { userGroupId: UNKNOWN }],
    ["Permission", { seccode: UNKNOWN }],
    ["Permission", { permissionType: UNKNOWN, seccode: "anything" }],
    ["Collector", { profiles: [UNKNOWN] }],
    ["Collector", { profiles: UNKNOWN, threshold: UNKNOWN }],
    ["Policy", { profile: UNKNOWN, cidr: UNKNOWN, kind: UNKNOWN }],
    ["ReplicatorProfile", { listeningPort: UNKNOWN, enabled: UNKNOWN }],
  ])("passes values of a %s that are not known yet: %j", async (kind, inputs) => {
    expect(await check(kind, inputs)).toMatchObject(inputs);
  });

  test("reports faults beside values that are not known yet", async () => {
    const rules = [
      { type: "child", groupId: UNKNOWN },
      { type: "ip", address: "1.2.3" },
    ];
    expect(await faultsOf("IpGroup", { name: UNKNOWN, rules })).toEqual([
      expect.stringMatching(/^rules\[1\]\.address: /u),
    ]);
  });

  test("refuses an input that is equal to a configured credential, which would be stored in clear", async () => {
    const [fault, ...others] = await faultsOf("IpGroup", { name: world.sim.gateway.token });
    expect(fault).toMatch(/^name: .*credential/u);
    expect(others).toEqual([]);
    const notes = await faultsOf("ReplicatorProfile", { description: world.sim.gateway.token.replace("/", "") });
    expect(notes).toEqual([]);
    expect(await world.leaks()).toEqual([]);
  });

  test.each(["__proto__", "constructor", "toString", "total", "null", "true"])(
    "takes the name %s as data",
    async (name) => {
      expect(await check("ReplicatorProfile", { name })).toMatchObject({ name });
      expect(await check("IpGroup", { name })).toMatchObject({ name });
    },
  );
});

describe("diff", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const state = { ...good.Permission, permissionType: "device", seccode: "10.1.1.1" };

  test.each<[Kind, Properties, Properties]>([
    ["IpGroup", { name: "a", rules: [] }, { name: "a", rules: [{ type: "child", groupId: UNKNOWN }] }],
    [
      "Collector",
      { ...good.Collector, exclusive: false },
      { ...good.Collector, profiles: [UNKNOWN], exclusive: false },
    ],
    ["Policy", good.Policy, { ...good.Policy, profile: UNKNOWN }],
  ])("of a %s with a value that is not known yet says that it may change", async (kind, olds, news) => {
    const outcome = await world.provider.kind(kind).diff("1", olds, news);
    expect(outcome).toEqual({ changes: undefined, replaces: [], deleteBeforeReplace: false });
  });

  test("of a Permission whose group is not known yet does not replace for the spelling of the seccode", async () => {
    const outcome = await world.provider.kind("Permission").diff("1", state, { ...state, userGroupId: UNKNOWN });
    expect(outcome.changes).toBeUndefined();
    expect(outcome.replaces).not.toContain("seccode");
  });

  test("with a known change beside an unknown value says that it changes", async () => {
    const outcome = await world.provider
      .kind("IpGroup")
      .diff("1", { name: "a", rules: [] }, { name: "b", rules: UNKNOWN });
    expect(outcome).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
  });

  test.each<[Kind, Properties, Properties, string]>([
    ["IpGroup", { name: "a", rules: [] }, { name: "a", rules: [], site: "paris" }, "site"],
    ["UserGroup", { name: "a" }, { name: "b" }, "name"],
    ["UserGroup", { name: "a" }, { name: "a", templateUserGroupId: 1 }, "templateUserGroupId"],
    ["Permission", good.Permission, { ...good.Permission, userGroupId: 3 }, "userGroupId"],
    ["Permission", good.Permission, { ...good.Permission, seccode: "saveReport" }, "seccode"],
    ["ReplicatorProfile", good.ReplicatorProfile, { ...good.ReplicatorProfile, site: "paris" }, "site"],
    ["Collector", good.Collector, { ...good.Collector, address: "10.0.0.2" }, "address"],
    ["Policy", good.Policy, { ...good.Policy, cidr: "10.0.0.0/9" }, "cidr"],
    ["Policy", good.Policy, { ...good.Policy, kind: "exclude" }, "kind"],
  ])("of a %s replaces, and deletes first: %j -> %j", async (kind, olds, news, key) => {
    const outcome = await world.provider.kind(kind).diff("1", olds, news);
    expect(outcome).toEqual({ changes: true, replaces: [key], deleteBeforeReplace: true });
  });

  test("sends nothing", () => {
    expect(world.sim.requests.verbs()).toEqual([]);
  });
});
