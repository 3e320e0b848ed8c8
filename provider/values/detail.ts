import { isDeepStrictEqual } from "node:util";
import type { Inputs, Values } from "./inputs";
import { hasUnknown } from "./schema";

/** What a value of the program is to the one in the state. */
export type Change = "add" | "delete" | "update";

/** Where values differ, by their paths as Pulumi writes them: `rules[2]`, `rule.address`. */
export type Detail = ReadonlyMap<string, Change>;

interface Compared {
  /** The canonical forms, which decide what differs. */
  readonly before: Values;
  readonly after: Values;
  /** The values as they are written, which a person sees: the places of items are those in their lists. */
  readonly olds: Values;
  readonly news: Values;
}

/**
 * Where the values of some inputs differ. Of a set only the items that come and go: a removed one by its place in the old
 * list, an added one by its place in the new list.
 */
export function detailOf(inputs: Inputs, { before, after, olds, news }: Compared, keys: readonly string[]): Detail {
  const entries = [...new Set(keys)].flatMap((key): [string, Change][] => {
    const [old, now] = [olds[key], news[key]];
    if (now === undefined) return [[key, "delete"]];
    if (old === undefined) return [[key, "add"]];
    if (hasUnknown(now)) return [[key, "update"]];
    if (Array.isArray(old) && Array.isArray(now)) return itemsOf(key, old, now, (item) => inputs.itemText(key, item));
    return valuesOf(key, before[key], after[key]);
  });
  return new Map(entries);
}

function itemsOf(
  path: string,
  old: readonly unknown[],
  now: readonly unknown[],
  textOf: (item: unknown) => string,
): [string, Change][] {
  const had = new Set(old.map(textOf));
  const has = new Set(now.map(textOf));
  const places = new Map<string, Change>();
  const mark = (items: readonly unknown[], others: ReadonlySet<string>, change: Change): void => {
    const seen = new Set(others);
    for (const [index, item] of items.entries()) {
      const text = textOf(item);
      if (seen.has(text)) continue;
      // One that is written twice is one item.
      seen.add(text);
      const place = `${path}[${String(index)}]`;
      places.set(place, places.has(place) ? "update" : change);
    }
  };
  mark(old, has, "delete");
  mark(now, had, "add");
  return [...places];
}

/** Parts of an object one by one, unless it is of another type now. */
function valuesOf(path: string, before: unknown, after: unknown): [string, Change][] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after) || before["type"] !== after["type"]) return [[path, "update"]];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const place = path + stepOf(key);
    if (after[key] === undefined) return [[place, "delete"]];
    return before[key] === undefined ? [[place, "add"]] : valuesOf(place, before[key], after[key]);
  });
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stepOf(key: string): string {
  return /^[A-Za-z_]\w*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
