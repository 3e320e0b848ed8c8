import { ApplianceError, isRefused, PathError } from "../provider/errors/errors";
import { ConfigurationRefusal, Refusal } from "../provider/errors/refusal";
import { present } from "../provider/values/collections";
import { redactedLines } from "../provider/values/secret";
import type { Ending } from "./exit-codes";
import { saidBy } from "../provider/values/quoted";

/** An error of the command itself: one or two sentences with the problem and what to do, or a line for each mistake. */
export class CommandError extends Error {
  constructor(
    /** Determines the exit code of the run. */
    readonly ending: Ending,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A class of errors that all end the run in the same way. */
function errorWith(ending: Ending) {
  return class extends CommandError {
    constructor(message: string, options?: ErrorOptions) {
      super(ending, message, options);
    }
  };
}

/** Invalid values on the command line, or in a file that the command itself reads. */
export class UsageError extends errorWith("usage") {}

/** The result of a check of arguments, whose refusal is a mistake on the command line. */
export function asUsage<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(error.message, { cause: error }) : error;
  }
}

/** The configuration is missing, wrong or cannot be read. */
export class ConfigurationError extends errorWith("configuration") {}

/** A destructive command was not confirmed. */
export class NotConfirmedError extends errorWith("unconfirmed") {}

/** The ending of a run with this error. */
export function endingOf(error: unknown): Ending {
  if (error instanceof CommandError) return error.ending;
  if (error instanceof ApplianceError) return endingOfRequest(error);
  // A value that cannot be part of a command path.
  if (error instanceof PathError) return "usage";
  if (error instanceof ConfigurationRefusal) return "configuration";
  if (error instanceof Error && "syscall" in error && error.syscall === "write") return "unwritten";
  // The text says what to change before the command is run again. A model's error loads with the model alone.
  const isExplained = error instanceof Refusal || (error instanceof Error && error.name === "ModelError");
  return isExplained ? "attention" : "internal";
}

function endingOfRequest(error: ApplianceError): Ending {
  const { credentials, arrived, status } = error.details;
  if (credentials === true) return "credentials";
  if (error.effect === "unknown" || arrived === true) return "unknown";
  return status === undefined && !isRefused(error) ? "unreachable" : "refused";
}

/** What an error says, without secrets, in its lines. */
export function sentenceOf(error: unknown): string {
  return redactedLines(saidBy(error));
}

/** The text to print for an error that ends a run: what it says, or the stack if it is a bug of the command. */
export function printedOf(error: unknown): string {
  const isBug = error instanceof Error && endingOf(error) === "internal";
  return isBug ? redactedLines(error.stack ?? error.message) : sentenceOf(error);
}

/** The error as data for scripts. */
export function errorData(error: unknown): object {
  const plain = { class: error instanceof Error ? error.name : "Error", message: sentenceOf(error) };
  if (!(error instanceof ApplianceError)) return plain;
  const { place, effect, details } = error;
  const { appliance, host, action } = place;
  return { ...plain, appliance, host, action, effect, ...present({ status: details.status }) };
}
