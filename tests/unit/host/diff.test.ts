import fc from "fast-check";
import type { Difference } from "../../../provider/lifecycle/diff";
import type { Kind } from "../../../provider/registry";
import type { Values } from "../../../provider/values/inputs";
import { UNKNOWN } from "../../../provider/values/schema";
import { entryOf } from "../../support/entries";
import { complete, kinds, lifecycle, notes } from "./support";

const appliance = "https://appliance.example.net/";
const none = { changes: false, replaces: [] };
const changed = { changes: true, replaces: [] };
const mayChange = { changes: undefined, replaces: [] };

/** What diff says about new inputs, where the state holds the checked old ones and computed outputs. */
function diffOf(kind: Kind, before: Values, after: Values): { changes: boolean | undefined; replaces: string[] } {
  const { check, diff } = { check: lifecycle(kind), diff: lifecycle(kind) };
  const olds = check.check(before).inputs;
  const { id, outputs } = entryOf(kind, olds);
  return asked(diff.diff(id, { ...olds, ...outputs, appliance }, check.check(after).inputs));
}

/** What every host needs of a difference. */
function asked({ changes, replaces }: Difference): Pick<Difference, "changes" | "replaces"> {
  return { changes, replaces };
}

describe.each(kinds)("diff of %s", (kind) => {
  const inputs = complete[kind];

  test("is none between a state and the inputs that it was made of", () => {
    expect(diffOf(kind, inputs, inputs)).toEqual(none);
  });

  test("is none where only computed outputs differ", () => {
    const { id, outputs } = entryOf(kind, inputs);
    const others = { ...outputs, memberOf: ["other"], ruleCount: 0 };
    const own = Object.entries(others).filter(([key]) => key in outputs);
    const state = { ...lifecycle(kind).check(inputs).inputs, ...Object.fromEntries(own) };
    expect(asked(lifecycle(kind).diff(id, state, inputs))).toEqual(none);
  });

  test("is never made by onExisting, set, changed or taken away", () => {
    for (const [before, after] of [
      [{}, { onExisting: "adopt" }],
      [{ onExisting: "adopt" }, { onExisting: "fail" }],
      [{ onExisting: "adopt" }, {}],
    ])
      expect(diffOf(kind, { ...inputs, ...before }, { ...inputs, ...after })).toEqual(none);
  });

  test("of another site is a replacement", () => {
    const atParis = { ...inputs, site: "paris" };
    expect(diffOf(kind, inputs, atParis)).toEqual({ changes: true, replaces: ["site"] });
    expect(diffOf(kind, atParis, inputs)).toEqual({ changes: true, replaces: ["site"] });
    expect(diffOf(kind, atParis, atParis)).toEqual(none);
  });

  test("may be one where every input is not known yet", () => {
    const unknown = Object.fromEntries(Object.keys(inputs).map((key) => [key, UNKNOWN]));
    expect(diffOf(kind, inputs, unknown).changes).toBeUndefined();
  });
});

