import type { Kind } from "../../../provider/registry";
import { Secret } from "../../../provider/secret";
import type { Values } from "../../../provider/values/inputs";
import { UNKNOWN } from "../../../provider/values/schema";
import { configuration } from "../config/support";
import { complete, failuresOf, kinds, lifecycle } from "./support";

describe.each(kinds)("check of %s", (kind) => {
  const inputs = complete[kind];

  test("passes what is right and gives it back as it was written: nothing is rewritten or sorted", () => {
    const written = structuredClone(inputs);
    expect(lifecycle(kind).check(inputs)).toEqual({ inputs: written, failures: [] });
    expect(inputs).toEqual(written);
  });

  test.each(Object.keys(inputs))("passes a value that is not known yet: %s", (key) => {
    const unknown = { ...inputs, [key]: UNKNOWN };
    expect(lifecycle(kind).check(unknown)).toEqual({ inputs: unknown, failures: [] });
  });

  test("passes where nothing is known yet", () => {
    const unknown = Object.fromEntries(Object.keys(inputs).map((key) => [key, UNKNOWN]));
    expect(failuresOf(kind, unknown)).toEqual([]);
  });

  test("refuses a key that it does not have", () => {
    expect(failuresOf(kind, { ...inputs, descripton: "x" })).toEqual([
      expect.stringMatching(/^unknown key "descripton"(?:, did you mean "description"\?|; known: )/u),
    ]);
  });

  test.each<[string, Values, string]>([
    ["an empty site", { site: "" }, "site: must not be empty"],
    ["a number for a site", { site: 5 }, "site: must be a string, not a number"],
    ["an unknown mode", { onExisting: "replace" }, 'onExisting: must be "fail", "adopt" or "adoptIfEqual"'],
  ])("refuses %s", (_, extra, message) => {
    expect(failuresOf(kind, { ...inputs, ...extra })).toEqual([message]);
  });

  test("names every required input that is missing", () => {
    const failures = failuresOf(kind, {});
    for (const failure of failures) expect(failure).toMatch(/^\w+: is required/u);
    expect(failures.length).toBeGreaterThan(0);
  });
});

describe("check fills defaults", () => {
  test.each<[Kind, Values, Values]>([
    ["IpGroup", { name: "a" }, { rules: [] }],
    ["UserGroup", { name: "ops" }, { templateUserGroupId: "2" }],
    ["ReplicatorProfile", { name: "a", listeningPort: 1, sendingPort: 2 }, { enabled: true, singularity: false }],
    ["Collector", { address: "10.0.0.1", profiles: ["a"] }, { exclusive: false }],
    ["Exporter", { address: "10.0.0.1", profiles: ["a"] }, { exclusive: false }],
    ["Setting", { name: "pingCollectors", enabled: true }, { onDestroy: "restore" }],
    ["Policy", { cidr: "10.0.0.0/8", profile: "a", kind: "include" }, {}],
    ["Permission", { userGroupId: 4, permissionType: "app", seccode: "tos" }, {}],
  ])("of %s: %j gets %j", (kind, given, filled) => {
    expect(lifecycle(kind).check(given)).toEqual({ inputs: { ...given, ...filled }, failures: [] });
  });

  test("and leaves out what is undefined, which the state does not know", () => {
    const { inputs } = lifecycle("Collector").check({ address: "10.0.0.1", profiles: ["a"], description: undefined });
    expect(Object.keys(inputs).sort()).toEqual(["address", "exclusive", "profiles"]);
  });
});

