import { actions, changesOf, type Action, type Change, type Unchanged } from "./changes";
import { messagesOf, type Message } from "./messages";
import type { Preview } from "./preview";

/** How many resources of one place would be treated how. */
export type Counts = Record<Action | "unchanged", number>;

/** The resources of one stack at one site. */
export interface Place {
  readonly stack: string;
  /** Undefined: the appliances at top level. */
  readonly site?: string;
  readonly counts: Counts;
}

/** What one or several previews say. */
export interface Summary {
  readonly places: readonly Place[];
  /** By place, then the most momentous first. */
  readonly changes: readonly Change[];
  /** What made a preview fail. */
  readonly errors: readonly Message[];
  /** What was said besides. */
  readonly warnings: readonly Message[];
}

/** Puts previews together: one of many sites, or several of one site each. */
export function summaryOf(previews: readonly Preview[]): Summary {
  const found = previews.map(changesOf);
  const changes = found.flatMap((one) => one.changes);
  const unchanged = found.flatMap((one) => one.unchanged);
  const messages = previews.flatMap(messagesOf);
  return {
    places: placesOf(changes, unchanged),
    changes: changes.sort(compare),
    errors: messages.filter(({ tone }) => tone === "error"),
    warnings: messages.filter(({ tone }) => tone === "warning"),
  };
}

function placesOf(changes: readonly Change[], unchanged: readonly Unchanged[]): Place[] {
  const places = new Map<string, Place>();
  const count = ({ stack, site }: Unchanged, what: keyof Counts): void => {
    const key = JSON.stringify([stack, site]);
    const none: Counts = { create: 0, update: 0, replace: 0, delete: 0, unchanged: 0 };
    const place = places.get(key) ?? { stack, ...(site === undefined ? {} : { site }), counts: none };
    place.counts[what] += 1;
    places.set(key, place);
  };
  for (const change of changes) count(change, change.action);
  for (const resource of unchanged) count(resource, "unchanged");
  return [...places.values()].sort((one, other) => byText(keyOf(one), keyOf(other)));
}

function compare(one: Change, other: Change): number {
  return (
    byText(keyOf(one), keyOf(other)) ||
    actions.indexOf(one.action) - actions.indexOf(other.action) ||
    byText(one.kind, other.kind) ||
    byText(one.name, other.name)
  );
}

function keyOf({ stack, site = "" }: Unchanged): string {
  return `${stack}\n${site}`;
}

/** By code units: the same on every machine. */
function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
