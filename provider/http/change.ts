import { setTimeout as sleep } from "node:timers/promises";
import { ApplianceError, mayLook } from "../errors/errors";

/** Milliseconds between two readings. */
const PAUSE_MS = 400;

/** Looks until something is seen, for a few seconds: readings may lag behind a change. */
export async function seen<T>(look: () => Promise<T | undefined>, forMs = 3000): Promise<T | undefined> {
  const until = performance.now() + forMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() >= until) return found;
    await sleep(PAUSE_MS);
  }
}

/** Sends a change once. If its answer is lost, what a reading shows of it decides; if it shows nothing, the failure. */
export async function once<T>(send: () => Promise<T>, look: () => Promise<T | undefined>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!mayLook(error)) throw error;
    const found = await seen(look).catch((failure: unknown) => {
      // What cannot be looked at stays unknown.
      throw failure instanceof ApplianceError ? error : failure;
    });
    if (found === undefined) throw error;
    return found;
  }
}
