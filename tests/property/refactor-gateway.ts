import fc from "fast-check";
import { assignedTo, type Change, type Fate, fates, follow, type Objects, together } from "./refactor-objects";
import { idOf, type Item, nameOf, type Value } from "./refactoring";
import { foreignRule, foreignUserGroup } from "./refactor-oracle";
import { sharedGroup } from "./slots";

const network = (cidr: string): Value => ({ type: "network", cidr });
const range: Value = { type: "range", start: "10.3.0.1", end: "10.3.0.9" };
const anyFate = fc.constantFrom(...fates);
const stays = fc.constantFrom("same", "renamed", "renamed" as const);
/** The number of a resource, which is part of its Pulumi name. */
const slotNumber = fc.nat(3);

/** An IP group and its child. */
export const ipGroups: fc.Arbitrary<Change> = fc.record({ office: anyFate, campus: anyFate }).map((fate) => {
  const officeIn = (side: "before" | "after"): boolean => fate.office !== (side === "before" ? "added" : "removed");
  const office = follow(fate.office, "office", "office", "IpGroup", [
    { name: "office", rules: [network("10.1.0.0/16")] },
    { name: "office", rules: [network("10.1.0.0/17"), range] },
  ]);
  const campusRules = (side: "before" | "after", more: Value[]): Item["inputs"] => ({
    name: "campus",
    rules: [...(officeIn(side) ? [{ type: "child", groupId: idOf("office") }] : []), ...more],
  });
  const before = follow(fate.campus, "campus", "campus", "IpGroup", [campusRules("before", []), {}]).before;
  const { after } = follow(fate.campus, "campus", "campus", "IpGroup", [
    campusRules("after", []),
    campusRules("after", [network("10.2.0.0/16")]),
  ]);
  return together([office, { before, after }]);
});

const rules = [network("10.52.0.0/16"), network("10.53.0.0/16"), range];
const assigned = fc.tuple(...rules.map(() => fc.option(slotNumber, { nil: undefined })));

/**
 * Rules in a foreign group: one resource per rule, with changing names, or one resource that owns the group and all
 * rules.
 */
export const sharedRules: fc.Arbitrary<Change> = fc
  .record({ before: assigned, after: assigned, adopted: fc.boolean() })
  .map(({ before, after, adopted }) => {
    const single = (slots: readonly (number | undefined)[]): Objects =>
      assignedTo(slots, "rule", (index) => ({
        kind: "IpGroupRule",
        inputs: { groupId: idOf(sharedGroup), rule: rules[index] ?? range },
      }));
    const all = rules.filter((_, index) => after[index] !== undefined);
    const whole = {
      slot: "depot",
      kind: "IpGroup",
      inputs: { name: sharedGroup, rules: [foreignRule, ...all], onExisting: "adopt" },
    };
    return { before: single(before), after: adopted ? { depot: whole } : single(after) };
  });

const grants: readonly (readonly [Value, Value])[] = [
  [grant("app", "Vitals"), grant("app", "Vitals")],
  [grant("app", "runReport"), grant("app", "runReport")],
  [grant("device", "10.4.0.1"), grant("device", "0a040001")],
];

function grant(permissionType: string, seccode: string): { permissionType: string; seccode: string } {
  return { permissionType, seccode };
}

const owner = fc.record({
  by: fc.constantFrom("single", "single", "set", "set", "none"),
  slot: slotNumber,
  byName: fc.boolean(),
  spelling: fc.nat(1),
});
const owners = fc.record({
  each: fc.tuple(...grants.map(() => owner)),
  set: fc.record({ slot: slotNumber, byName: fc.boolean() }),
});

/** Permissions of one user group: each as its own resource or in a set, by the id or the name of the group. */
export const permissions: fc.Arbitrary<Change> = fc
  .record({ before: owners, after: owners, ours: fc.boolean(), group: stays })
  .map(({ before, after, ours, group }) => {
    const staff = follow(group, "staff", "staff", "UserGroup", [{ name: "staff" }, {}]);
    const granted = (all: typeof before): Objects => grantedBy(all, ours ? "staff" : foreignUserGroup);
    const links = { before: granted(before), after: granted(after) };
    return together(ours ? [staff, links] : [links]);
  });

type Owners = typeof owners extends fc.Arbitrary<infer T> ? T : never;

function grantedBy({ each, set }: Owners, group: string): Objects {
  const groupBy = (byName: boolean): Item["inputs"] =>
    byName ? { userGroupName: nameOf(group) } : { userGroupId: idOf(group) };
  const spelled = (index: number): Value => grants[index]?.[each[index]?.spelling ?? 0] ?? {};
  const singles = assignedTo(
    each.map(({ by, slot }) => (by === "single" ? slot : undefined)),
    "grant",
    (index) => ({
      kind: "Permission",
      inputs: { ...groupBy(each[index]?.byName === true), ...(spelled(index) as Item["inputs"]) },
    }),
  );
  const inSet = each.flatMap(({ by }, index) => (by === "set" ? [spelled(index)] : []));
  if (inSet.length === 0) return singles;
  const inputs = { ...groupBy(set.byName), permissions: inSet };
  return { ...singles, grants: { slot: `grants-${set.slot}`, kind: "PermissionSet", inputs } };
}

