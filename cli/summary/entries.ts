import { alike, present } from "../../provider/values/collections";
import { isSevere, shownName, type Finding, type Resource, type Summary } from "./findings";

/** A finding with its places: equal findings at several places are one entry. */
export interface FindingAtPlaces {
  readonly finding: Finding;
  /** Names in the program, one per place. */
  readonly names: readonly string[];
  /** Where it is, e.g. `4 of 4 sites`; undefined if the report has only one place. */
  readonly where?: string;
  /** Number of resources that only learn its new name, by kind. */
  readonly followers: ReadonlyMap<string, number>;
}

/** Entries that are shown together. */
export interface Group {
  readonly entries: readonly [FindingAtPlaces, ...FindingAtPlaces[]];
  /** Whether its only entry has a title of its own and is shown unfolded. */
  readonly isSingle: boolean;
}

/** Up to this number, entries are shown one by one. */
const MOST_SINGLE = 6;

/** The entries for readers, the dangerous ones first. A finding that only follows another is part of that entry. */
export function entriesOf(summary: Summary): FindingAtPlaces[] {
  const nameOf = placeNames(summary);
  const followers = new Map<string, Map<string, number>>();
  for (const { follows, kind } of summary.changes) {
    if (follows === undefined) continue;
    const counts = followers.get(follows) ?? new Map<string, number>();
    followers.set(follows, counts.set(kind, (counts.get(kind) ?? 0) + 1));
  }
  const own = summary.changes.filter(({ follows }) => follows === undefined);
  const groups = alike(own, (change) => {
    // Findings at two places are one if they agree in all except the name in the program.
    return [titleForm(change), shownName(change), change.because, change.lines, [...(followers.get(change.key) ?? [])]];
  });
  return groups.map((changes) => {
    const [finding] = changes;
    const where = placesText(changes.map(nameOf), summary);
    const entry = { finding, names: changes.map(({ name }) => name), ...present({ where }) };
    return { ...entry, followers: followers.get(finding.key) ?? new Map<string, number>() };
  });
}

/** A few entries are shown one by one. Of many, those with the same kind and action are shown together. */
export function groupsOf(entries: readonly FindingAtPlaces[]): Group[] {
  const isFew = entries.length <= MOST_SINGLE;
  const groups = alike(entries, (entry) => {
    const { finding } = entry;
    if (isFew && finding.action !== "untried") return entries.indexOf(entry);
    return [titleForm(finding), isSevere(finding)];
  });
  return groups.map((group) => {
    const isSingle = group.length === 1 && (isFew || group[0].finding.action !== "create");
    return { entries: group, isSingle };
  });
}

/** What a title says besides the name. */
function titleForm({ kind, action, byHand, adoption, tried, movedFrom }: Finding): unknown {
  return [kind, action, byHand, adoption, tried, movedFrom];
}

type Place = Pick<Resource, "stack" | "site">;

/** The name of a place if there are several: its site, with the stack if there are several stacks. */
export function placeNames({ places }: { readonly places: readonly Place[] }): (of: Place) => string {
  const stacks = new Set(places.map(({ stack }) => stack));
  return ({ stack, site }) => {
    if (site === undefined) return stack;
    return stacks.size > 1 && stack !== site ? `${stack} / ${site}` : site;
  };
}

/** What the places of a report are. */
export function placeNoun({ places }: Pick<Summary, "places">, count: number): "site" | "sites" | "stack" | "stacks" {
  const noun = places.some(({ site }) => site !== undefined) ? "site" : "stack";
  return count === 1 ? noun : `${noun}s`;
}

/** Maximum number of places to list. */
const MOST_PLACES = 3;

/** E.g. `lyon`, `3 of 20 sites (lyon, paris, rome)` or `20 of 20 sites`; undefined if there is only one. */
function placesText(names: readonly string[], summary: Pick<Summary, "places">): string | undefined {
  const all = summary.places.length;
  if (all === 1 || names.length === 1) return all === 1 ? undefined : names[0];
  const shown = names.length > MOST_PLACES ? [...names.slice(0, MOST_PLACES), "…"] : names;
  const which = names.length === all ? "" : ` (${shown.join(", ")})`;
  return `${String(names.length)} of ${String(all)} ${placeNoun(summary, all)}${which}`;
}
