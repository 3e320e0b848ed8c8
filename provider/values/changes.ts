import { isDeepStrictEqual } from "node:util";
import { quoted } from "./quoted";
import type { Values } from "./inputs";

/** Maximum number of set items that one text lists. */
const MOST_ITEMS = 20;

/**
 * The changes from one set of canonical values to another, for an info line or an error: `rules + ip 10.0.0.1, - all`.
 */
export function changesText(before: Values, after: Values): string {
  return Object.keys(after)
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => `${key} ${changeText(before[key], after[key])}`)
    .join("; ");
}

function changeText(before: unknown, after: unknown): string {
  if (!Array.isArray(after)) return `${valueText(before)} -> ${valueText(after)}`;
  const had = new Set((Array.isArray(before) ? before : []).map(itemText));
  const has = new Set(after.map(itemText));
  const removed = [...had].filter((item) => !has.has(item)).map((item) => `- ${item}`);
  const added = [...has].filter((item) => !had.has(item)).map((item) => `+ ${item}`);
  const all = [...removed, ...added];
  const more = all.length > MOST_ITEMS ? [`and ${String(all.length - MOST_ITEMS)} more`] : [];
  return [...all.slice(0, MOST_ITEMS), ...more].join(", ");
}

/** An item of a set in one line: `network 10.0.0.0/8`, `app Vitals`, `netflow`. */
function itemText(item: unknown): string {
  return typeof item === "object" && item !== null ? Object.values(item).map(String).join(" ") : String(item);
}

function valueText(value: unknown): string {
  if (value === undefined) return "not set";
  return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}
