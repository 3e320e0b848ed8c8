import type { Command } from "../../replicator/commands";
import type { Visibility } from "../becomes-visible";
import { factsOf, type Facts } from "./facts";

/** How long is waited until a change shows in what the appliance reads back. */
export const visibility: Visibility = { patienceMs: 10_000, everyMs: 500 };

/** The same for a change that its own answer casts doubt on. */
export const soon: Visibility = { patienceMs: 1000, everyMs: 250 };

/** A reading that is under way. */
interface Reading {
  /** Number of the first command that it may not show. */
  readonly from: number;
}

/**
 * Commands of ours that an appliance may not show yet, because it may read back the configuration of its last rebuild. A
 * reading in which something is as it was before some of them is an old one there: they are applied to it.
 */
export class UnseenCommands<State> {
  /** The state before the first of them, where it is known. */
  #before: State | undefined;
  /** The kept state that it is a copy of, as it was then. */
  #copied: State | undefined;
  #commands: Command[] = [];
  /** Number of the first of them; commands count from 0. */
  #first = 0;
  /** Number of the first command that no rebuild is known to have made effective. */
  #uncovered = 0;
  readonly #readings = new Set<Reading>();

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

  /** Whether there is such a command that no rebuild is known to have made effective. */
  some(is: (command: Command) => boolean): boolean {
    return this.#commands.some(is);
  }

  /** Changes the state before the commands, where more is known of what it means. */
  amend(change: (before: State) => void): void {
    if (this.#before !== undefined) change(this.#before);
  }

  /** Called when a rebuild begins; what it gives is called when that rebuild has ended well. */
  rebuilding(): () => void {
    const end = this.#first + this.#commands.length;
    return () => {
      // Another rebuild may have ended in between, so only the numbers of commands tell which ones this one covers.
      this.#uncovered = Math.max(this.#uncovered, end);
      this.#forget();
    };
  }

  /** What is read, with what it does not show yet: a rebuild that ends meanwhile may have come too late for it. */
  async complete(read: () => Promise<State>): Promise<State> {
    const reading = { from: this.#uncovered };
    this.#readings.add(reading);
    try {
      return this.#completed(await read(), reading);
    } finally {
      this.#readings.delete(reading);
      this.#forget();
    }
  }

  /** Forgets what every reading shows, also one that is under way. */
  #forget(): void {
    const end = Math.min(this.#uncovered, ...[...this.#readings].map(({ from }) => from));
    for (const command of this.#commands.splice(0, end - this.#first)) {
      if (this.#before !== undefined) this.apply(this.#before, command);
    }
    this.#first = end;
  }

  #completed(read: State, { from }: Reading): State {
    const unseen = this.#commands.slice(from - this.#first);
    if (unseen.length === 0) return read;
    const before = structuredClone(this.#before);
    if (before !== undefined)
      for (const command of this.#commands.slice(0, from - this.#first)) this.apply(before, command);
    // Without it nothing distinguishes an old reading from a new one: what the appliance has acknowledged is so until a rebuild.
    for (const command of before === undefined ? unseen : this.#notShown(read, before, unseen))
      this.apply(read, command);
    return read;
  }

  /**
   * The commands that a reading does not show yet. Each fact is judged by itself: commands that
   * are under way together are answered in any order, and others may change what no command of ours concerns.
   */
  #notShown(read: State, before: State, commands: readonly Command[]): Command[] {
    const shown = factsOf(read);
    /** The last moment at which each fact that changed was as it is shown: before a command with a higher number. */
    const asShown = new Map<string, number>();
    const changedBy: string[][] = [];
    let facts = factsOf(before);
    for (const [index, command] of commands.entries()) {
      this.apply(before, command);
      const next = factsOf(before);
      const changed = differing(facts, next);
      for (const key of changed) {
        if (!asShown.has(key) && facts.get(key) === shown.get(key)) asShown.set(key, 0);
        if (next.get(key) === shown.get(key)) asShown.set(key, index + 1);
      }
      changedBy.push(changed);
      facts = next;
    }
    return commands.filter((_, index) => changedBy[index]?.some((key) => (asShown.get(key) ?? Infinity) <= index));
  }
}

function differing(some: Facts, others: Facts): string[] {
  return [...new Set([...some.keys(), ...others.keys()])].filter((key) => some.get(key) !== others.get(key));
}
