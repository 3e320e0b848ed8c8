import { type ApplianceError, RefusedError, sentence } from "../../errors/errors";
import { Refusal } from "../../errors/refusal";
import { DoubtfulSuccess } from "../../replicator/judge";
import type { Visibility } from "../../change/patience";

/** Whether the response to the first try refused: if what it asks for is the case, it was so before. */
export function isPlainRefusal(error: unknown): boolean {
  if (error instanceof DoubtfulSuccess) return error.saysAlready;
  return error instanceof RefusedError && !error.repeated && !/^\s*success/iu.test(error.words);
}

/** A success whose text contradicts it, and whose change no reading shows. */
export function asRefused({ appliance, host, action, description, words }: DoubtfulSuccess): RefusedError {
  const advice = `The answer says "success", but no read shows the change`;
  return new RefusedError({ appliance, host, action, words: description, advice, answered: true, cause: words });
}

/** A failed command for which the reading failed too that should have shown whether it was carried out. */
export function notRead(error: ApplianceError, failure: unknown): Refusal {
  const reason = failure instanceof Error ? failure.message : String(failure);
  const failed = sentence(`${error.operation} failed: ${error.words}`, error.advice);
  return new Refusal(`${failed} Whether it was carried out could not be checked: ${reason}`, { cause: error });
}

export function notConverged(error: ApplianceError, { patienceMs }: Visibility): Refusal {
  const words = `${error.operation} failed: ${error.words}. Not converged: an earlier attempt may have been applied`;
  const advice = "Check what is on the replicator, then run pulumi up again.";
  return new Refusal(`${words}, but the configuration did not show it for ${patienceMs / 1000} s. ${advice}`, {
    cause: error,
  });
}
