import { setTimeout as sleep } from "node:timers/promises";

/** How long, and how often, is looked for what an appliance may not show yet. */
export interface Visibility {
  readonly patienceMs: number;
  readonly everyMs: number;
}

/** Looks until something is seen, at most for a while; undefined where it never is. */
export async function seenWithin<T>(
  look: () => Promise<T | undefined>,
  { patienceMs, everyMs }: Visibility,
): Promise<T | undefined> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined || performance.now() >= until) return seen;
    await sleep(everyMs);
  }
}

/**
 * Reads until two readings in a row show what was asked for, at most for a while. Where the first one shows it, it is
 * enough: nothing contradicts it.
 */
export async function becomesVisible(reading: () => Promise<boolean>, visibility: Visibility): Promise<boolean> {
  let enough = true;
  const look = async (): Promise<true | undefined> => {
    const shows = await reading();
    const seen = shows && enough ? true : undefined;
    enough = shows;
    return seen;
  };
  return (await seenWithin(look, visibility)) === true;
}
