import type { Finding, Resource, Summary } from "./findings";

/** A finding, and where it is: what is the same at many places is one entry. */
export interface FindingAtPlaces {
  readonly finding: Finding;
  /** Names in the program, one a place. */
  readonly names: readonly string[];
  /** One name a place; empty where the report has but one. */
  readonly places: readonly string[];
  /** How many resources learn its new name, by kind. */
  readonly followers: ReadonlyMap<string, number>;
}

/** Entries that are shown together. */
export interface Group {
  readonly entries: readonly [FindingAtPlaces, ...FindingAtPlaces[]];
  /** Whether its one entry has a title of its own, and need not be opened. */
  readonly isSingle: boolean;
}

/** Up to this many are shown one by one. */
const MOST_SINGLE = 6;

/** What a reader sees, the dangerous first: what follows another is part of that one. */
export function entriesOf(summary: Summary): FindingAtPlaces[] {
  const nameOf = placeNames(summary);
  const followers = new Map<string, Map<string, number>>();
  for (const { follows, kind } of summary.changes) {
    if (follows === undefined) continue;
    const counts = followers.get(follows) ?? new Map<string, number>();
    followers.set(follows, counts.set(kind, (counts.get(kind) ?? 0) + 1));
  }
  const alike = new Map<string, Finding[]>();
  for (const change of summary.changes) {
    if (change.follows !== undefined) continue;
    const listed = [...(followers.get(change.key) ?? [])];
    const key = signature(change, listed);
    alike.set(key, [...(alike.get(key) ?? []), change]);
  }
  return [...alike.values()].flatMap((changes) => {
    const [finding] = changes;
    if (finding === undefined) return [];
    const places = summary.places.length === 1 ? [] : changes.map(nameOf);
    const entry = { finding, names: changes.map(({ name }) => name), places };
    return [{ ...entry, followers: followers.get(finding.key) ?? new Map<string, number>() }];
  });
}

/** What two places must have in common to be shown as one: everything but the name in the program. */
function signature(change: Finding, followers: readonly unknown[]): string {
  const { kind, action, byHand, adoption, failed, label, name, because, lines } = change;
  return JSON.stringify([kind, action, byHand, adoption, failed, label ?? name, because, lines, followers]);
}

/** Few are shown one by one; of many, those of one kind that are treated in one way together. */
export function groupsOf(entries: readonly FindingAtPlaces[]): Group[] {
  if (entries.length <= MOST_SINGLE) return entries.map((entry) => ({ entries: [entry], isSingle: true }));
  const groups = new Map<string, [FindingAtPlaces, ...FindingAtPlaces[]]>();
  for (const entry of entries) {
    const { kind, action, byHand, adoption, failed } = entry.finding;
    const key = JSON.stringify([kind, action, byHand, adoption, failed]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].map((group) => {
    const isSingle = group.length === 1 && group[0].finding.action !== "create";
    return { entries: group, isSingle };
  });
}

/** How a place is called where there is not only one: by its site, with the stack where there are several. */
export function placeNames({ places }: Pick<Summary, "places">): (of: { stack: string; site?: string }) => string {
  const stacks = new Set(places.map(({ stack }) => stack));
  return ({ stack, site }) => {
    if (site === undefined) return stack;
    return stacks.size > 1 ? `${stack} / ${site}` : site;
  };
}

/** What takes something away. */
export function isDangerous({ action }: Finding): boolean {
  return action === "replace" || action === "delete";
}

/** How the appliance calls it, or the program where the appliance has no other word. */
export function titleOf({ label, name }: Pick<Resource, "label" | "name">): string {
  return label ?? name;
}
