import { DelegateBackoff, handleWhen, retry, type IRetryBackoffContext } from "cockatiel";
import {
  BusyError,
  BusyWriteError,
  NotSentError,
  ReplyError,
  UnknownOutcomeError,
  type ApplianceKind,
} from "../errors/errors";
import { mayBeMade } from "../errors/outcome";
import { refuseBusy, refuseStatus } from "./answer";
import type { OperationClass, RequestSpec, Send } from "./request";
import { present } from "../values/collections";

/** What is retried, how often and after how long. */
export const retryPolicy = {
  /** Retries after the first try. */
  attempts: 2,
  /** Full jitter between 0 and this many milliseconds, doubled with each try. */
  initialDelayMs: 200,
  maxDelayMs: 5_000,
  /** A longer `Retry-After`, in seconds, is an error instead of a wait. */
  maxRetryAfterSeconds: 60,
  /** Retries of one request that the appliance rejected because there were too many (429), within that time. */
  turnedAway: 20,
  /** Retries of all requests together after 429, as long as the appliance accepts none. */
  turnedAwayInARow: 100,
  /** Retries per appliance in the life of a process, over all operations. */
  budget: 100,
} as const;

/** Retries failed requests if that is safe: one policy and one budget per appliance. */
export class Retrier {
  #budget: number = retryPolicy.budget;
  #turnedAway = 0;

  constructor(
    private readonly appliance: ApplianceKind,
    private readonly host: string,
  ) {}

  /**
   * A layer around a transport that retries if nothing was sent, if the appliance is busy, or if the outcome is unknown
   * and the class of the operation allows it. It never retries a creating write that was sent: its sender looks first.
   */
  readonly layer = (inner: Send): Send => {
    return (request) => {
      const place = { appliance: this.appliance, host: this.host, action: request.action };
      const tries = new BusyTries();
      let failures = 0;
      const isWorthIt = (error: Error): boolean => {
        if (isInDoubtBusy(error, request)) return false;
        // The appliance did not carry it out, and says when it may: that is no failure, and no sign that the appliance
        // is down.
        if (isTurnedAway(error)) return tries.allow(error) && this.#mayAskAgain();
        return isRepeatable(request.operation, error) && (failures += 1) <= retryPolicy.attempts && this.#take();
      };
      const policy = retry(handleWhen(isWorthIt), { backoff });
      let repeated = false;
      const replies = policy.execute(async () => {
        try {
          const reply = await inner(request);
          refuseBusy(reply, place);
          this.#turnedAway = 0;
          // These come from a proxy; an error of the appliance itself may be in the body of any other status.
          if (reply.status === 502 || reply.status === 504) refuseStatus(reply, place);
          return repeated ? { ...reply, repeated } : reply;
        } catch (error) {
          repeated ||= mayBeMade(error);
          throw error;
        }
      });
      return replies.catch((error: unknown) => {
        if (isInDoubtBusy(error, request)) throw this.#busyWrite(error);
        throw repeated && request.operation !== "read" ? inDoubt(error) : error;
      });
    };
  };

  #busyWrite(error: BusyError): BusyWriteError {
    const { appliance, host, action, words, status = 503, retryAfterSeconds } = error;
    const isWorthIt = isTurnedAway(error) ? this.#mayAskAgain() : this.#take();
    return new BusyWriteError({ appliance, host, action, words, status, retryAfterSeconds, isWorthIt, cause: error });
  }

  #mayAskAgain(): boolean {
    this.#turnedAway += 1;
    return this.#turnedAway <= retryPolicy.turnedAwayInARow;
  }

  #take(): boolean {
    this.#budget -= 1;
    return this.#budget >= 0;
  }
}

function isTurnedAway(error: unknown): error is BusyError {
  return error instanceof BusyError && error.status === 429;
}

/**
 * Whether a busy appliance may have carried the request out, so that a repetition could create a second object. A
 * replicator refuses a second profile of a name. A change of a group that was turned away (429) is sent again as it is:
 * computed anew from a list that lags behind, it would add rules of an earlier part of the same change twice.
 */
function isInDoubtBusy(error: unknown, { operation, action }: RequestSpec): error is BusyError {
  if (!(error instanceof BusyError) || error.appliance !== "gateway" || operation !== "creating") return false;
  return error.status !== 429 || action !== "ipgroups/update";
}

/** How often, and for how long, one request is tried again that the appliance answers with 429 or 503. */
export class BusyTries {
  readonly #began = performance.now();
  #times = 0;

  allow({ status, retryAfterSeconds = 0 }: BusyError | BusyWriteError): boolean {
    this.#times += 1;
    const waitedSeconds = (performance.now() - this.#began) / 1000;
    const most = status === 429 ? retryPolicy.turnedAway : retryPolicy.attempts;
    return this.#times <= most && waitedSeconds + retryAfterSeconds <= retryPolicy.maxRetryAfterSeconds;
  }

  /** Milliseconds to wait before the next try. */
  pauseMs(error: unknown): number {
    return pauseMs(error, this.#times);
  }
}

function isRepeatable(operation: OperationClass, error: unknown): boolean {
  if (error instanceof NotSentError) return error.retryable;
  if (error instanceof BusyError) return (error.retryAfterSeconds ?? 0) <= retryPolicy.maxRetryAfterSeconds;
  // A retry would get a response of the wrong form again; a lost response may arrive the next time.
  if (error instanceof ReplyError) return false;
  return error instanceof UnknownOutcomeError && operation !== "creating";
}

/** A last try that did not reach the appliance does not undo a write: an earlier one may have been applied. */
function inDoubt(error: unknown): unknown {
  if (!(error instanceof BusyError || error instanceof NotSentError)) return error;
  const { appliance, host, action, words, advice, status } = error;
  const parts = { appliance, host, action, words, cause: error };
  return new UnknownOutcomeError({
    ...parts,
    ...present({ advice, status }),
  });
}

/** The delay that the appliance asked for, otherwise exponential with full jitter. */
function pauseMs(error: unknown, attempt: number): number {
  const isBusy = error instanceof BusyError || error instanceof BusyWriteError;
  if (isBusy && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000;
  return Math.random() * Math.min(retryPolicy.maxDelayMs, retryPolicy.initialDelayMs * 2 ** (attempt - 1));
}

const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>>(({ attempt, result }) =>
  pauseMs("error" in result ? result.error : undefined, attempt),
);
