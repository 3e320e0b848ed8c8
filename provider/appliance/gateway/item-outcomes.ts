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