describe("order and spelling are no difference", () => {
  const rules = complete.IpGroup["rules"] as Values[];

  test("the rules of an IP group, in any order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rules, { minLength: rules.length }), (shuffled) => {
        expect(diffOf("IpGroup", complete.IpGroup, { ...complete.IpGroup, rules: shuffled })).toEqual(none);
      }),
    );
  });

  test.each<[string, Kind, Values, Values]>([
    [
      "a rule that is written twice",
      "IpGroup",
      { name: "a", rules: [{ type: "all" }] },
      { name: "a", rules: [{ type: "all" }, { type: "all" }] },
    ],
    [
      "the id of a child as number or text",
      "IpGroup",
      { name: "a", rules: [{ type: "child", groupId: 12 }] },
      { name: "a", rules: [{ type: "child", groupId: "12" }] },
    ],
    [
      "octets that the mask of a wildcard ignores",
      "IpGroup",
      { name: "a", rules: [{ type: "wildcard", address: "10.0.1.1", mask: "0.0.255.0" }] },
      { name: "a", rules: [{ type: "wildcard", address: "10.0.77.1", mask: "0.0.255.0" }] },
    ],
    ["no rules and an empty list", "IpGroup", { name: "a" }, { name: "a", rules: [] }],
    [
      "profiles in another order, and one twice",
      "Collector",
      { address: "10.0.0.1", profiles: ["a", "b"] },
      { address: "10.0.0.1", profiles: ["b", "a", "b"] },
    ],
    [
      "a default that is written out",
      "ReplicatorProfile",
      { name: "a", listeningPort: 1, sendingPort: 2 },
      { name: "a", listeningPort: 1, sendingPort: 2, enabled: true, singularity: false },
    ],
    ["the default template", "UserGroup", { name: "ops" }, { name: "ops", templateUserGroupId: 2 }],
    [
      "members by name in both forms, ids as number and text",
      "UserGroup",
      { name: "ops", members: ["anna", 13] },
      { name: "ops", members: ["13", "name:anna"] },
    ],
    [
      "a device as address or hex, in any case",
      "Permission",
      { userGroupId: 4, permissionType: "device", seccode: "10.1.1.171" },
      { userGroupId: "4", permissionType: "device", seccode: "0a0101ab" },
    ],
    [
      "an interface as address or hex",
      "Permission",
      { userGroupId: 4, permissionType: "interface", seccode: "10.1.1.171-3" },
      { userGroupId: 4, permissionType: "interface", seccode: "0A0101AB-3" },
    ],
    [
      "a report by number or text",
      "Permission",
      { userGroupId: 4, permissionType: "report", seccode: 12 },
      { userGroupId: 4, permissionType: "report", seccode: "12" },
    ],
    [
      "a set of permissions in another order and spelling",
      "PermissionSet",
      complete.PermissionSet,
      {
        userGroupName: "ops",
        permissions: [
          { permissionType: "interface", seccode: "10.1.1.1-3" },
          { permissionType: "app", seccode: "IPGroups" },
        ],
      },
    ],
    ["groups of a user", "User", complete.User, { ...complete.User, userGroupIds: ["4", 5, 4] }],
    ["the value of a setting as number or text", "Setting", complete.Setting, { ...complete.Setting, value: 70 }],
  ])("%s", (_, kind, before, after) => {
    expect(diffOf(kind, before, after)).toEqual(none);
    expect(diffOf(kind, after, before)).toEqual(none);
  });

  test("also beside a value that is not known yet", () => {
    const before = { userGroupId: 4, permissionType: "device", seccode: "10.1.1.1" };
    expect(
      diffOf("Permission", before, { ...before, userGroupId: UNKNOWN, seccode: "0a010101" }).replaces,
    ).not.toContain("seccode");
    const group = { name: "a", rules: [{ type: "all" }, { type: "ip", address: "10.0.0.1" }] };
    const shuffled = { name: UNKNOWN, rules: [{ type: "ip", address: "10.0.0.1" }, { type: "all" }] };
    expect(diffOf("IpGroup", group, shuffled)).toEqual(mayChange);
  });
});

