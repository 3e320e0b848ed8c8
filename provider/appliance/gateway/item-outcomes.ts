import { ApplianceError, sentence } from "../../errors/errors";
import type { DeletionMessage } from "../../gateway/user-messages";
import type { Judge } from "../../gateway/wording";
import { AlreadyExistsError, Refusal, UnclearError } from "../../errors/refusal";
import { idByName } from "../../values/numbers";
import { isCutSpellingOf } from "../../values/spellings";
import type { Settled } from "../../change/change-each";

/** An entry of the response to a creation: the number and more, or why it failed. */
type CreationEntry<Created> = { name: string } & (Created | { error: string });

/** The outcome of each user or user group of a creation, by the name that was sent. */
export function creationOutcomes<Created extends object>(
  sent: readonly { readonly name: string }[],
  entries: readonly CreationEntry<Created>[],
  judge: Judge,
): ReadonlyMap<string, Settled<Created & { name: string }>> {
  const names = sent.map(({ name }) => name);
  return new Map(names.map((name) => [name, creationOutcome<Created>(name, names, entries, judge)]));
}

function creationOutcome<Created extends object>(
  name: string,
  names: readonly string[],
  entries: readonly CreationEntry<Created>[],
  judge: Judge,
): Settled<Created & { name: string }> {
  const entry = entryOf(name, names, entries);
  if (entry === undefined) {
    const words = "outcome unknown: the answer does not name it. Check on the gateway whether it exists";
    return { error: new Refusal(`${words}. If it does, add: onExisting: "adopt".`) };
  }
  if (!("error" in entry)) return { ok: entry };
  if (judge.verdict("create", entry.error, [name]) === "already") {
    return { error: new AlreadyExistsError(entry.error, idByName(name)) };
  }
  return { error: new Refusal(`the gateway refused to create it: ${entry.error}`) };
}

/**
 * The entry for a name. Entries are matched by name, never by position. A gateway may keep a name in another spelling.
 */
function entryOf<Entry extends { name: string }>(
  name: string,
  names: readonly string[],
  entries: readonly Entry[],
): Entry | undefined {
  const same = entries.find((one) => one.name === name) ?? entries.find((one) => one.name.trim() === name);
  if (same !== undefined) return same;
  const others = entries.filter((one) => !names.includes(one.name.trim()));
  const [respelled, ...more] = others.filter((one) => isCutSpellingOf(one.name, name));
  const isOfAnother = names.some(
    (other) => other !== name && respelled !== undefined && isCutSpellingOf(respelled.name, other),
  );
  return more.length > 0 || isOfAnother ? undefined : respelled;
}

/**
 * How many objects matched, by each entry of a deletion: 0 if it was already gone. An entry that no text proves is an
 * error.
 */
export function deletionOutcomes(
  entries: readonly (number | string)[],
  messages: readonly DeletionMessage[],
  judge: Judge,
): ReadonlyMap<string, Settled<number>> {
  const outcomes = entries.map((entry, index): [string, Settled<number>] => {
    const inPlace = messages.length === entries.length ? messages[index] : undefined;
    const literal = messages.find(({ id, name }) => (typeof entry === "number" ? id === entry : name === entry));
    const named = inPlace?.id === undefined && inPlace?.name === undefined ? inPlace : undefined;
    const own = literal ?? named;
    return [String(entry), own === undefined ? unreported : deletionOutcome(own, entry, judge)];
  });
  return new Map(outcomes);
}

const unreported = {
  error: new UnclearError("the answer does not say whether it was deleted. Run pulumi up or pulumi destroy again."),
};

function deletionOutcome({ message, matched }: DeletionMessage, entry: number | string, judge: Judge): Settled<number> {
  switch (judge.verdict("delete", message, [entry])) {
    case "done":
      return { ok: Math.max(1, matched ?? 1) };
    case "already":
      return { ok: 0 };
    case "refused":
      return { error: new Refusal(`the gateway refused to delete it: ${message}`) };
    case "unknown":
      return { error: new UnclearError(judge.unclear(message, [entry])) };
  }
}

/**
 * The outcome of an item that was sent once more after its response was lost. A number proves that the item is ours. A
 * name that exists does not show who created it: the first request may have, and so may others.
 */
export function outcomeInDoubt<Created>(outcome: Settled<Created>, cause: unknown): Settled<Created> {
  if (!("error" in outcome && outcome.error instanceof AlreadyExistsError)) return outcome;
  const { message, existingId } = outcome.error;
  return { error: new AlreadyExistsError(message, existingId, { cause }) };
}

/** The error about an item if no response says whether it was created; `second` is why it could not be sent again. */
export function unsettled(what: "users" | "user groups", cause: unknown, second?: unknown): Refusal {
  const failed =
    second instanceof ApplianceError ? ` The second try failed: ${sentence(second.words, second.advice)}` : "";
  const words = `outcome unknown: the answer to its creation was lost, and the API has no action that reads ${what}.`;
  const advice = 'Check on the gateway whether it exists. If it does, add: onExisting: "adopt".';
  return new Refusal(`${words}${failed} ${advice}`, { cause });
}
