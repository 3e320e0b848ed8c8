/** Maximum number of names that a state keeps: only the latest can matter. */
const MOST_FORMER_NAMES = 8;

/** The former names of an object for its state, the latest last. */
export function formerNames(before: readonly string[] | undefined, from: string, to: string): string[] {
  const all = [...(before ?? []), from].filter((name) => name !== to);
  return [...new Set(all)].slice(-MOST_FORMER_NAMES);
}
