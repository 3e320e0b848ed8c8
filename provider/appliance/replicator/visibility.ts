import type { Command } from "../../replicator/commands";
import type { Visibility } from "../../change/change";
import { Snapshot } from "../snapshot";
import { types } from "node:util";

/** How long to wait until a change shows in what the appliance reads back. */
export const visibility: Visibility = { patienceMs: 10_000, everyMs: 500 };

/** How long to wait for a change whose own response casts doubt on it. */
export const soon: Visibility = { patienceMs: 1000, everyMs: 250 };

/** One look: nothing is sent again before it. */
export const once: Visibility = { patienceMs: 0, everyMs: 0 };

/** A reading in progress. */
interface Reading {
  /** Number of the first command that it may not show. */
  readonly from: number;
}

/**
 * Our commands that an appliance may not show yet, because it may read back the configuration of its last rebuild. If a
 * reading shows something as it was before some of these commands, that part of it is old: the commands are applied to
 * it.
 */
export class UnseenCommands<State> {
  /** The state before the first of these commands, if it is known. */
  #before: State | undefined;
  /** The cached state that it was copied from. */
  #copied: State | undefined;
  #commands: Command[] = [];
  /** Number of the first of these commands; commands count from 0. */
  #first = 0;
  /** Number of the first command that no rebuild is known to have made effective. */
  #uncovered = 0;
  readonly #readings = new Set<Reading>();

  constructor(private readonly apply: (state: State, command: Command) => void) {}

  /**
   * Adds a command that the appliance acknowledged, with the cached state before it, which is patched by each command.
   */
  add(command: Command, before: State | undefined): void {
    // The same cached state is not copied again: what was done to it since was also done to the copy.
    if (this.#commands.length === 0 && before !== this.#copied) {
      this.#before = structuredClone(before);
      this.#copied = before;
    }
    this.#commands.push(command);
  }

  /** Whether one of these commands, which no rebuild is known to have made effective, matches. */
  some(is: (command: Command) => boolean): boolean {
    return this.#commands.some(is);
  }

  /** Changes the state before these commands, once more is known about its meaning. */
  amend(change: (before: State) => void): void {
    if (this.#before !== undefined) change(this.#before);
  }

  /** Called when a rebuild begins. The function that it returns is called when that rebuild has succeeded. */
  rebuilding(): () => void {
    const end = this.#first + this.#commands.length;
    return () => {
      // Another rebuild may have ended in between, so only the numbers show which commands this one covers.
      this.#uncovered = Math.max(this.#uncovered, end);
      this.#forget();
    };
  }

  /** Reads, and adds what the reading does not show yet: a rebuild that ends meanwhile may be too late for it. */
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

  /** Forgets commands that every reading shows, including a reading in progress. */
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
    // Without that state, an old reading cannot be distinguished from a new one: all acknowledged commands count until
    // a rebuild.
    for (const command of before === undefined ? unseen : this.#notShown(read, before, unseen))
      this.apply(read, command);
    return read;
  }

  /**
   * The commands that a reading does not show yet. Each fact is judged separately: concurrent commands are answered in
   * any order, and others may change what no command of ours concerns.
   */
  #notShown(read: State, before: State, commands: readonly Command[]): Command[] {
    const shown = factsOf(read);
    /** For each fact that changed, the last moment at which it was as shown: before a command with a higher number. */
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

/** How our own commands and the names of the program change what was read. */
interface Meaning<Reading> {
  /** Whether a command changes it. */
  concerns(command: Command): boolean;
  apply(reading: Reading, command: Command): void;
  /** Renames profiles to their names in the program, as far as these are known now. */
  translate(reading: Reading): void;
}

/**
 * What a replicator shows, read once for all resources, in the names of the program and with our own commands since:
 * it may not show these before its next rebuild. The caller must not change what it gets.
 */
export class SharedReading<Reading> extends Snapshot<Reading> {
  readonly unseen: UnseenCommands<Reading>;

  constructor(
    read: () => Promise<Reading>,
    private readonly meaning: Meaning<Reading>,
  ) {
    const unseen = new UnseenCommands(meaning.apply);
    super(() => unseen.complete(read));
    this.unseen = unseen;
  }

  override async get(): Promise<Reading> {
    const reading = await super.get();
    this.meaning.translate(reading);
    this.unseen.amend(this.meaning.translate);
    return reading;
  }

  /** Applies a command that the replicator has acknowledged. What it cannot change stays valid, even while it is read. */
  sent(command: Command): void {
    if (!this.meaning.concerns(command)) return;
    this.unseen.add(command, this.kept);
    this.patch((reading) => {
      this.meaning.apply(reading, command);
    });
  }
}

function differing(some: Facts, others: Facts): string[] {
  return [...new Set([...some.keys(), ...others.keys()])].filter((key) => some.get(key) !== others.get(key));
}

/** The values of a state, each by its path: two states differ if one of these differs. */
export type Facts = ReadonlyMap<string, unknown>;

/** The facts of a state of maps, sets and records. An element of a set or list is a fact regardless of its position. */
export function factsOf(state: unknown): Facts {
  const facts = new Map<string, unknown>();
  collect(state, "", facts);
  return facts;
}

function collect(value: unknown, way: string, facts: Map<string, unknown>): void {
  if (types.isSet(value) || Array.isArray(value)) {
    for (const element of value as Iterable<unknown>) facts.set(`${way}/${JSON.stringify(element)}`, true);
  } else if (typeof value === "object" && value !== null) {
    const entries = types.isMap(value) ? value : Object.entries(value);
    for (const [key, part] of entries) collect(part, `${way}/${JSON.stringify(key)}`, facts);
  } else {
    facts.set(way, value);
  }
}
