import { ApplianceError, sentence } from "../../errors";
import type { DeletionMessage } from "../../gateway/user-messages";
import { AlreadyExistsError, Refusal } from "../../refusal";
import { idByName } from "../../values/numbers";
import type { Settled } from "../batcher";

/** An entry of an answer to a creation: the number and more, or why it failed. */
type CreationEntry<Created> = { name: string } & (Created | { error: string });

/** What became of one user or user group of a creation. Entries are told apart by name, never by position. */
export function creationOutcome<Created extends object>(
  name: string,
  entries: readonly CreationEntry<Created>[],
): Settled<Created> {
  // Appliances may trim a name.
  const entry = entries.find((one) => one.name === name) ?? entries.find((one) => one.name.trim() === name);
  if (entry === undefined) {
    const words = "outcome unknown: the answer does not name it. See on the gateway whether it exists";
    return { error: new Refusal(`${words}, and if so add: onExisting: "adopt".`) };
  }
  if (!("error" in entry)) return { ok: entry };
  if (/\bexists\b/iu.test(entry.error)) return { error: new AlreadyExistsError(entry.error, idByName(name)) };
  return { error: new Refusal(`the gateway refused to create it: ${entry.error}`) };
}

/** How many matched, by each entry of a deletion: 0 where it was gone, undefined where the answer does not say. */
export function deletionOutcomes(
  entries: readonly (number | string)[],
  messages: readonly DeletionMessage[],
): ReadonlyMap<string, Settled<number | undefined>> {
  const outcomes = entries.map((entry): [string, Settled<number | undefined>] => {
    const own = messages.find(({ id, name }) => (typeof entry === "number" ? id === entry : name === entry));
    const isMissing = own === undefined && messages.length < entries.length;
    const missing = { error: new Refusal("the answer does not say whether it was deleted") };
    return [String(entry), isMissing ? missing : { ok: own?.matched }];
  });
  return new Map(outcomes);
}

/**
 * The outcome of an item that was sent once more after its answer was lost. A number proves that the item is ours. A
 * name that exists proves nothing about who made it: the first request may have, and so may others.
 */
export function outcomeInDoubt<Created>(outcome: Settled<Created>, cause: unknown): Settled<Created> {
  if (!("error" in outcome && outcome.error instanceof AlreadyExistsError)) return outcome;
  const { message, existingId } = outcome.error;
  return { error: new AlreadyExistsError(message, existingId, { cause }) };
}

/** The error about an item of which no answer tells whether it was made; `second` is why it could not be sent again. */
export function unsettled(what: "users" | "user groups", cause: unknown, second?: unknown): Refusal {
  const failed =
    second instanceof ApplianceError ? ` The second try failed: ${sentence(second.words, second.advice)}` : "";
  const words = `outcome unknown: the answer to its creation was lost, and the API has no action that reads ${what}.`;
  const advice = 'See on the gateway whether it exists, and if so add: onExisting: "adopt".';
  return new Refusal(`${words}${failed} ${advice}`, { cause });
}
