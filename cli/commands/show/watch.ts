import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../context";
import type { Result } from "../../result";

/**
 * Prints what is read again and again, until the user interrupts it: over the last answer on a terminal, else one below
 * the other. An error ends it: what is on the screen would be old without a word.
 */
export async function watchResult(context: Context, seconds: number, read: () => Promise<Result>): Promise<undefined> {
  const end = new AbortController();
  const interrupted = context.io.interrupted().then(() => {
    end.abort();
  });
  while (!end.signal.aborted) {
    const result = await read();
    await context.printAgain(result);
    await Promise.race([interrupted, wait(seconds * 1000, undefined, { signal: end.signal }).catch(ended)]);
  }
  return undefined;
}

/** A wait that the interruption has ended. */
function ended(error: unknown): void {
  if ((error as Error).name !== "AbortError") throw error;
}
