import { isDeepStrictEqual } from "node:util";
import { itemsThatDiffer } from "./differences";
import type { Inputs, Values } from "./inputs";
import { hasUnknown } from "./schema";

/** How a value of the program relates to the one in the state. */
export type Change = "add" | "delete" | "update";

/** The paths of values that differ, as Pulumi writes them: `rules[2]`, `rule.address`. */
export type Detail = ReadonlyMap<string, Change>;

interface Compared {
  /** The canonical forms, which decide what differs. */
  readonly before: Values;
  readonly after: Values;
  /** The values as they are written and as a person sees them: positions of items are those in these lists. */
  readonly olds: Values;
  readonly news: Values;
}

/**
 * The paths at which some inputs differ. Of a set, only the items that are added or removed: a removed one by its
 * position in the old list, an added one by its position in the new list.
 */
export function detailOf(inputs: Inputs, { before, after, olds, news }: Compared, keys: readonly string[]): Detail {
  const entries = [...new Set(keys)].flatMap((key): [string, Change][] => {
    const [old, now] = [olds[key], news[key]];
    if (now === undefined) return [[key, "delete"]];
    if (old === undefined) return [[key, "add"]];
    if (hasUnknown(now)) return [[key, "update"]];
    if (Array.isArray(old) && Array.isArray(now)) return itemsOf(inputs, key, old, now);
    return valuesOf(key, before[key], after[key]);
  });
  return new Map(entries);
}

function itemsOf(inputs: Inputs, key: string, old: readonly unknown[], now: readonly unknown[]): [string, Change][] {
  const { removed, added } = itemsThatDiffer(inputs, key, old, now);
  const places = new Map<string, Change>();
  for (const { index } of removed) places.set(`${key}[${String(index)}]`, "delete");
  for (const { index } of added) {
    const place = `${key}[${String(index)}]`;
    places.set(place, places.has(place) ? "update" : "add");
  }
  return [...places];
}

/** Compares an object part by part, unless its type has changed. */
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