describe("what changes in place and what replaces", () => {
  const inPlace: [Kind, string, unknown][] = [
    ["IpGroup", "name", "Other"],
    ["IpGroup", "rules", [{ type: "all" }]],
    ["IpGroup", "rules", undefined],
    ["UserGroup", "members", ["berta"]],
    ["ReplicatorProfile", "name", "other"],
    ["ReplicatorProfile", "listeningPort", 1],
    ["ReplicatorProfile", "sendingPort", 1],
    ["ReplicatorProfile", "enabled", true],
    ["ReplicatorProfile", "singularity", false],
    ["ReplicatorProfile", "description", "other"],
    ["ReplicatorProfile", "description", undefined],
    ["Collector", "profiles", ["c"]],
    ["Collector", "threshold", 0],
    ["Collector", "threshold", undefined],
    ["Collector", "description", "other"],
    ["Collector", "exclusive", false],
    ["Exporter", "profiles", ["c"]],
    ["Exporter", "description", "other"],
    ["Policy", "profile", "b"],
    ["User", "userGroupIds", [4]],
    ["UserPreferences", "preferences", { statusTopn: 20 }],
    ["PermissionSet", "permissions", []],
    ["Setting", "value", "71"],
    ["Setting", "enabled", false],
    ["IpGroupRule", "rule", { type: "ip", address: "10.1.1.2" }],
  ];

  test.each(inPlace)("%s: %s changes in place (%j)", (kind, key, value) => {
    expect(diffOf(kind, complete[kind], { ...complete[kind], [key]: value })).toEqual(changed);
  });

  test("User: name changes in place where the number is known, and replaces where only the name is", () => {
    const renamed = { ...complete.User, name: "berta" };
    expect(diffOf("User", complete.User, renamed)).toEqual(changed);
    expect(asked(lifecycle("User").diff("name:anna", complete.User, renamed))).toEqual({
      changes: true,
      replaces: ["name"],
    });
    expect(notes.splice(0).join()).toContain("number of this user is not known");
  });

  const replacing: [Kind, string, unknown][] = [
    ["UserGroup", "name", "other"],
    ["UserGroup", "templateUserGroupId", 4],
    ["Permission", "userGroupId", 5],
    ["Permission", "seccode", "10.1.1.2"],
    ["Collector", "address", "10.0.0.77"],
    ["Exporter", "address", "10.0.0.77"],
    ["Policy", "cidr", "10.0.0.0/9"],
    ["Policy", "kind", "exclude"],
    ["User", "password", "another password"],
    ["UserPreferences", "userId", 14],
    ["Membership", "userId", 14],
    ["Membership", "userGroupId", 5],
    ["PermissionSet", "userGroupName", "other"],
    ["Setting", "name", "downDisplayHour"],
    ["IpGroupRule", "groupId", 13],
    ["IpGroupRule", "rule", { type: "all" }],
  ];

  test.each(replacing)("%s: a change of %s replaces (%j)", (kind, key, value) => {
    expect(diffOf(kind, complete[kind], { ...complete[kind], [key]: value })).toEqual({
      changes: true,
      replaces: [key],
    });
  });

  test("Permission: a change of permissionType replaces", () => {
    const report = { userGroupId: 4, permissionType: "report", seccode: 12 };
    expect(diffOf("Permission", report, { ...report, permissionType: "gadget" })).toEqual({
      changes: true,
      replaces: ["permissionType"],
    });
  });

  test("a reference to a user group by name in place of its id replaces: the API does not tell that they are one", () => {
    const { userGroupId: _id, ...rest } = complete.Permission;
    const { replaces } = diffOf("Permission", complete.Permission, { ...rest, userGroupName: "ops" });
    expect(replaces.sort()).toEqual(["userGroupId", "userGroupName"]);
  });

  test("F99: why a new password replaces a user is told in the preview, without the password", () => {
    notes.length = 0;
    diffOf("User", complete.User, { ...complete.User, password: "canary-new-password" });
    expect(notes).toEqual([expect.stringMatching(/^User "anna": .*cannot change a password/u)]);
    expect(notes.join()).not.toContain("canary");
  });
});

describe("a value that is not known yet", () => {
  test("may change what it stands for", () => {
    const unknownChild = { name: "Branches", rules: [{ type: "child", groupId: UNKNOWN }] };
    expect(diffOf("IpGroup", complete.IpGroup, unknownChild)).toEqual(mayChange);
    expect(diffOf("Collector", complete.Collector, { ...complete.Collector, profiles: ["a", UNKNOWN] })).toEqual(
      mayChange,
    );
    expect(diffOf("Collector", complete.Collector, { ...complete.Collector, threshold: UNKNOWN })).toEqual(mayChange);
  });

  test("does not hide a change of another input", () => {
    const inputs = { ...complete.Collector, profiles: UNKNOWN, threshold: 7 };
    expect(diffOf("Collector", complete.Collector, inputs)).toEqual(changed);
  });

  test("where a change replaces may replace, so that what depends on the object is deleted first", () => {
    const inputs = { ...complete.Permission, userGroupId: UNKNOWN };
    expect(diffOf("Permission", complete.Permission, inputs)).toEqual({
      changes: undefined,
      replaces: ["userGroupId"],
    });
  });

  test("in an input that was not set before may set it", () => {
    expect(diffOf("UserGroup", { name: "ops" }, { name: "ops", members: UNKNOWN })).toEqual(mayChange);
  });
});

test("a state of an older version, without an input that has a default now, is no difference", () => {
  const state = { name: "prod", listeningPort: 1, sendingPort: 2, appliance: "https://r" };
  const { inputs } = lifecycle("ReplicatorProfile").check({ name: "prod", listeningPort: 1, sendingPort: 2 });
  expect(asked(lifecycle("ReplicatorProfile").diff("prod", state, inputs))).toEqual(none);
});

test("check and diff are pure: the same answer again, and their arguments as they were", () => {
  for (const kind of kinds) {
    const before = structuredClone(complete[kind]);
    const after = { ...structuredClone(complete[kind]), site: "paris" };
    const [first, second] = [diffOf(kind, before, after), diffOf(kind, before, after)];
    expect(first).toEqual(second);
    expect(before).toEqual(complete[kind]);
    expect(after).toEqual({ ...complete[kind], site: "paris" });
  }
});
