import type { Patience } from "../../../provider/change/change";
import {
  BusyWriteError,
  CredentialsError,
  RefusedError,
  TooLargeError,
  UnknownOutcomeError,
} from "../../../provider/errors/errors";

export const place = { appliance: "gateway", host: "gateway.example.net", action: "ipgroups/saveRule" } as const;
const parts = (words: string) => ({ ...place, words });

/** A response was lost: the request may have been carried out. */
export const lost = (): Error => new UnknownOutcomeError(parts("lost"));
export const refused = (): Error => new RefusedError(parts("refused"));
/** Refused, but an earlier try of the same request may have been carried out. */
export const refusedAgain = (): Error => new RefusedError({ ...parts("refused again"), repeated: true });
export const denied = (): Error => new CredentialsError(parts("denied"));
export const tooLarge = (): Error => new TooLargeError(parts("too large"));
export const refusedForAll = (): Error => new RefusedError({ ...parts("refused for all"), isForAll: true });
export const busy = ({ isWorthIt = true, retryAfterSeconds = 0 } = {}): Error =>
  new BusyWriteError({ ...parts("busy"), retryAfterSeconds, isWorthIt });

export const patience: Patience = { patienceMs: 25, everyMs: 10, againMs: 5 };
/** Without patience: one look at each try. */
export const once: Patience = { patienceMs: 0, everyMs: 1, againMs: 1 };

/** The next of some values each time; the last one from then on. */
export function inTurn<T>(values: readonly T[]): () => T {
  let at = 0;
  return () => {
    const value = values[Math.min(at, values.length - 1)] as T;
    at += 1;
    return value;
  };
}

/** Returns a value or throws it, if it is an error. */
export async function given<T>(value: T | Error): Promise<T> {
  if (value instanceof Error) throw value;
  return await Promise.resolve(value);
}