describe("check reports every fault of a resource at once, with the path that the user wrote", () => {
  test.each<[Kind, Values, string[]]>([
    [
      "IpGroup",
      {
        name: "",
        rules: [
          { type: "network", cidr: "10.0.0.1/8" },
          { type: "range", start: "10.0.0.9", end: "10.0.0.1" },
          { type: "child" },
          { type: "netwrk" },
          { type: "ip", address: "010.0.0.1" },
        ],
        rulez: [],
      },
      [
        "name: must not be empty",
        'rules[0].cidr: "10.0.0.1/8" has host bits set; the network is 10.0.0.0/8',
        "rules[1]: start 10.0.0.9 lies after end 10.0.0.1",
        "rules[2].groupId: is required (an id: a positive whole number)",
        'rules[3].type: unknown rule type "netwrk", did you mean "network"?',
        'rules[4].address: "010.0.0.1" has an octet with a leading zero, which some programs read as octal: write 10.0.0.1',
        'unknown key "rulez", did you mean "rules"?',
      ],
    ],
    [
      "Collector",
      { address: "10.0.0.1:2055", profiles: [], threshold: -1, description: "Zürich", exclusive: "no" },
      [
        'address: "10.0.0.1:2055" holds a port: write the address alone, 10.0.0.1',
        "profiles: needs at least one profile",
        "threshold: must be a whole number of packets per second below 2^53, or 0 for none",
        'description: must be URI-compatible ASCII (letters, digits, punctuation, spaces), without "ü"',
        "exclusive: must be a boolean, not a string",
      ],
    ],
    [
      "ReplicatorProfile",
      { name: "a/b", listeningPort: 0, sendingPort: 65536, description: "" },
      [
        'name: must not hold "/" or "\\", which servers may take for the end of a path segment',
        "listeningPort: must be a port: a whole number from 1 to 65535",
        "sendingPort: must be a port: a whole number from 1 to 65535",
        "description: must not be empty",
      ],
    ],
    [
      "Policy",
      { cidr: "10.0.0.0/33", profile: "..", kind: "permit" },
      [
        'cidr: "10.0.0.0/33" needs a prefix length from 0 to 32, without leading zeros, like 10.1.0.0/16',
        'profile: must not be "..", which means another folder in a path',
        'kind: must be "include" or "exclude"',
      ],
    ],
    [
      "UserGroup",
      { name: "12", templateUserGroupId: "Guests", members: ["anna", -5] },
      [
        "name: looks like an integer, which the gateway takes for an id",
        "templateUserGroupId: must be an id: a positive whole number",
        "members[1]: must be a user: an id (a positive whole number) or a name",
      ],
    ],
    [
      "Permission",
      { userGroupId: 4, userGroupName: "ops", permissionType: "device", seccode: "0A01010" },
      [
        "userGroupName: must not be set together with userGroupId",
        'seccode: "0A01010" is not a device: write 8 hex digits or a dotted IPv4 address, like 0A010101 or 10.1.1.1',
      ],
    ],
    [
      "Permission",
      { permissionType: "app", seccode: "IPGrups" },
      [
        "userGroupId: is required, or userGroupName in its place",
        'seccode: unknown app seccode "IPGrups", did you mean "IPGroups"?',
      ],
    ],
    [
      "PermissionSet",
      { userGroupId: 4, permissions: [{ permissionType: "app", seccode: "x y" }, { permissionType: "interface" }] },
      [
        'permissions[0].seccode: unknown app seccode "x y"',
        "permissions[1].seccode: is required (text, a whole number or { raw: text })",
      ],
    ],
    [
      "Membership",
      { userId: 1, userName: "anna" },
      ["userName: must not be set together with userId", "userGroupId: is required, or userGroupName in its place"],
    ],
    [
      "UserPreferences",
      { userId: "name:anna", preferences: { language: true } },
      ["userId: must be an id: a positive whole number", "preferences.language: must be text or a number"],
    ],
    [
      "IpGroupRule",
      { groupId: "Branches", rule: { type: "network" } },
      ["groupId: must be an id: a positive whole number", "rule.cidr: is required (a string)"],
    ],
    [
      "Setting",
      { name: "flowStopAlert", onDestroy: "delete" },
      [
        'onDestroy: must be "restore", "leave" or "disable"',
        "value: is required, or enabled, or both: nothing would be managed",
      ],
    ],
  ])("%s", (kind, inputs, failures) => {
    expect(failuresOf(kind, inputs).sort()).toEqual([...failures].sort());
  });

  test("and beside it the mistakes of the configuration", () => {
    const faulty = configuration({ gateway: { tokn: "x" } });
    expect(failuresOf("IpGroup", { name: "" }, { configurationProblems: (site) => faulty.problems(site) })).toEqual([
      "name: must not be empty",
      'configuration flowgate:gateway: unknown key "tokn", did you mean "token"?',
    ]);
  });
});

describe("check asks the configuration about the site of the resource", () => {
  const asked: (string | undefined)[] = [];
  const world = {
    configurationProblems: (site: string | undefined) => {
      asked.push(site);
      return [];
    },
  };

  test.each([
    ["paris", "paris"],
    [undefined, undefined],
    [UNKNOWN, undefined],
  ])("%p", (site, expected) => {
    failuresOf("IpGroup", { name: "a", site }, world);
    expect(asked.pop()).toBe(expected);
  });
});

