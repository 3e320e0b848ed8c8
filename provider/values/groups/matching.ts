import type { GroupMembers } from "./member";

/** Which group of the state each declared group is, and which groups of the state are declared no more. */
export interface Matching {
  /** By declared name: the name in the state. A new group has none. */
  readonly from: ReadonlyMap<string, string>;
  readonly dropped: readonly string[];
}

/**
 * Matches declared groups with those of the state: by the name under which others have renamed them, by name, by former
 * names. Pure.
 *
 * @param declaredAs by name in the state: the name that the program had for a group that others have renamed
 */
export function matchGroups(
  before: Readonly<Record<string, unknown>>,
  want: GroupMembers,
  declaredAs: Readonly<Record<string, string | undefined>> = {},
): Matching {
  const from = new Map<string, string>();
  const left = new Set(Object.keys(before));
  const take = (name: string, key: string | undefined): void => {
    if (key === undefined || from.has(name) || !left.delete(key)) return;
    from.set(name, key);
  };
  const names = Object.keys(want);
  for (const [key, name] of Object.entries(declaredAs)) {
    if (name !== undefined && Object.hasOwn(want, name)) take(name, key);
  }
  for (const name of names) take(name, name);
  for (const name of names) {
    for (const former of [...(want[name]?.formerNames ?? [])].reverse()) take(name, former);
  }
  return { from, dropped: [...left] };
}
