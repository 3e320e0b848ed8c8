import { z } from "zod";
import { objectName } from "../names";
import { objectId } from "../numbers";
import { onExisting } from "../origin";
import { groupRules, type CanonicalRule } from "../rule";
import { asSet, setOf, strict } from "../schema";

const childFault = { error: "must be the name of a group of this resource, or an id" };

/** A child: a group of the same resource by its name, or any group by its id. */
const child = z.union([objectName, z.number()], childFault);

/** One of the groups that one resource holds. */
const groupMember = strict({
  /** Rules that decide which IPv4 addresses belong to the group; a set, default none. */
  rules: groupRules.default([]),
  /** Groups nested in it: groups of this resource by name, any group by id; a set, default none. */
  children: setOf(child).default([]),
  /** Names that the group had before in this resource: it is renamed in place. */
  formerNames: z.array(objectName).optional(),
  /** What to do with an existing group of this name, if that differs from the resource's own `onExisting`. */
  onExisting: onExisting.optional(),
});

/** The groups of one resource, by name. */
export const groupMembers = z.record(objectName, groupMember);

/** A child as it is written. */
export type Child = z.output<typeof child>;
/** A group in canonical form. */
export type GroupMember = z.output<typeof groupMember>;
/** Groups in canonical form, by name. */
export type GroupMembers = Readonly<Record<string, GroupMember>>;

/**
 * The target of a child: a group of the same resource, another one by its number, or undefined if it does not exist.
 */
type ChildTarget = { readonly name: string } | { readonly id: string } | undefined;

/**
 * Resolves a child. A text that is the name of a group of the resource is that group, even if it consists of digits.
 */
export function targetOf(child: Child, groups: Readonly<Record<string, unknown>>): ChildTarget {
  if (typeof child === "string" && Object.hasOwn(groups, child)) return { name: child };
  const id = objectId.safeParse(child);
  return id.success ? { id: id.data } : undefined;
}

/** Names of the groups of the resource that are children of a group. */
export function childNames(member: Pick<GroupMember, "children">, groups: Readonly<Record<string, unknown>>): string[] {
  return member.children.flatMap((child) => {
    const target = targetOf(child, groups);
    return target !== undefined && "name" in target ? [target.name] : [];
  });
}

/** All rules of a group, with its children as rules. A child without a number is left out, and listed in `missing`. */
export function rulesIn(
  { rules, children }: Pick<GroupMember, "rules" | "children">,
  groups: Readonly<Record<string, unknown>>,
  ids: Readonly<Record<string, number>>,
): { rules: CanonicalRule[]; missing: string[] } {
  const missing: string[] = [];
  const below = children.flatMap((child): CanonicalRule[] => {
    const target = targetOf(child, groups);
    const id = target === undefined || "id" in target ? target?.id : ids[target.name];
    if (id === undefined) missing.push(String(child));
    return id === undefined ? [] : [{ type: "child", groupId: String(id) }];
  });
  return { rules: asSet([...rules, ...below]), missing };
}

/** The live rules of a group in the declared form: a rule for a child becomes a child by name or id again. */
export function memberOf(
  live: readonly CanonicalRule[],
  declared: GroupMember,
  groups: GroupMembers,
  ids: Readonly<Record<string, number>>,
): GroupMember {
  const names = new Map<string, Child>(Object.entries(ids).map(([name, id]) => [String(id), name]));
  for (const child of declared.children) {
    const [rule] = rulesIn({ rules: [], children: [child] }, groups, ids).rules;
    if (rule?.type === "child") names.set(rule.groupId, child);
  }
  const written = new Set(declared.rules.map((one) => JSON.stringify(one)));
  const childOf = (one: CanonicalRule): Child | undefined =>
    one.type === "child" && !written.has(JSON.stringify(one)) ? names.get(one.groupId) : undefined;
  const children = live.flatMap((one) => childOf(one) ?? []);
  return { ...declared, rules: live.filter((one) => childOf(one) === undefined), children };
}

/** The group in the state for each declared group, and the groups in the state that are no longer declared. */
interface Matching {
  /** The name in the state, by declared name. A new group has no entry. */
  readonly from: ReadonlyMap<string, string>;
  readonly dropped: readonly string[];
}

/**
 * Matches declared groups with those in the state: first by former names that the state does not have yet, then by name,
 * then by any former name. Pure.
 *
 * @param known the groups in the state as they were declared: a former name that they have was applied before
 */
export function matchGroups(
  before: Readonly<Record<string, unknown>>,
  want: GroupMembers,
  known: GroupMembers,
): Matching {
  const from = new Map<string, string>();
  const left = new Set(Object.keys(before));
  const take = (name: string, key: string | undefined): void => {
    if (key === undefined || from.has(name) || !left.delete(key)) return;
    from.set(name, key);
  };
  const names = Object.keys(want);
  const formerOf = (name: string): string | undefined =>
    want[name]?.formerNames?.findLast((former) => {
      const isApplied = known[name]?.formerNames?.includes(former) === true;
      return former !== name && !isApplied && Object.hasOwn(before, former);
    });
  for (const name of names) {
    const former = formerOf(name);
    // A group that keeps its name keeps it, even if another one claims to have had it.
    if (former !== undefined && (!Object.hasOwn(want, former) || formerOf(former) !== undefined)) take(name, former);
  }
  for (const name of names) take(name, name);
  for (const name of names) {
    for (const former of [...(want[name]?.formerNames ?? [])].reverse()) take(name, former);
  }
  return { from, dropped: [...left] };
}
