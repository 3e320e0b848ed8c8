import { jsonText } from "../json";
import { inOrder, type Switches } from "../switches";
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

/** Like `filtered`, for answers whose form no document shows: a map or a list. */
export function shaped(key: string, entries: Entries, filter: string, switches: Readonly<Switches>): Reply {
  if (switches.showShape === "map") return filtered(key, entries, filter, switches);
  const isEntry = (entry: unknown): entry is object => typeof entry === "object";
  return {
    [key]: matching(entries, filter, switches).map(([name, entry]) =>
      isEntry(entry) ? { key: name, ...entry } : { key: name, value: entry },
    ),
  };
}

/** A record, without its empty fields if the switch says so. */
export function sparse(record: object, { emptyFields }: Readonly<Switches>): object {
  if (emptyFields === "shown") return record;
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isEmpty);
  return value === 0 || value === "" || value === undefined || value === null;
}
