import { Refusal } from "../../errors/refusal";
import { printable } from "../../http/schemas";
import { isWithoutEffect, parseCommand } from "../../replicator/commands";
import { configLists, type ReplicatorConfig } from "../../replicator/show";
import { someOf } from "../../values/quoted";
import { emptyState, type ConfigList, type ReplicatorState } from "./state";
import type { Exporters } from "./exporter-members";
import { apply } from "./verbs";
import { present } from "../../values/collections";

/**
 * The state that the lines of `show/config` describe. A line that is not understood is set aside: it may describe any
 * object of its list, so what is missing from that list is not known to be gone. Why:
 * docs/internals/decisions/0019-texts-and-lines.md.
 */
export function stateOf({ api, absent }: ReplicatorConfig): ReplicatorState {
  const state: ReplicatorState = { ...emptyState(), ...present({ absent }) };
  for (const list of configLists) {
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

/** The readings that show members of profiles: exporters have a list of their own. */
export interface MemberReading {
  readonly state: ReplicatorState;
  readonly exporters?: Exporters | undefined;
}

/** Whether lists are whole: only a whole one shows that what the same reading lacks is not there. */
export class WholeLists {
  /** `forget` is called with a reading of `show/config` that is not whole: the next one may be. */
  constructor(private readonly forget: (state: ReplicatorState) => void) {}

  /** Whether a reading shows all that its list has. */
  isWhole(state: ReplicatorState, list: ConfigList): boolean {
    return lackOf(state, list) === undefined;
  }

  /** Why something that is missing from a list may exist; undefined if the list is whole. */
  lackOf({ state, exporters }: MemberReading, list: ConfigList | "exporter"): string | undefined {
    if (list === "exporter") return exporters?.lack;
    const lack = lackOf(state, list);
    if (lack !== undefined) this.forget(state);
    return lack;
  }

  /**
   * Whether something that is missing from a list may be among what could not be read, and says so. Throws a Refusal if
   * there is no such list at all.
   */
  mayHide(reading: MemberReading, list: ConfigList | "exporter", info: (message: string) => void): boolean {
    const lack = this.lackOf(reading, list);
    if (list !== "exporter") assertListed(reading.state, list);
    if (lack !== undefined) info(`${lack}. It is not treated as removed.`);
    return lack !== undefined;
  }

  /** Throws unless the list is whole: what is missing from it may exist. */
  assertWhole(reading: MemberReading, list: ConfigList | "exporter"): void {
    this.mayHide(reading, list, (why) => {
      throw new Refusal(why);
    });
  }
}
