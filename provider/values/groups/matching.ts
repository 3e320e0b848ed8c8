import type { GroupMembers } from "./member";

/** The group in the state for each declared group, and the groups in the state that are no longer declared. */
interface Matching {
  /** The name in the state, by declared name. A new group has no entry. */
  readonly from: ReadonlyMap<string, string>;
  readonly dropped: readonly string[];
}

/**
 * Matches declared groups with those in the state: first by former names that the state does not have yet, then by name,
 * then by any former name. Pure.
 *
 * @param known the groups in the state as they were declared: a former name that they have was applied before
 */
export function matchGroups(
  before: Readonly<Record<string, unknown>>,
  want: GroupMembers,
  known: GroupMembers,
): Matching {
  const from = new Map<string, string>();
  const left = new Set(Object.keys(before));
  const take = (name: string, key: string | undefined): void => {
    if (key === undefined || from.has(name) || !left.delete(key)) return;
    from.set(name, key);
  };
  const names = Object.keys(want);
  const formerOf = (name: string): string | undefined =>
    want[name]?.formerNames?.findLast((former) => {
      const isApplied = known[name]?.formerNames?.includes(former) === true;
      return former !== name && !isApplied && Object.hasOwn(before, former);
    });
  for (const name of names) {
    const former = formerOf(name);
    // A group that keeps its name keeps it, even if another one claims to have had it.
    if (former !== undefined && (!Object.hasOwn(want, former) || formerOf(former) !== undefined)) take(name, former);
  }
  for (const name of names) take(name, name);
  for (const name of names) {
    for (const former of [...(want[name]?.formerNames ?? [])].reverse()) take(name, former);
  }
  return { from, dropped: [...left] };
}