describe("check of onExisting", () => {
  test.each(["UserGroup", "User", "Permission", "Membership", "PermissionSet", "UserPreferences"] as const)(
    "refuses adoptIfEqual for %s, which cannot be read",
    (kind) => {
      expect(failuresOf(kind, { ...complete[kind], onExisting: "adoptIfEqual" })).toEqual([
        expect.stringMatching(
          new RegExp(
            `^onExisting: "adoptIfEqual" cannot be decided: the API has no action that reads an? ${kind}`,
            "u",
          ),
        ),
      ]);
      expect(failuresOf(kind, { ...complete[kind], onExisting: "adopt" })).toEqual([]);
    },
  );

  test.each(["IpGroup", "ReplicatorProfile", "Collector", "Exporter"] as const)("takes every mode for %s", (kind) => {
    for (const onExisting of ["fail", "adopt", "adoptIfEqual"])
      expect(failuresOf(kind, { ...complete[kind], onExisting })).toEqual([]);
  });
});

describe("check refuses a value that is equal to a configured credential: it would be stored in clear", () => {
  const message = (path: string): string =>
    `${path}: is equal to a configured credential, and would be stored in clear`;

  test("from the first check on, before anything was sent", () => {
    const token = "canary-check-token-1f9c";
    configuration({ gateway: { url: "https://gateway.example.net", token } });
    expect(failuresOf("IpGroup", { name: token })).toEqual([message("name")]);
  });

  test("at any depth", () => {
    const password = "canary-check-password-77d0";
    new Secret(password);
    expect(failuresOf("Collector", { address: "10.0.0.1", profiles: ["a", password], description: password })).toEqual([
      message("profiles[1]"),
      message("description"),
    ]);
  });

  test("and does not repeat it", () => {
    const password = "canary-check-password-20e8";
    new Secret(password);
    expect(failuresOf("Collector", { address: password, profiles: ["a"] }).join()).not.toContain("canary");
  });
});

describe("values that are not known yet", () => {
  test.each<[string, Kind, Values]>([
    ["the id of a child group", "IpGroup", { name: "a", rules: [{ type: "child", groupId: UNKNOWN }] }],
    ["one rule of many", "IpGroup", { name: "a", rules: [UNKNOWN, { type: "all" }] }],
    ["one end of a range", "IpGroup", { name: "a", rules: [{ type: "range", start: UNKNOWN, end: "10.0.0.1" }] }],
    ["a profile", "Collector", { address: "10.0.0.1", profiles: [UNKNOWN] }],
    ["a permission type", "Permission", { userGroupId: 4, permissionType: UNKNOWN, seccode: "anything" }],
    ["a user group by name", "Permission", { userGroupName: UNKNOWN, permissionType: "app", seccode: "tos" }],
    [
      "a permission of a set",
      "PermissionSet",
      { userGroupId: 4, permissions: [{ permissionType: "app", seccode: UNKNOWN }] },
    ],
    ["a preference", "UserPreferences", { userId: 13, preferences: { language: UNKNOWN } }],
    ["a value of a setting", "Setting", { name: "flowStopAlert", value: UNKNOWN }],
  ])("pass at any depth: %s", (_, kind, inputs) => {
    expect(lifecycle(kind).check(inputs).failures).toEqual([]);
  });

  test.each<[string, Kind, Values, string]>([
    [
      "another rule",
      "IpGroup",
      {
        name: "a",
        rules: [
          { type: "child", groupId: UNKNOWN },
          { type: "ip", address: "x" },
        ],
      },
      'rules[1].address: "x" is not an IPv4 address in dotted decimal, like 10.1.2.3',
    ],
    [
      "an unknown key beside them",
      "IpGroup",
      { name: "a", rules: [{ type: "child", groupId: UNKNOWN, group: 1 }] },
      'rules[0]: unknown key "group", did you mean "groupId"?',
    ],
    [
      "both ways to name a user group",
      "Permission",
      { userGroupId: UNKNOWN, userGroupName: "ops", permissionType: "app", seccode: "tos" },
      "userGroupName: must not be set together with userGroupId",
    ],
    [
      "the seccode of a known type",
      "Permission",
      { userGroupId: UNKNOWN, permissionType: "app", seccode: "IPGrups" },
      'seccode: unknown app seccode "IPGrups", did you mean "IPGroups"?',
    ],
  ])("hide no fault of what is known: %s", (_, kind, inputs, message) => {
    expect(failuresOf(kind, inputs)).toEqual([message]);
  });
});

test("F132: 10,000 rules in one group are checked, 10,001 are refused", () => {
  const rules = (count: number): Values => ({
    name: "a",
    rules: Array.from({ length: count }, (_, i) => ({
      type: "ip",
      address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    })),
  });
  expect(failuresOf("IpGroup", rules(10_000))).toEqual([]);
  expect(failuresOf("IpGroup", rules(10_001))).toEqual(["rules: holds more than 10000 rules"]);
});