const users = ["alice", "bob", "admin"] as const;
const userGroups = ["staff", "ops", foreignUserGroup] as const;
const pairs = users.flatMap((user) => userGroups.map((group) => ({ user, group })));
const membership = fc.record({
  by: fc.constantFrom("none", "none", "link", "inside"),
  slot: slotNumber,
  userByName: fc.boolean(),
  groupByName: fc.boolean(),
});
const memberships = fc.record({
  each: fc.tuple(...pairs.map(() => membership)),
  /** The input that holds memberships without their own resource. */
  inside: fc.constantFrom("members", "userGroupIds"),
  /** Whether an empty list is omitted. */
  omit: fc.boolean(),
});
type Memberships = typeof memberships extends fc.Arbitrary<infer T> ? T : never;
const userFate = fc.constantFrom<Fate>("same", "renamed", "changed");

/**
 * Users, user groups and memberships. A membership is a link, or an entry in the group's members or in the user's
 * groups.
 */
export const accounts: fc.Arbitrary<Change> = fc
  .record({ before: memberships, after: memberships, alice: userFate, bob: stays, staff: stays, ops: stays })
  .map(({ before, after, ...fate }) => {
    const sides = { before: insideOf(before, undefined), after: insideOf(after, before) };
    const changes = (["before", "after"] as const).map((side) => {
      const { membersOf, groupsOf } = sides[side];
      const password = "a password";
      const user = (name: string, slot: string): Item["inputs"] => ({ name, password, ...groupsOf(slot) });
      const all = together([
        follow(fate.alice, "alice", "alice", "User", [user("alice", "alice"), user("alice-renamed", "alice")]),
        follow(fate.bob, "bob", "bob", "User", [user("bob", "bob"), {}]),
        follow(fate.staff, "staff", "staff", "UserGroup", [{ name: "staff", ...membersOf("staff") }, {}]),
        follow(fate.ops, "ops", "ops", "UserGroup", [{ name: "ops", ...membersOf("ops") }, {}]),
      ]);
      return all[side];
    });
    const [first = {}, second = {}] = changes;
    return together([
      { before: first, after: second },
      { before: linksOf(before), after: linksOf(after) },
    ]);
  });

/** Whether a pair of the model is declared inside a user or group. That user or group must be ours. */
function isInside({ each, inside }: Memberships, index: number): boolean {
  const pair = pairs[index];
  const isOurs = inside === "members" ? pair?.group !== foreignUserGroup : pair?.user !== "admin";
  return each[index]?.by === "inside" && isOurs;
}

function insideOf(
  all: Memberships,
  before: Memberships | undefined,
): { membersOf(group: string): Item["inputs"]; groupsOf(user: string): Item["inputs"] } {
  const isThere = (index: number): boolean => all.each[index]?.by !== "none";
  /**
   * An omitted list leaves the memberships that it declared before. So it may be omitted only if something else
   * declares them now.
   */
  const listed = (key: "members" | "userGroupIds", items: Value[], concerned: readonly number[]): Item["inputs"] => {
    const held = concerned.filter((index) => before?.inside === key && isInside(before, index));
    const isOmitted = items.length === 0 && all.omit && held.every(isThere);
    return isOmitted ? {} : { [key]: items };
  };
  const of = (key: "members" | "userGroupIds", isMeant: (pair: (typeof pairs)[number]) => boolean) => {
    const concerned = pairs.flatMap((pair, index) => (isMeant(pair) ? [index] : []));
    const inside = concerned.filter((index) => all.inside === key && isInside(all, index));
    const items = inside.map((index) => {
      const { user = "", group = "" } = pairs[index] ?? {};
      if (key === "userGroupIds") return idOf(group);
      return all.each[index]?.userByName === true ? nameOf(user) : idOf(user);
    });
    return listed(key, items, concerned);
  };
  return {
    membersOf: (group) => of("members", (pair) => pair.group === group),
    groupsOf: (user) => of("userGroupIds", (pair) => pair.user === user),
  };
}

function linksOf(all: Memberships): Objects {
  const slots = all.each.map(({ by, slot }, index) =>
    by === "link" || (by === "inside" && !isInside(all, index)) ? slot : undefined,
  );
  return assignedTo(slots, "duty", (index) => {
    const { user = "", group = "" } = pairs[index] ?? {};
    const { userByName, groupByName } = all.each[index] ?? {};
    return {
      kind: "Membership",
      inputs: {
        ...(userByName === true ? { userName: nameOf(user) } : { userId: idOf(user) }),
        ...(groupByName === true ? { userGroupName: nameOf(group) } : { userGroupId: idOf(group) }),
      },
    };
  });
}

/** Preferences of two users who do not change themselves. One of the users is foreign. */
export const preferences: fc.Arbitrary<Change> = fc
  .record({ first: anyFate, second: anyFate })
  .map(({ first, second }) => {
    const user = { name: "carol", password: "a password" };
    const of = (name: string, values: Record<string, Value>): Item["inputs"] => ({
      userId: idOf(name),
      preferences: values,
    });
    return together([
      follow("same", "carol", "carol", "User", [user, user]),
      follow(first, "looks", "looks", "UserPreferences", [
        of("carol", { language: "english", statusTopn: 10 }),
        of("carol", { language: "german" }),
      ]),
      follow(second, "lists", "lists", "UserPreferences", [
        of("admin", { statusTopn: 20 }),
        of("admin", { statusTopn: 30 }),
      ]),
    ]);
  });
