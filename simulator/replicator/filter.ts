import { jsonText } from "../json";
import { inOrder } from "../open-points";
import type { Switches } from "../switches";
import type { Reply } from "./path";

/**
 * Entries of an entity whose answer is a map. Entities whose form no document shows follow the documented ones by
 * analogy.
 */
export type Entries = ReadonlyMap<string, unknown>;

/** A map with an entry for each item. */
export function mapOf<Item>(items: readonly Item[], entryOf: (item: Item) => readonly [string, unknown]): Entries {
  return new Map(items.map(entryOf));
}

/** The entries that match a filter as a keyword; `0` matches all. */
export function matching(entries: Entries, filter: string, switches: Readonly<Switches>): readonly [string, unknown][] {
  const word = filter === "0" ? "" : filter.toLowerCase();
  const found = [...entries].filter(([name, entry]) => `${name} ${jsonText(entry)}`.toLowerCase().includes(word));
  return inOrder(found, switches);
}

/** `{<entity>: {<key>: {...}}}` with the entries that match. */
export function filtered(key: string, entries: Entries, filter: string, switches: Readonly<Switches>): Reply {
  return { [key]: new Map(matching(entries, filter, switches)) };
}

/**
 * Like `filtered`, for answers whose form no document shows: a map or list, with or without the name of the entity as
 * key.
 */
export function shaped(key: string, entries: Entries, filter: string, switches: Readonly<Switches>): Reply {
  const { showShape } = switches;
  const found = matching(entries, filter, switches);
  const isList = showShape === "keyedList" || showShape === "bareList";
  const content = isList ? found.map(([name, record]) => ({ key: name, ...(record as object) })) : new Map(found);
  return showShape === "keyed" || showShape === "keyedList" ? { [key]: content } : content;
}

/** A record with its empty fields in the form that the switch says. */
export function sparse(record: object, { emptyFields }: Readonly<Switches>): object {
  if (emptyFields === "documented") return record;
  const entries = Object.entries(record).map(([name, value]: [string, unknown]) => [name, emptied(value)] as const);
  return Object.fromEntries(emptyFields === "null" ? entries : entries.filter(([, value]) => value !== null));
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value;
  if (typeof value === "object" && value !== null) {
    return Object.values(value).every((one) => emptied(one) === null) ? null : value;
  }
  return value === 0 || value === "" || value === undefined ? null : value;
}
