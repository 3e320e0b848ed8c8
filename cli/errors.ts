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
  constructor(
    message: string,
    options?: ErrorOptions,
    /** Where there are several: each is printed on a line of its own. */
    readonly mistakes: readonly string[] = [],
  ) {
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

/** The error in one sentence or two, without anything secret. */
export function sentenceOf(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error));
}

/** What is said of an error that ends a run: its sentence, each of several mistakes, or the stack of an own mistake. */
export function linesOf(error: unknown): string[] {
  if (error instanceof ConfigurationError && error.mistakes.length > 0) return error.mistakes.map(redact);
  if (error instanceof Error && endingOf(error) === "internal") {
    return (error.stack ?? error.message).split("\n").map(redact);
  }
  return [sentenceOf(error)];
}

/** The error as scripts read it. */
export function errorData(error: unknown): object {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const plain: Record<string, unknown> = { class: name, message: redact(message) };
  for (const key of ["appliance", "host", "action", "outcome", "status"] as const) {
    const value = (error as Partial<Record<typeof key, unknown>>)[key];
    if (typeof value === "string" || typeof value === "number") plain[key] = value;
  }
  return plain;
}
