import type { Difference } from "../differences";
import type { CanonicalRule } from "../rule";
import { matchGroups } from "./matching";
import { groupMembers, type Child, type GroupMember, type GroupMembers } from "./member";

/** The change of one group of an `IpGroups`. */
interface GroupDifference {
  /** Its name after the change; of a deleted group, its present name. */
  readonly group: string;
  readonly change: "create" | "update" | "delete";
  /** Its former name, if it is renamed. */
  readonly formerName?: string;
  readonly rules: Changes<CanonicalRule>;
  readonly children: Changes<Child>;
}

/** Items that are added and removed. */
export interface Changes<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

/**
 * The differences between two inputs `groups` of an `IpGroups`, group by group and rule by rule, as an update sees
 * them: order and spelling do not count. Undefined if one of the inputs is not known or
 * has another form. Pure.
 */
export function differencesOfGroups(before: unknown, after: unknown): GroupDifference[] | undefined {
  const [old, want] = [groupMembers.safeParse(before ?? {}), groupMembers.safeParse(after ?? {})];
  return old.success && want.success ? differencesOf(old.data, want.data) : undefined;
}

/** As {@link differencesOfGroups}, with one difference for each group, rule and child. */
export function partsOfGroups(before: unknown, after: unknown): Omit<Difference, "input">[] | undefined {
  return differencesOfGroups(before, after)?.flatMap(({ group, change, formerName, rules, children }) => [
    ...(change === "create" ? [{ property: "groups", after: group, isItem: true as const }] : []),
    ...(change === "delete" ? [{ property: "groups", before: group, isItem: true as const }] : []),
    ...(formerName === undefined ? [] : [{ property: "groups", before: formerName, after: group }]),
    ...itemsOf(`groups.${group}.rules`, rules),
    ...itemsOf(`groups.${group}.children`, children),
  ]);
}

function itemsOf(property: string, { added, removed }: Changes<unknown>): Omit<Difference, "input">[] {
  return [
    ...removed.map((before) => ({ property, before, isItem: true as const })),
    ...added.map((after) => ({ property, after, isItem: true as const })),
  ];
}

function differencesOf(before: GroupMembers, want: GroupMembers): GroupDifference[] {
  const { from, dropped } = matchGroups(before, want, before);
  const formerNames = new Map([...from].map(([name, key]) => [key, name]));
  const wanted = Object.entries(want).flatMap(([group, member]): GroupDifference[] => {
    const key = from.get(group);
    if (key === undefined) return [{ group, change: "create", ...changesOf(none, member) }];
    // A renamed child is the same child.
    const old = before[key] ?? none;
    const children = old.children.map((child) => formerNames.get(String(child)) ?? child);
    const changes = changesOf({ ...old, children }, member);
    const renamed = key === group ? {} : { formerName: key };
    const isSame = key === group && Object.values(changes).every(({ added, removed }) => isNone(added, removed));
    return isSame ? [] : [{ group, change: "update", ...renamed, ...changes }];
  });
  const gone = dropped.map((group): GroupDifference => {
    return { group, change: "delete", ...changesOf(before[group] ?? none, none) };
  });
  return [...wanted, ...gone];
}

const none: Pick<GroupMember, "rules" | "children"> = { rules: [], children: [] };

function changesOf(before: typeof none, after: typeof none): Pick<GroupDifference, "rules" | "children"> {
  return { rules: changes(before.rules, after.rules), children: changes(before.children, after.children) };
}

function changes<T>(before: readonly T[], after: readonly T[]): Changes<T> {
  return { added: without(after, before), removed: without(before, after) };
}

function without<T>(items: readonly T[], others: readonly T[]): T[] {
  const texts = new Set(others.map((one) => JSON.stringify(one)));
  return items.filter((one) => !texts.has(JSON.stringify(one)));
}

function isNone(...lists: readonly (readonly unknown[])[]): boolean {
  return lists.every((list) => list.length === 0);
}
