import type { Difference } from "../differences";
import { groupMembers, matchGroups } from "./member";

type Part = Omit<Difference, "input">;

/**
 * The differences between two inputs `groups` of an `IpGroups`, one for each group, rule and child. Undefined if one of
 * the inputs is not known or has another form. Pure.
 */
export function partsOfGroups(before: unknown, after: unknown): Part[] | undefined {
  const [old, want] = [groupMembers.safeParse(before ?? {}).data, groupMembers.safeParse(after ?? {}).data];
  if (old === undefined || want === undefined) return undefined;
  const { from, dropped } = matchGroups(old, want, old);
  const newNames = new Map([...from].map(([name, key]) => [key, name]));
  const wanted = Object.entries(want).flatMap(([name, { rules, children }]): Part[] => {
    const key = from.get(name);
    const was = key === undefined ? undefined : old[key];
    // A renamed child is the same child.
    const below = was?.children.map((child) => newNames.get(String(child)) ?? child);
    return [
      ...(key === undefined ? [{ property: "groups", after: name, isItem: true as const }] : []),
      ...(key === undefined || key === name ? [] : [{ property: "groups", before: key, after: name }]),
      ...itemsOf(`groups.${name}.rules`, was?.rules, rules),
      ...itemsOf(`groups.${name}.children`, below, children),
    ];
  });
  const gone = dropped.flatMap((name): Part[] => [
    { property: "groups", before: name, isItem: true },
    ...itemsOf(`groups.${name}.rules`, old[name]?.rules, []),
    ...itemsOf(`groups.${name}.children`, old[name]?.children, []),
  ]);
  return [...wanted, ...gone];
}

function itemsOf(property: string, before: readonly unknown[] = [], after: readonly unknown[]): Part[] {
  const without = (items: readonly unknown[], others: readonly unknown[]): unknown[] => {
    const texts = new Set(others.map((one) => JSON.stringify(one)));
    return items.filter((one) => !texts.has(JSON.stringify(one)));
  };
  return [
    ...without(before, after).map((one) => ({ property, before: one, isItem: true as const })),
    ...without(after, before).map((one) => ({ property, after: one, isItem: true as const })),
  ];
}
