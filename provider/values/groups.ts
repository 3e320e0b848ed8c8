import { z } from "#zod";
import { objectName } from "./names";
import { objectId } from "./numbers";
import { onExisting } from "./origin";
import { quoted, unknownWord } from "./quoted";
import { groupRules, type CanonicalRule } from "./rule";
import { asSet, setOf, strict } from "./schema";

const childFault = { error: "must be the name of a group of this resource, or an id" };

/** A child: a group of the same resource by its name, or any group by its id. */
const childRef = z.union([objectName, z.number()], childFault);

const groupMember = strict({
  /** Rules that decide which IPv4 addresses belong to the group; a set, default none. */
  rules: groupRules.default([]),
  /** Groups nested in it: groups of this resource by name, any group by id; a set, default none. */
  children: setOf(childRef).default([]),
  /** What to do with an existing group of this name, if that differs from the resource's own `onExisting`. */
  onExisting: onExisting.optional(),
});

export const groupName = objectName.refine((name) => !(name in {}), {
  error: "cannot be a name here, because every JavaScript object has it",
});

export const groupMembers = z.record(groupName, groupMember);

type Child = z.output<typeof childRef>;
export type GroupMember = z.output<typeof groupMember>;
type GroupMembers = Readonly<Record<string, GroupMember>>;

/** Names of the groups of the resource that are children of a group. A name of digits is a name, if a group has it. */
function childNames(groups: GroupMembers, name: string): string[] {
  return (groups[name]?.children ?? []).map(String).filter((one) => Object.hasOwn(groups, one));
}

/** Reports children that no group has as name or id, and groups that contain themselves. */
export function checkNesting({ groups }: { groups: GroupMembers }, context: z.core.$RefinementCtx): void {
  const known = Object.keys(groups);
  const isUnknown = (one: string): boolean => !Object.hasOwn(groups, one) && !objectId.safeParse(one).success;
  const faults = Object.entries(groups).flatMap(([name, { children }]) =>
    children
      .map(String)
      .filter(isUnknown)
      .map((one) => `${quoted(name)}: ${unknownWord("child", one, known)}`),
  );
  const way = nestingOf(groups).circle.map(quoted).join(" > ");
  if (way !== "") faults.push(`groups contain each other in a cycle, ${way}: remove one of these links`);
  for (const message of faults) context.addIssue({ code: "custom", path: ["groups"], message });
}

/**
 * The names of groups in the order of nesting: all children of a level's groups are in the levels before it. If groups
 * contain themselves, which an edited state may say, they are the last level, and `circle` names some of them.
 */
export function nestingOf(groups: GroupMembers): { levels: string[][]; circle: string[] } {
  const levels: string[][] = [];
  const left = new Set(Object.keys(groups));
  const belowOf = (name: string): string | undefined => childNames(groups, name).find((one) => left.has(one));
  for (;;) {
    const level = [...left].filter((name) => belowOf(name) === undefined);
    if (level.length === 0) break;
    for (const name of level) left.delete(name);
    levels.push(level);
  }
  const way: string[] = [];
  for (let [next] = [...left]; next !== undefined; next = belowOf(next)) {
    const from = way.indexOf(next);
    way.push(next);
    if (from >= 0) return { levels: [...levels, [...left]], circle: way.slice(from) };
  }
  return { levels, circle: [] };
}

/** All rules of a group, with its children as rules. A child without a number is left out, and listed in `missing`. */
export function rulesIn(
  { rules, children }: GroupMember,
  groups: GroupMembers,
  ids: Readonly<Record<string, number>>,
): { rules: CanonicalRule[]; missing: string[] } {
  const missing: string[] = [];
  const below = children.flatMap((one): CanonicalRule[] => {
    const id = Object.hasOwn(groups, one) ? ids[one] : one;
    if (id === undefined) missing.push(String(one));
    return id === undefined ? [] : [{ type: "child", groupId: String(id) }];
  });
  return { rules: asSet([...rules, ...below]), missing };
}

/**
 * The live rules of a group in the declared form: a rule for a child becomes a child by name or id again. `byNumber`: the
 * names of all groups of the resource, made once for all of them.
 */
export function memberOf(
  live: readonly CanonicalRule[],
  declared: GroupMember,
  ids: Readonly<Record<string, number>>,
  byNumber: ReadonlyMap<string, string>,
): GroupMember {
  const byId = new Map(declared.children.filter((one) => !Object.hasOwn(ids, one)).map((one) => [String(one), one]));
  const asRules = new Set(declared.rules.map((one) => JSON.stringify(one)));
  const childOf = (one: CanonicalRule): Child | undefined =>
    one.type === "child" && !asRules.has(JSON.stringify(one))
      ? (byNumber.get(one.groupId) ?? byId.get(one.groupId))
      : undefined;
  const children = live.flatMap((one) => childOf(one) ?? []);
  return { ...declared, rules: live.filter((one) => childOf(one) === undefined), children };
}
