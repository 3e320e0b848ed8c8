import { Refusal } from "../../errors/refusal";
import { printable } from "../../http/schemas";
import { isWithoutEffect, parseCommand } from "../../replicator/commands";
import type { ReplicatorConfig } from "../../replicator/show";
import { someOf } from "../../values/quoted";
import { emptyState, type ConfigList, type ReplicatorState } from "./state";
import { apply } from "./verbs";
import type { Snapshot } from "../snapshot";
import { present } from "../../values/collections";

/** The lists in the order in which their lines apply: what belongs to a profile comes after it. */
const lists = ["profile", "collector", "policy", "notate"] as const satisfies readonly ConfigList[];

/**
 * The state that the lines of `show/config` describe. A line that is not understood is set aside: it may describe any
 * object of its list, so what is missing from that list is not known to be gone. Why:
 * docs/internals/decisions/0019-texts-and-lines.md.
 */
export function stateOf({ api, absent }: ReplicatorConfig): ReplicatorState {
  const state: ReplicatorState = { ...emptyState(), ...present({ absent }) };
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
  const lines = unreadable?.[list];
  if (lines === undefined) return undefined;
  return `show/config lists a line that this package does not understand: ${someOf(lines, 1)}`;
}

/** Throws if the response lacks the list that something is missing from: nothing is believed to be removed then. */
export function assertListed({ absent }: ReplicatorState, list: ConfigList): void {
  if (absent?.includes(list) !== true) return;
  throw new Refusal(
    `show/config contains no list api.${list}, so nothing in it is treated as removed. If the object was removed, ` +
      "remove it from the state with pulumi state delete.",
  );
}

/** Whether the lists of `show/config` are whole: only a whole list shows that something is not there. */
export class WholeLists {
  constructor(private readonly state: Snapshot<ReplicatorState>) {}

  /** Why something that is missing from a list may exist; undefined if the list is whole. */
  async lackOf(list: ConfigList): Promise<string | undefined> {
    const lack = lackOf(await this.state.get(), list);
    // The next reading may be whole.
    if (lack !== undefined) this.state.expire();
    return lack;
  }

  /**
   * Whether something that is missing from a list may be among the lines that are not understood, and says so. Throws a
   * Refusal if there is no such list at all.
   */
  async mayHide(list: ConfigList, info: (message: string) => void): Promise<boolean> {
    const state = await this.state.get();
    const lack = await this.lackOf(list);
    assertListed(state, list);
    if (lack !== undefined) info(`${lack}. It is not treated as removed.`);
    return lack !== undefined;
  }

  /** Throws unless the list is whole: what is missing from it may exist. */
  async assertWhole(list: ConfigList): Promise<void> {
    await this.mayHide(list, (why) => {
      throw new Refusal(why);
    });
  }
}
