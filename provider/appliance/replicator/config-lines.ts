import { Refusal } from "../../errors/refusal";
import { printable } from "../../http/listing";
import { isWithoutEffect, parseCommand } from "../../replicator/command-path";
import type { ReplicatorConfig } from "../../replicator/show";
import { apply, emptyState, type ConfigList, type ReplicatorState } from "./state";

/** The lists in the order in which their lines apply: what belongs to a profile comes after it. */
const lists = ["profile", "collector", "policy", "notate"] as const satisfies readonly ConfigList[];

/**
 * The state that the lines of `show/config` describe. A line that is not understood is set aside: it may describe any
 * object of its list, so what is missing from that list is not known to be gone. Why:
 * docs/internals/decisions/0019-texts-and-lines.md.
 */
export function stateOf({ api, absent }: ReplicatorConfig): ReplicatorState {
  const state: ReplicatorState = { ...emptyState(), ...(absent === undefined ? {} : { absent }) };
  for (const list of lists) {
    for (const line of api[list]) {
      const command = parseCommand(line);
      if (command !== undefined) apply(state, command);
      else if (!isWithoutEffect(line)) {
        state.unreadable ??= {};
        state.unreadable[list] = [...(state.unreadable[list] ?? []), printable(line)];
      }
    }
  }
  return state;
}

/** Why something that is missing from a list of `show/config` may exist; undefined if the list is whole. */
export function lackOf({ absent, unreadable }: ReplicatorState, list: ConfigList): string | undefined {
  if (absent?.includes(list) === true) return `show/config contains no list api.${list}`;
  const [first, ...others] = unreadable?.[list] ?? [];
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` and ${String(others.length)} more`;
  return `show/config lists a line that this package does not understand: ${first}${more}`;
}

/** Throws if the response lacks the list that something is missing from: nothing is believed to be removed then. */
export function assertListed({ absent }: ReplicatorState, list: ConfigList): void {
  if (absent?.includes(list) !== true) return;
  throw new Refusal(
    `show/config contains no list api.${list}, so nothing in it is treated as removed. If the object was removed, ` +
      "remove it from the state with pulumi state delete.",
  );
}
