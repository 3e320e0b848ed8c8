import { ApplianceError } from "./errors";
import { Refusal, UnclearError } from "./refusal";

/** How a change was made. *existed*: what it asks for was the case before. */
export type Made = "done" | "existed";

/**
 * The end of one item of a change: it was made, with its result, or the error says why not. *refused*: nothing was
 * changed. *inDoubt*: it may have been made, and no reading could decide it.
 */
export type Outcome<Result = undefined> =
  { readonly is: Made; readonly result: Result } | { readonly is: "refused" | "inDoubt"; readonly error: unknown };

/** The outcome of an item that was changed. */
export function made(is: Made): Outcome;
export function made<Result>(is: Made, result: Result): Outcome<Result>;
export function made<Result>(is: Made, result?: Result): Outcome<Result | undefined> {
  return { is, result };
}

/** The outcome of an item that failed. This is the only place that decides whether a failed change is in doubt. */
export function failed(error: unknown): Outcome<never> {
  const failure = error instanceof Refusal ? error.cause : error;
  return { is: error instanceof UnclearError || mayBeMade(failure) ? "inDoubt" : "refused", error };
}

/** The outcome of a change that is not part of a batch. It was done unless it says that it *existed*. */
export async function outcomeOf(change: Promise<unknown>): Promise<Outcome> {
  try {
    return made((await change) === "existed" ? "existed" : "done");
  } catch (error) {
    return failed(error);
  }
}

/** The result of a change. Throws why it was not made. */
export function resultOf<Result>(outcome: Outcome<Result>): Result {
  if ("error" in outcome) throw outcome.error;
  return outcome.result;
}

/** How a change was made. Throws why it was not made. */
export function madeOf(outcome: Outcome<unknown>): Made {
  if ("error" in outcome) throw outcome.error;
  return outcome.is;
}

/** Whether a failed request may have made its change, or an earlier try of it. */
export function mayBeMade(failure: unknown): boolean {
  return failure instanceof ApplianceError && (failure.repeated || failure.outcome === "unknown");
}
