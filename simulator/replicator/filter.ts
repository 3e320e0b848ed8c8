import { jsonText } from "../json";
import { inOrder } from "../open-points";
import type { Switches } from "../switches";

/** Entities whose answer is a map; those whose shape is not shown follow the shown one by analogy. */
export type Entries = ReadonlyMap<string, unknown>;

/** The entries that a filter matches as a keyword; `0` means all. */
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
