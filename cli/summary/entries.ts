import { alike } from "../../provider/values/collections";
import { isSevere, shownName, type Finding, type Summary } from "./findings";

/** A finding with its places: equal findings at several places are one entry. */
export interface FindingAtPlaces {
  readonly finding: Finding;
  /** Names in the program, one per place. */
  readonly names: readonly string[];
  /** One name per place; empty if the report has only one place. */
  readonly places: readonly string[];
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
    const places = summary.places.length === 1 ? [] : changes.map(nameOf);
    const entry = { finding, names: changes.map(({ name }) => name), places };
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

/** The name of a place if there are several: its site, with the stack if there are several stacks. */
export function placeNames({
  places,
}: {
  readonly places: readonly { readonly stack: string; readonly site?: string }[];
}): (of: { stack: string; site?: string }) => string {
  const stacks = new Set(places.map(({ stack }) => stack));
  return ({ stack, site }) => {
    if (site === undefined) return stack;
    return stacks.size > 1 ? `${stack} / ${site}` : site;
  };
}

/** What the places of a report are. */
export function placeNoun({ places }: Pick<Summary, "places">, count: number): "site" | "sites" | "stack" | "stacks" {
  const isOfSites = places.some(({ site }) => site !== undefined);
  if (isOfSites) return count === 1 ? "site" : "sites";
  return count === 1 ? "stack" : "stacks";
}

/** Maximum number of places to list. */
const MOST_PLACES = 3;

/** E.g. `lyon`, or `20 places (lyon, paris, rome, …)`; undefined for none. */
export function placesText([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined || others.length === 0) return first;
  const shown = [first, ...others.slice(0, MOST_PLACES - 1), ...(others.length < MOST_PLACES ? [] : ["…"])];
  return `${String(others.length + 1)} places (${shown.join(", ")})`;
}
