import { ApplianceError, RefusedError, sentence } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import { mayBeApplied } from "../../http/retry";
import { DoubtfulSuccess } from "../../replicator/judge";
import { change, type Visibility } from "../../change/change";
import type { ReplicatorState } from "./state";

/** The outcome of a command: this request did what it asks for, or that was the case before. */
export type Sent = "done" | "wasSo";

/** Reads a state, and whether it shows what a command asks for; newly if the outcome is unclear. */
export type Look = (isUnclear: boolean) => Promise<{ readonly state: ReplicatorState; readonly isShown: boolean }>;

export interface HowToSend {
  /** Whether a refusal may mean that what the command asks for is the case. */
  readonly mayBeSo: boolean;
  /** How long to look for the change after a failure. */
  patience(failure: Error | undefined): Visibility;
  /** Whether a command whose change a reading does not show is sent again. Default: never. */
  again?(state: ReplicatorState): boolean;
}

/** Makes one change. Its evidence: a believable response, or a reading that shows what the command asks for. */
export function changeByCommand(send: () => Promise<true>, looks: () => Look, how: HowToSend): Promise<Sent> {
  let look = looks();
  /** How long the state was read after a try whose outcome is unclear. */
  let unclear: Visibility | undefined;
  return change<true, Awaited<ReturnType<Look>>, Sent>(
    {
      mayBeSo: how.mayBeSo,
      send: () => {
        look = looks();
        return send();
      },
      proves: () => "done",
      read: (tried) =>
        look(!isPlain(tried?.failure)).catch((error: unknown) => {
          throw tried?.failure instanceof ApplianceError ? notRead(tried.failure, error) : error;
        }),
      shows: ({ isShown }, { failure }) => (!isShown ? undefined : isPlainRefusal(failure) ? "wasSo" : "done"),
      otherwise({ failure }, reading) {
        if (!(failure instanceof ApplianceError)) return undefined;
        if (isPlain(failure))
          return unclear && failure instanceof RefusedError ? notConverged(failure, unclear) : undefined;
        if (failure instanceof DoubtfulSuccess) return asRefused(failure);
        unclear = how.patience(failure);
        if (reading !== undefined && how.again?.(reading.state) === true) return undefined;
        return notConverged(failure, unclear);
      },
    },
    (failure) => how.patience(failure),
  );
}

/** Whether a failure says for certain that the command was not carried out. */
function isPlain(failure: unknown): boolean {
  return failure instanceof ApplianceError && !failure.repeated && !mayBeApplied(failure);
}

/** Whether the response to the first try refused: if what it asks for is the case, it was so before. */
function isPlainRefusal(error: unknown): boolean {
  if (error instanceof DoubtfulSuccess) return error.saysAlready && !error.repeated;
  return error instanceof RefusedError && !error.repeated && !/^\s*success/iu.test(error.words);
}

/** A success whose text contradicts it, and whose change no reading shows. */
function asRefused({ appliance, host, action, description, words }: DoubtfulSuccess): RefusedError {
  const advice = `The answer says "success", but no read shows the change`;
  return new RefusedError({ appliance, host, action, words: description, advice, answered: true, cause: words });
}

/** A failed command for which the reading failed too that should have shown whether it was carried out. */
function notRead(error: ApplianceError, failure: unknown): Refusal {
  const reason = failure instanceof Error ? failure.message : String(failure);
  const failed = sentence(`${error.operation} failed: ${error.words}`, error.advice);
  return new Refusal(`${failed} Whether it was carried out could not be checked: ${reason}`, { cause: error });
}

function notConverged(error: ApplianceError, { patienceMs }: Visibility): Refusal {
  const words = `${error.operation} failed: ${error.words}. Not converged: an earlier attempt may have been applied`;
  const advice = "Check what is on the replicator, then run pulumi up again.";
  return new Refusal(`${words}, but the configuration did not show it for ${patienceMs / 1000} s. ${advice}`, {
    cause: error,
  });
}
