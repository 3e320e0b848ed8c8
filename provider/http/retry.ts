import { setTimeout as sleep } from "node:timers/promises";
import { ApplianceError, type OperationClass } from "../errors/errors";
import type { Send } from "./request";

/** What is repeated, how often and after how long. */
const retryPolicy = {
  /** Repetitions after the first try. */
  attempts: 2,
  /** Full jitter between 0 and this many milliseconds, doubled with each try. */
  initialDelayMs: 200,
  maxDelayMs: 5_000,
  /** A longer `Retry-After` is an error instead of a wait. */
  maxRetryAfterMs: 60_000,
  /** Repetitions of one request that the appliance turned away because there were too many (429). */
  turnedAway: 20,
} as const;

/**
 * A layer around a transport that repeats what is safe to repeat: a request that was certainly not carried out, and a
 * request that only reads. A change whose outcome is unknown is never repeated here: its sender looks first.
 */
export function repeating(send: Send): Send {
  const { attempts, initialDelayMs, maxDelayMs, maxRetryAfterMs, turnedAway } = retryPolicy;
  return async (request) => {
    const began = performance.now();
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(request);
      } catch (error) {
        if (!isRepeatable(error, request.place.operation)) throw error;
        const { status, retryAfterMs = 0 } = error.details;
        const isTooLong = performance.now() - began + retryAfterMs > maxRetryAfterMs;
        if (tries > (status === 429 ? turnedAway : attempts) || isTooLong) throw error;
        const jitterMs = Math.random() * Math.min(maxDelayMs, initialDelayMs * 2 ** (tries - 1));
        await sleep(error.details.retryAfterMs ?? jitterMs);
      }
    }
  };
}

function isRepeatable(error: unknown, operation: OperationClass): error is ApplianceError {
  if (!(error instanceof ApplianceError) || error.details.transient !== true) return false;
  return error.effect === "none" || operation === "read";
}
