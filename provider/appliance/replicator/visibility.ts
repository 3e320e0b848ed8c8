import { isDeepStrictEqual } from "node:util";
import type { Command } from "../../replicator/commands";
import type { Visibility } from "../becomes-visible";

/** How long is waited until a change shows in what the appliance reads back. */
export const visibility: Visibility = { patienceMs: 10_000, everyMs: 500 };

/** The same for a change that its own answer casts doubt on. */
export const soon: Visibility = { patienceMs: 1000, everyMs: 250 };

/**
 * Commands of ours that an appliance may not show yet, because it may read back the configuration of its last rebuild.
 * A reading that is as it was before some of them is an old one: they are applied to it.
 */
export class UnseenCommands<State> {
  /** The state before the first of them, where it is known. */
  #before: State | undefined;
  /** The kept state that it is a copy of, as it was then. */
  #copied: State | undefined;
  #commands: Command[] = [];

  constructor(private readonly apply: (state: State, command: Command) => void) {}

  /** A command that the appliance has acknowledged, and the kept state before it, which follows each command. */
  add(command: Command, before: State | undefined): void {
    // Of the same kept state nothing is copied again: what was done to it since was done to the copy.
    if (this.#commands.length === 0 && before !== this.#copied) {
      this.#before = structuredClone(before);
      this.#copied = before;
    }
    this.#commands.push(command);
  }

  /** Called when a rebuild begins; what it gives is called when that rebuild has ended well. */
  rebuilding(): () => void {
    const covered = this.#commands.length;
    return () => {
      for (const command of this.#commands.splice(0, covered)) {
        if (this.#before !== undefined) this.apply(this.#before, command);
      }
    };
  }

  /** What was read, with what it does not show yet. Where others have changed it as well, it is all that is known. */
  complete(read: State): State {
    if (this.#commands.length === 0) return read;
    const passed = structuredClone(this.#before);
    if (passed === undefined) {
      // Nothing tells an old reading from a new one: what the appliance has acknowledged is so until a rebuild.
      for (const command of this.#commands) this.apply(read, command);
      return read;
    }
    let unseen = isDeepStrictEqual(read, passed) ? this.#commands : undefined;
    for (const [index, command] of this.#commands.entries()) {
      this.apply(passed, command);
      if (isDeepStrictEqual(read, passed)) unseen = this.#commands.slice(index + 1);
    }
    for (const command of unseen ?? []) this.apply(read, command);
    return read;
  }
}
