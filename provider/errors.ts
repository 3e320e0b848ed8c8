import { operationName } from "./operation-names";
import { redact } from "./secret";

/**
 * How a request that was not done ended. *refused*: the appliance said no, nothing was changed. *notSent*: not a byte
 * reached it, safe to repeat. *unknown*: it may have been applied, so it has to be looked at before anything is repeated.
 */
export type FailedOutcome = "refused" | "notSent" | "unknown";

export type ApplianceKind = "gateway" | "replicator";

/**
 * What sets a key of an appliance: the whole line, with a value; for a key whose value only the reader has, the key, the line
 * and the variable.
 */
export type ToSet = (key: string, value?: string) => string;

export interface ApplianceErrorParts {
  appliance: ApplianceKind;
  /** Host and port of the appliance, as in the configured URL. */
  host: string;
  /** The action or path template, e.g. `ipgroups/saveRule` or `/profile/[action]/[name]`. Never with values. */
  action: string;
  /** What happened, in the appliance's or the operating system's words; redacted and cut here. */
  words: string;
  /** What the reader can do about it: one sentence. */
  advice?: string;
  /** The same with the lines that set a key, where the reader has a configuration. */
  adviceWith?: ((toSet: ToSet) => string) | undefined;
  /** Whether every request to the appliance ends so, whatever it asks for. */
  isForAll?: boolean;
  /** HTTP status, when there was an answer. */
  status?: number;
  /** Whether an earlier try of the same request had an unknown outcome: it may have done what is refused now. */
  repeated?: boolean | undefined;
  cause?: unknown;
}

/** What a request was sent to, for its errors. */
export type RequestTarget = Pick<ApplianceErrorParts, "appliance" | "host" | "action">;

/** Any call to an appliance that was not done. Built from an allow-list of parts: never a body, header or URL. */
export abstract class ApplianceError extends Error {
  abstract readonly outcome: FailedOutcome;
  readonly appliance: ApplianceKind;
  readonly host: string;
  readonly action: string;
  /** What the request does, in the words of messages. */
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

  /** Whether every request to the appliance ends so, whatever it asks for. */
  get isForAll(): boolean {
    return this.#isForAll;
  }
}

/** The appliance answered and said no. */
export class RefusedError extends ApplianceError {
  readonly outcome = "refused";
  /** True where the answer itself says no, in the documented form, and not only its HTTP status. */
  readonly answered: boolean;

  constructor(parts: ApplianceErrorParts & { answered?: boolean }) {
    super(parts);
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
  /** Seconds, from `Retry-After`, when it holds a usable number or date. */
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: ApplianceErrorParts & { retryAfterSeconds?: number | undefined }) {
    super(parts);
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/**
 * The request is longer than the appliance takes (HTTP 413). Nothing was changed. A request with several parts may go
 * through in smaller ones.
 */
export class TooLargeError extends RefusedError {}

/** No byte of the request was written: connection refused, no such host, certificate not accepted. */
export class NotSentError extends ApplianceError {
  readonly outcome = "notSent";
  /** False where a repetition cannot help (an unknown certificate), so that nothing is retried. */
  readonly retryable: boolean;

  constructor(parts: ApplianceErrorParts & { retryable: boolean }) {
    super(parts);
    this.retryable = parts.retryable;
  }

  override get isForAll(): boolean {
    return true;
  }
}

/** The request may have been applied: the answer was lost, late, cut or contradicts itself. */
export class UnknownOutcomeError extends ApplianceError {
  readonly outcome = "unknown";
}

/**
 * An answer came that is not what the document says: HTML, no JSON, another shape. For a write the outcome is unknown
 * nevertheless; it is an error class of its own because repeating does not help and the advice differs.
 */
export class ReplyError extends ApplianceError {
  readonly outcome = "unknown";
}

/**
 * The appliance accepted a request (HTTP 2xx) and its answer is empty: it may have been applied, and nothing shows it. Who
 * sent a change looks for it; where there is no action that reads, the change is not believed.
 */
export class NoContentError extends ReplyError {}

/** What an advice about credentials ends with: the engine runs no program for two of its commands. */
export const savedConfiguration =
  "`refresh` and `destroy` use the configuration saved in the state unless they run with --run-program";

/** Joins what happened and what to do into one line with one full stop each. */
export function sentence(what: string, advice?: string): string {
  const first = /[.!?]$/u.test(what) ? what : `${what}.`;
  return advice === undefined ? first : `${first} ${/[.!?]$/u.test(advice) ? advice : `${advice}.`}`;
}
