import { setTimeout as sleep } from "node:timers/promises";
import type { ApplianceKind } from "../../../provider/client";
import type { Kind } from "../../../lib/site/kinds";
import {
  ApplianceError,
  NotSentError,
  RefusedError,
  ReplyError,
  UnknownOutcomeError,
} from "../../../provider/errors/errors";
import { PartlyDoneError, Refusal } from "../../../provider/errors/refusal";

/** The steps in the life of an object, in the order in which they run. The text is the head of a column. */
export const steps = {
  create: "create",
  unchanged: "unchanged",
  read: "read",
  change: "change",
  replace: "replace",
  refuse: "exists",
  adopt: "adopt",
  byHand: "by hand",
  removed: "removed",
  followers: "rename",
  batch: "batch",
  lostCreate: "lost create",
  lostUpdate: "lost update",
  lostDelete: "lost delete",
  session: "session",
  destroy: "destroy",
} as const;
export type Step = keyof typeof steps;

/**
 * The result of one step. *works*: the appliance shows what the provider reported. *note*: the same, with a message of
 * the provider. *refused*: one clear error, and the appliance shows no more than the state. *wrong*: the appliance shows
 * something else than what the provider reported. *notRun*: an earlier step failed. *none*: the kind has no such step.
 */
export type Verdict = "works" | "note" | "refused" | "wrong" | "notRun" | "none";

export interface Outcome {
  readonly kind: Kind;
  readonly step: Step;
  readonly verdict: Verdict;
  /** The messages of the provider, or the difference. */
  readonly texts: readonly string[];
}

/** Something that the run measured. */
export interface Measure {
  readonly about: ApplianceKind;
  readonly what: string;
  readonly value: string;
}

/** The appliance shows something else than what the provider reported. */
export class WrongError extends Error {}

/** The step needs an object that an earlier step did not create. */
export class NotRunError extends Error {}

/** The longest time of a step: each request has a deadline of its own, and no step needs more than a few. */
const STEP_MS = 180_000;

/** A step did not end in time: nothing more is sent. */
export class DeadlineError extends Error {}

/** Waits for the work of a step. Throws a {@link DeadlineError} if it does not end in time. */
export async function inTime<T>(what: string, work: Promise<T>, milliseconds = STEP_MS): Promise<T> {
  const over = new AbortController();
  const late = sleep(milliseconds, undefined, over).then(() => {
    const why = `${what} did not end within ${milliseconds / 1_000} seconds.`;
    throw new DeadlineError(`${why} flowgate certify --clean removes what the run created.`);
  });
  return Promise.race([work, late]).finally(() => over.abort());
}

/** Another client changed the appliance, or the run did: nothing more is sent. */
export class ForeignChangeError extends Error {
  constructor(readonly differences: readonly string[]) {
    super(differences.join("; "));
  }
}

/** Whether a kind works on this appliance: every step that ran worked. */
export function works(outcomes: readonly { readonly verdict: string }[]): boolean {
  return outcomes.every(({ verdict }) => verdict === "works" || verdict === "note" || verdict === "none");
}

/** The verdict that an error means. Throws any error that is no answer of the appliance or of the provider. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof NotRunError) return "notRun";
  if (error instanceof WrongError) return "wrong";
  const away = awayIn(error);
  if (away !== undefined) throw away;
  if (error instanceof Refusal || error instanceof PartlyDoneError || error instanceof ApplianceError) return "refused";
  throw error;
}

/** The failure of a request that could not be sent: the appliance is away, and no step can follow. */
function awayIn(error: unknown): NotSentError | undefined {
  return causesOf(error).find((one) => one instanceof NotSentError);
}

/** Whether the appliance refused a request, so that it changed nothing. */
export function isRefused(error: unknown): boolean {
  const causes = causesOf(error);
  return causes.some((one) => one instanceof RefusedError) && !causes.some((one) => one instanceof UnknownOutcomeError);
}

/** Passes over an answer that does not say whether a change was done: what the appliance shows afterwards says it. */
export function unclearOnly(error: unknown): undefined {
  if (!(error instanceof ReplyError)) throw error;
}

/** Passes over a refusal too: an object to remove may not be there. */
export function answeredOnly(error: unknown): undefined {
  if (!(error instanceof RefusedError)) unclearOnly(error);
}

/** A reading that not every appliance offers. */
export async function ifShown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RefusedError || error instanceof ReplyError) return undefined;
    throw error;
  }
}

/** An error, and what caused it. */
export function causesOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
