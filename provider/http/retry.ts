import { DelegateBackoff, handleWhen, retry, type IRetryBackoffContext } from "cockatiel";
import { ApplianceError } from "../errors/errors";
import type { OperationClass, Send } from "./request";

/** What is repeated, how often and after how long. */
export const retryPolicy = {
  /** Repetitions after the first try. */
  attempts: 2,
  /** Full jitter between 0 and this many milliseconds, doubled with each try. */
  initialDelayMs: 200,
  maxDelayMs: 5_000,
  /** A longer `Retry-After` is an error instead of a wait. */
  maxRetryAfterMs: 60_000,
  /** Repetitions of one request that the appliance turned away because there were too many (429). */
  turnedAway: 20,
  /** Repetitions per appliance in the life of a process, over all requests. */
  budget: 200,
} as const;

/**
 * A layer around a transport that repeats what is safe to repeat: a request that was certainly not carried out, and a
 * request that only reads. A change whose outcome is unknown is never repeated here: its sender looks first.
 */
export function repeating(send: Send): Send {
  let budget: number = retryPolicy.budget;
  return (request) => {
    const began = performance.now();
    let times = 0;
    const policy = retry(
      handleWhen((error) => {
        times += 1;
        if (!isRepeatable(error, request.operation)) return false;
        const { status, retryAfterMs = 0 } = error.details;
        const waited = performance.now() - began + retryAfterMs;
        const most = status === 429 ? retryPolicy.turnedAway : retryPolicy.attempts;
        if (times > most || waited > retryPolicy.maxRetryAfterMs) return false;
        budget -= 1;
        return budget >= 0;
      }),
      { backoff },
    );
    return policy.execute(() => send(request));
  };
}

function isRepeatable(error: unknown, operation: OperationClass): error is ApplianceError {
  if (!(error instanceof ApplianceError) || error.details.transient !== true) return false;
  return error.effect === "none" || operation === "read";
}

/** The delay that the appliance asked for, otherwise exponential with full jitter. */
const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>>(({ attempt, result }) => {
  const error = "error" in result ? result.error : undefined;
  const asked = error instanceof ApplianceError ? error.details.retryAfterMs : undefined;
  const most = Math.min(retryPolicy.maxDelayMs, retryPolicy.initialDelayMs * 2 ** (attempt - 1));
  return asked ?? Math.random() * most;
});
