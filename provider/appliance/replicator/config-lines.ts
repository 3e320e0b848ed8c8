import { Refusal } from "../../errors/refusal";
import { isWithoutEffect, parseCommand } from "../../replicator/command-path";
import type { ReplicatorConfig } from "../../replicator/show";
import { apply, emptyState, type ConfigList, type ReplicatorState } from "./state";

/** Maximum number of characters of a line that a message quotes. */
const QUOTED = 200;

/**
 * The state that the lines of `show/config` describe. A line that is not understood is an error: it may describe an
 * object of ours, which must not be missing from the state. Why: docs/internals/decisions/0019-texts-and-lines.md.
 */
export function stateOf({ api, absent }: ReplicatorConfig): ReplicatorState {
  const state: ReplicatorState = { ...emptyState(), ...(absent === undefined ? {} : { absent }) };
  for (const line of [...api.profile, ...api.collector, ...api.policy, ...api.notate]) {
    const command = parseCommand(line);
    if (command !== undefined) apply(state, command);
    else if (!isWithoutEffect(line)) throw notUnderstood(line);
  }
  return state;
}

/** Throws if the response lacks the list that something is missing from: nothing is believed to be removed then. */
export function assertListed({ absent }: ReplicatorState, list: ConfigList): void {
  if (absent?.includes(list) !== true) return;
  throw new Refusal(
    `show/config contains no list api.${list}, so nothing in it is treated as removed. If the object was removed, ` +
      "remove it from the state with pulumi state delete.",
  );
}

function notUnderstood(line: string): Refusal {
  const text = JSON.stringify(line.length > QUOTED ? `${line.slice(0, QUOTED)}...` : line);
  // JSON does not escape marks that change the direction of a line or are invisible, so escape them here.
  const escaped = text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return new Refusal(
    `show/config lists a line that this package does not understand: ${escaped}. Nothing is treated as removed. ` +
      "Correct on the replicator what the line describes, or report the line as a fault of pulumi-flowgate.",
  );
}
