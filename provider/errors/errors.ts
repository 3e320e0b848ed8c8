import { sentence } from "../values/quoted";
import { redact } from "../values/secret";
import { Refusal } from "./refusal";

export type ApplianceKind = "gateway" | "replicator";

/**
 * What a failed request has done. *none*: certainly nothing, so it may be sent again. *unknown*: it may have been
 * carried out, so the result must be looked at before anything is sent again.
 */
export type Effect = "none" | "unknown";

/**
 * Returns how to set a configuration key of an appliance. With a value, it is the whole line. Without one, because only
 * the reader has the value, it is the key, the line and the environment variable.
 */
export type ToSet = (key: string, value?: string) => string;

/**
 * What may happen if a request is sent twice. *read*: nothing changes. *converging*: it sets an absolute value and is
 * safe to repeat. *creating*: it may create a second object, so it is never repeated without looking first.
 */
export type OperationClass = "read" | "converging" | "creating";

/** What a request is, and where it goes. */
export interface Place {
  readonly appliance: ApplianceKind;
  /** Host and port, as in the configured URL. */
  readonly host: string;
  /** Action or path template, e.g. `ipgroups/saveRule` or `/profile/[action]/[name]`. It never contains values. */
  readonly action: string;
  /** What the request does, in the words of messages: users do not know the actions and paths of the API. */
  readonly does: string;
  readonly operation: OperationClass;
}

/** More about a failed request. */
export interface Details {
  /** What the reader can do about it, in one sentence. */
  readonly advice?: string | ((toSet: ToSet) => string) | undefined;
  /** Every request to the appliance fails in this way, whatever it asks for. */
  readonly forAll?: boolean;
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** Nothing came within the time limit. */
  readonly late?: boolean;
  /** What the appliance says is not there; `known`: names of those that it always has. */
  readonly lacks?: { readonly what: "user" | "user group"; readonly known: readonly string[] };
  /** The same request may succeed later. */
  readonly transient?: boolean;
  /** Milliseconds after which the appliance says that it may be asked again. */
  readonly retryAfterMs?: number | undefined;
  /** The appliance refused the request in the documented form, and not because of the credentials. */
  readonly refused?: boolean;
  /** The appliance does not accept the token, the password or the session. */
  readonly credentials?: boolean;
  /** Something arrived, and it is not the documented answer: it is never sent again. */
  readonly arrived?: boolean;
  /** What arrived is nothing that the API could say: a page, or nothing at all. */
  readonly isForeign?: boolean;
}

/** A failed request to an appliance. Its message never contains a body, a header or a URL. */
export class ApplianceError extends Error {
  readonly place: Place;
  readonly effect: Effect;
  /** What happened, in the words of the appliance or the operating system; redacted. */
  readonly words: string;
  readonly details: Details;

  constructor(place: Place, effect: Effect, words: string, details: Details = {}) {
    const clean = redact(words);
    const said = outcomeText(`${place.does} on ${place.host}`, effect, clean);
    // Refused credentials are not about one request.
    super(sentence(details.credentials === true ? `${place.host}: ${clean}` : said, adviceOf(place, details)));
    this.name = "ApplianceError";
    this.place = place;
    this.effect = effect;
    this.words = clean;
    this.details = details;
  }
}

/** What became of a request, in words: a change that may have been made has not failed. */
export function outcomeText(what: string, effect: Effect, words: string): string {
  return effect === "unknown" ? `outcome unknown: ${what}: ${words}` : `${what} failed: ${words}`;
}

/** The advice of an error: for a program without a configuration, in the names of keys. */
export function adviceOf(
  { appliance }: Place,
  { advice }: Details,
  toSet: ToSet = (key, value = "") => `flowgate:${appliance}.${key} ${value}`.trim(),
): string | undefined {
  return typeof advice === "function" ? advice(toSet) : advice;
}

/** Whether a failure leaves open if its request was carried out. */
export function mayBeDone(error: unknown): error is ApplianceError {
  return error instanceof ApplianceError && error.effect === "unknown";
}

/** Throws the failure of a reading that was to show a change which was sent: the change may be done. */
export function leaveOpen(error: unknown): never {
  if (!(error instanceof ApplianceError)) throw error;
  throw new ApplianceError(error.place, "unknown", error.words, error.details);
}

/** Whether the API answered, and did not say what was done. */
export function isUnclear(error: unknown): error is ApplianceError {
  return mayBeDone(error) && error.details.arrived === true && error.details.isForeign !== true;
}

/** Whether the appliance itself refused a request, in the documented form, and not because of the credentials. */
export function isRefused(error: unknown): error is ApplianceError {
  return error instanceof ApplianceError && error.details.refused === true;
}

/** Whether the appliance does not accept the credentials. */
export function isAboutCredentials(error: unknown): error is ApplianceError {
  return error instanceof ApplianceError && error.details.credentials === true;
}

/** A part of advice about credentials: the engine runs no program for these two commands. */
export const savedConfiguration =
  "`refresh` and `destroy` use the configuration saved in the state unless they run with --run-program.";

/** A value that a command path cannot contain. Nothing was sent. */
export class PathError extends Refusal {
  constructor(reason: string) {
    super(`A command path of the replicator cannot be built: ${reason}.`);
    this.name = "PathError";
  }
}
