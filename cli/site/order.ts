import type { SiteObject } from "./object";

const collator = new Intl.Collator("en", { numeric: true });

/**
 * Compares by code units, and numbers in texts by their value: the same on every machine, with addresses in their
 * order.
 */
export function byText(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

/** Compares by name, not by id: the same objects on another appliance have the same order. */
export function byLabel(
  { label: one }: Pick<SiteObject, "label">,
  { label: other }: Pick<SiteObject, "label">,
): number {
  return byText(one, other);
}

/** Rules by their type and addresses. */
export function inRuleOrder<Rule extends object>(rules: readonly Rule[]): Rule[] {
  const textOf = (one: Rule): string => Object.values(one).join(" ");
  return rules.toSorted((one, other) => byText(textOf(one), textOf(other)));
}

/**
 * The items, each after those that it needs, and otherwise in their order. Without recursion: a chain may be deeper than
 * that allows.
 *
 * @param circle called for an item that needs itself, directly or through others
 */
export function needsFirst<T>(
  items: readonly T[],
  needsOf: (item: T) => readonly T[],
  circle: (item: T) => void = () => undefined,
): T[] {
  const done = new Set<T>();
  const open = new Set<T>();
  const path: { item: T; left: T[] }[] = [];
  const begin = (item: T): void => {
    if (open.has(item)) circle(item);
    if (open.has(item) || done.has(item)) return;
    open.add(item);
    path.push({ item, left: [...needsOf(item)] });
  };
  for (const root of items) {
    begin(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.left.shift();
      if (next !== undefined) {
        begin(next);
        continue;
      }
      path.pop();
      open.delete(step.item);
      done.add(step.item);
    }
  }
  return [...done];
}
