import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../context";
import type { Result } from "../../result";

/**
 * Reads and prints again and again, until the user interrupts it. On a terminal it overwrites the last output;
 * otherwise it appends. An error ends it, since stale output would look current.
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

/** Ignores the rejection of a wait that was interrupted. */
function ended(error: unknown): void {
  if ((error as Error).name !== "AbortError") throw error;
}
