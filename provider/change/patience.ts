import { setTimeout as sleep } from "node:timers/promises";

/** How long, and how often, to look for something that an appliance may not show yet. */
export interface Visibility {
  readonly patienceMs: number;
  readonly everyMs: number;
}

/** How to look for the effect of a change whose response was lost. */
export interface Patience extends Visibility {
  /** Time in milliseconds after which to check once more whether the first request has arrived after the second. */
  readonly againMs: number;
}

/** Readings may lag some 1.5 s behind changes, and a request may arrive after its connection is gone. */
export const usualPatience: Patience = { patienceMs: 3000, everyMs: 1000, againMs: 1000 };

/** Looks repeatedly until something is seen, up to a time limit; undefined if nothing is. */
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
