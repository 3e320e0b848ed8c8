import { sentence } from "../values/quoted";
import { withKey } from "./keys";
import { operationName } from "./operation-names";
import { redact } from "../values/secret";

/**
 * How a failed request ended. *refused*: the appliance rejected it and nothing was changed. *notSent*: no byte reached
 * the appliance, so it is safe to repeat. *unknown*: it may have been applied, so the result must be checked before
 * anything is repeated.
 */
export type FailedOutcome = "refused" | "notSent" | "unknown";

export type ApplianceKind = "gateway" | "replicator";

/**
 * Returns how to set a configuration key of an appliance. With a value, it is the whole line. Without one, because only
 * the reader has the value, it is the key, the line and the environment variable.
 */
export type ToSet = (key: string, value?: string) => string;

export interface ApplianceErrorParts {
  appliance: ApplianceKind;
  /** Host and port of the appliance, as in the configured URL. */
  host: string;
  /** The action or path template, e.g. `ipgroups/saveRule` or `/profile/[action]/[name]`. Never contains values. */
  action: string;
  /** What happened, in the words of the appliance or the operating system. The constructor redacts and cuts it. */
  words: string;
  /** What the reader can do about it, in one sentence. */
  advice?: string;
  /** `advice` with the lines that set a key, for a reader who has a configuration. */
  adviceWith?: ((toSet: ToSet) => string) | undefined;
  /** Whether every request to the appliance fails in this way, whatever it asks for. */
  isForAll?: boolean;
  /** HTTP status, if there was a response. */
  status?: number;
  /** Whether an earlier attempt of the same request had an unknown outcome: it may have done what is refused now. */
  repeated?: boolean | undefined;
  cause?: unknown;
}

/** The target of a request, for its errors. */
export type RequestTarget = Pick<ApplianceErrorParts, "appliance" | "host" | "action">;

/** A failed call to an appliance. Built from an allow-list of parts: never contains a body, header or URL. */
export abstract class ApplianceError extends Error {
  abstract readonly outcome: FailedOutcome;
  readonly appliance: ApplianceKind;
  readonly host: string;
  readonly action: string;
  /** What the request does, in the words that messages use. */
  readonly operation: string;
  readonly words: string;
  readonly advice: string | undefined;
  readonly adviceWith: ((toSet: ToSet) => string) | undefined;
  readonly status: number | undefined;
  readonly repeated: boolean;
  readonly #isForAll: boolean;

  constructor(parts: ApplianceErrorParts) {
    const words = redact(parts.words);
    const operation = operationName(parts.action);
    super(sentence(`${operation} on ${parts.host} failed: ${words}`, parts.advice), { cause: parts.cause });
    this.name = new.target.name;
    this.appliance = parts.appliance;
    this.host = parts.host;
    this.action = parts.action;
    this.operation = operation;
    this.words = words;
    this.advice = parts.advice;
    this.adviceWith = parts.adviceWith;
    this.status = parts.status;
    this.repeated = parts.repeated === true;
    this.#isForAll = parts.isForAll === true;
  }

  /** Whether every request to the appliance fails in this way, whatever it asks for. */
  get isForAll(): boolean {
    return this.#isForAll;
  }
}

/** The appliance answered and refused the request. */
export class RefusedError extends ApplianceError {
  readonly outcome = "refused";
  /** True if the response itself refuses, in the documented form, and not only its HTTP status. */
  readonly answered: boolean;

  constructor(parts: ApplianceErrorParts & { answered?: boolean }) {
    super(new.target === RefusedError ? withKey(parts) : parts);
    this.answered = parts.answered === true;
  }
}

/** The appliance does not accept the token, the password or the session. */
export class CredentialsError extends RefusedError {
  override get isForAll(): boolean {
    return true;
  }
}

/** The appliance cannot take the request now (HTTP 429 or 503) and may say when it can. */
export class BusyError extends RefusedError {
  /** Seconds from `Retry-After`, if it holds a usable number or date. */
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: ApplianceErrorParts & { retryAfterSeconds?: number | undefined }) {
    super(parts);
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/**
 * The request is longer than the appliance accepts (HTTP 413). Nothing was changed. A request with several parts may
 * succeed in smaller ones.
 */
export class TooLargeError extends RefusedError {}

/** No byte of the request was written: connection refused, no such host, certificate not accepted. */
export class NotSentError extends ApplianceError {
  readonly outcome = "notSent";
  /** False if a retry cannot help, for example with an unknown certificate. */
  readonly retryable: boolean;

  constructor(parts: ApplianceErrorParts & { retryable: boolean }) {
    super(parts);
    this.retryable = parts.retryable;
  }

  override get isForAll(): boolean {
    return true;
  }
}

/** The request may have been applied: the response was lost, late, cut or contradictory. */
export class UnknownOutcomeError extends ApplianceError {
  readonly outcome = "unknown";
}

/** The response to a creation names another object, which may be the created one under the name that it has now. */
export class UnnamedError extends UnknownOutcomeError {
  constructor(place: RequestTarget, named: string) {
    super({ ...place, words: `the answer to its creation names "${named}" instead of the declared name` });
  }
}

/**
 * The appliance answered a creating write with 429 or 503. That does not show whether it carried the write out, so the
 * sender looks before it asks again.
 */
export class BusyWriteError extends UnknownOutcomeError {
  /** Seconds from `Retry-After`, if it holds a usable number or date. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the appliance may be asked again: it has accepted a request of this process lately. */
  readonly isWorthIt: boolean;

  constructor(parts: ApplianceErrorParts & { retryAfterSeconds: number | undefined; isWorthIt: boolean }) {
    super(parts);
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.isWorthIt = parts.isWorthIt;
  }
}

/**
 * A response that is not what the API document says: HTML, invalid JSON, another shape. For a write the outcome is
 * still unknown. It is a separate class because a retry does not help and the advice differs.
 */
export class ReplyError extends ApplianceError {
  readonly outcome = "unknown";

  constructor(parts: ApplianceErrorParts) {
    super(withKey(parts));
  }
}

/**
 * The appliance accepted a request (HTTP 2xx) with an empty response: the request may have been applied, and nothing
 * shows it. The sender of a change looks for its effect. If no action can read it, the change does not count as done.
 */
export class NoContentError extends ReplyError {}

/** The end of advice about credentials: the engine runs no program for these two commands. */
export const savedConfiguration =
  "`refresh` and `destroy` use the configuration saved in the state unless they run with --run-program";

/** A value that a command path cannot contain. Nothing was sent. */
export class PathError extends Error {
  constructor(reason: string) {
    super(`A command path of the replicator cannot be built: ${reason}.`);
    this.name = "PathError";
  }
}
