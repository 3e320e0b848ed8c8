import { jsonText } from "../json";
import { inOrder } from "../open-points";
import type { Switches } from "../switches";

/**
 * Entries of an entity whose answer is a map. Entities whose form no document shows follow the documented ones by
 * analogy.
 */
export type Entries = ReadonlyMap<string, unknown>;

/** The entries that match a filter as a keyword; `0` matches all. */
export function matching(entries: Entries, filter: string, switches: Readonly<Switches>): readonly [string, unknown][] {
  const word = filter === "0" ? "" : filter.toLowerCase();
  const found = [...entries].filter(([name, entry]) => `${name} ${jsonText(entry)}`.toLowerCase().includes(word));
  return inOrder(found, switches);
}

/** `{<entity>: {<key>: {...}}}` with the entries that match. */
export function filtered(
  key: string,
  entries: Entries,
  filter: string,
  switches: Readonly<Switches>,
): Record<string, unknown> {
  return { [key]: new Map(matching(entries, filter, switches)) };
}

/**
 * Like `filtered`, for answers whose form no document shows: a map or list, with or without the name of the entity as
 * key.
 */
export function shaped(
  key: string,
  entries: Entries,
  filter: string,
  switches: Readonly<Switches>,
): Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown> | readonly unknown[] {
  const found = matching(entries, filter, switches);
  const list = (): unknown[] => found.map(([name, record]) => ({ key: name, ...(record as object) }));
  switch (switches.showShape) {
    case "keyed":
      return { [key]: new Map(found) };
    case "keyedList":
      return { [key]: list() };
    case "bareMap":
      return new Map(found);
    case "bareList":
      return list();
  }
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
