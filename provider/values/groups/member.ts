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

/**
 * All rules of a group, with its children as rules. `idOf` returns the number of a group of the resource. A child
 * without a number yet is left out, and listed in `missing`.
 */
export function wholeRules(
  { rules, children }: Pick<GroupMember, "rules" | "children">,
  groups: Readonly<Record<string, unknown>>,
  idOf: (name: string) => number | undefined,
): { rules: CanonicalRule[]; missing: string[] } {
  const missing: string[] = [];
  const below = children.flatMap((child): CanonicalRule[] => {
    const target = targetOf(child, groups);
    const id = target === undefined || "id" in target ? target?.id : idOf(target.name);
    if (id === undefined) missing.push(String(child));
    return id === undefined ? [] : [{ type: "child", groupId: String(id) }];
  });
  return { rules: asSet([...rules, ...below]), missing };
}
