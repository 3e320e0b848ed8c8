import {
  BusyError,
  CredentialsError,
  NotSentError,
  RefusedError,
  ReplyError,
  UnknownOutcomeError,
} from "../provider/errors";
import { redact } from "../provider/secret";
import { PathError } from "../provider/replicator/path";
import type { Ending } from "./exit-codes";

/** An error of the command itself: one or two sentences that say what is wrong and what to do. */
export class CommandError extends Error {
  constructor(
    /** What the run ends with. */
    readonly ending: Ending,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Values on the command line that cannot be meant. */
export class UsageError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super("usage", message, options);
  }
}

/** The configuration is missing, wrong or cannot be read. */
export class ConfigurationError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super("configuration", message, options);
  }
}

/** The site has no such appliance, as far as the configuration says. */
export class NotConfiguredError extends ConfigurationError {}

/** What was named is not there. */
export class NotFoundError extends CommandError {
  constructor(message: string) {
    super("attention", message);
  }
}

/** A destructive command was not confirmed. */
export class NotConfirmedError extends CommandError {
  constructor(message: string) {
    super("unconfirmed", message);
  }
}

/** Each class of a client's errors with the ending it leads to; the first that fits counts. */
const endings: readonly (readonly [new (...args: never[]) => Error, Ending])[] = [
  [CredentialsError, "credentials"],
  [BusyError, "refused"],
  [RefusedError, "refused"],
  [NotSentError, "unreachable"],
  [UnknownOutcomeError, "unknown"],
  [ReplyError, "unknown"],
  // A value that cannot stand in a command path.
  [PathError, "usage"],
];

/** What a run ends with after this error. */
export function endingOf(error: unknown): Ending {
  if (error instanceof CommandError) return error.ending;
  return endings.find(([type]) => error instanceof type)?.[1] ?? "internal";
}

/** The error in one sentence or two, without anything secret; with its stack if it is a mistake of this program. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return redact(String(error));
  if (endingOf(error) !== "internal") return redact(error.message);
  return (error.stack ?? error.message).split("\n").map(redact).join("\n");
}

/** The error as scripts read it. */
export function errorData(error: unknown): object {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const told: Record<string, unknown> = { class: name, message: redact(message) };
  for (const key of ["appliance", "host", "action", "outcome", "status"] as const) {
    const value = (error as Partial<Record<typeof key, unknown>>)[key];
    if (typeof value === "string" || typeof value === "number") told[key] = value;
  }
  return told;
}
