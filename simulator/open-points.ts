import type { Switches } from "./switches";

/** A list as the switch orders it. */
export function inOrder<T>(list: readonly T[], { listOrder }: Readonly<Switches>): readonly T[] {
  return listOrder === "reversed" ? list.toReversed() : list;
}

/** A name or description as the appliance keeps it. */
export function storedText(text: string, switches: Readonly<Switches>): string {
  return switches.storedText === "trimmed" ? text.trim() : text;
}

/** Fields of an entry that no document names. */
export function extra({ extraFields }: Readonly<Switches>): Readonly<Record<string, unknown>> {
  return extraFields === "some" ? { modified: 1_700_000_000, tags: [], owner: null } : {};
}
