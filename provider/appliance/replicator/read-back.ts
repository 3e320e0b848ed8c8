import { AsyncLocalStorage } from "node:async_hooks";
import { commandOperations } from "../../errors/operation-names";
import { Refusal } from "../../errors/refusal";
import type { Command } from "../../replicator/commands";
import { addedProfile, type ProfileState, type Shown } from "./state";
import { profileIn, subjectOf, valuesOf, verbRow, type ReadOut } from "./verbs";

/** One value that a command set, and what a reading after the next rebuild showed of it. */
export interface Write {
  command: Command;
  /** Set by no command of its own: the documents say, or do not say otherwise, that another command leaves it so. */
  readonly isImplied: boolean;
  /** How a reading contradicts it, as the end of a sentence. */
  contradicted?: string;
}

/** What was written before a rebuild. */
export interface Comparison {
  /** The read-outs that show it. */
  readonly readOuts: ReadonlySet<ReadOut>;
  /**
   * Compares it with what they show. What they do not show may be shown elsewhere: `second` reads that. If it is not
   * known whether the rebuild was carried out, a reading counts only if it shows everything that was sent.
   */
  compare(shown: Shown, second: () => Promise<Shown>, isRebuilt: boolean): Promise<void>;
  /** They could not be read, for this reason. */
  fail(reason: string): void;
}

/**
 * The commands of the operation that the running code belongs to, by replicator. One variable serves all replicators:
 * each one that was ever used makes every promise of the process slower.
 */
const operation = new AsyncLocalStorage<ReadonlyMap<ReadBack, Write[]>>();

/**
 * Compares what operations have written with what the replicator shows after the next rebuild: it may cut a text, limit
 * a number, reset what a command does not mention, or drop a change that it has acknowledged.
 */
export class ReadBack {
  /** What no reading has shown yet, by what it sets: a later command replaces an earlier one. */
  #open = new Map<string, Write>();
  /** Commands without an answer so far: a reading may show what they set instead of what was set before. */
  readonly #running = new Set<Command>();

  /** Runs an operation. Its commands are collected in the list. */
  during<T>(writes: Write[], work: () => Promise<T>): Promise<T> {
    return operation.run(new Map(operation.getStore()).set(this, writes), work);
  }

  /** Runs the change that a command makes. Until its outcome is known, what it may replace is not compared. */
  async sending<T>(command: Command, work: () => Promise<T>): Promise<T> {
    this.#running.add(command);
    try {
      return await work();
    } finally {
      this.#running.delete(command);
    }
  }

  /** Records a command that the replicator has carried out, with the profile that it concerns as it was before. */
  sent(command: Command, before: ProfileState | undefined): void {
    if (command.verb === "profile/rename") this.#rename(command.current, command.name);
    if (command.verb === "profile/remove") this.#forget(command.name);
    this.#add({ command, isImplied: false });
    for (const implied of impliedBy(command, before)) {
      if (!this.#open.has(subjectOf(implied))) this.#add({ command: implied, isImplied: true });
    }
  }

  /** Call it before a rebuild: what was written so far, to compare with what the replicator shows after it. */
  begin(): Comparison {
    const writes = [...this.#open.values()];
    const settle = (write: Write, contradicted: string | undefined): void => {
      const subject = subjectOf(write.command);
      // A later command may have replaced it, or removed its profile.
      if (this.#open.get(subject) !== write || this.#mayBeReplaced(write)) return;
      this.#open.delete(subject);
      if (contradicted !== undefined) write.contradicted = contradicted;
    };
    return {
      readOuts: new Set(writes.map(({ command }) => verbRow(command).readOut ?? "config")),
      compare: async (shown, second, isRebuilt) => {
        const missing = writes.filter((write) => !isShown(write, shown) && !this.#mayBeReplaced(write));
        if (!isRebuilt && missing.some(({ isImplied }) => !isImplied)) return;
        for (const write of writes) if (!missing.includes(write)) settle(write, undefined);
        if (missing.length === 0) return;
        const other = await second();
        for (const write of missing) settle(write, isShown(write, other) ? undefined : contradiction(write, shown));
      },
      fail: (reason) => {
        for (const write of writes)
          settle(write, write.isImplied ? undefined : `it could not be read back (${reason})`);
      },
    };
  }

  #mayBeReplaced({ command }: Write): boolean {
    const [subject, profile] = [subjectOf(command), profileIn(command)?.name];
    const isOver = (one: Command): boolean => {
      if (one.verb === "profile/rename") return one.current === profile;
      return one.verb === "profile/remove" && one.name === profile;
    };
    return [...this.#running].some((one) => subjectOf(one) === subject || isOver(one));
  }

  #add(write: Write): void {
    this.#open.set(subjectOf(write.command), write);
    operation.getStore()?.get(this)?.push(write);
  }

  /** What was written to a profile is compared with the profile of the new name. */
  #rename(current: string, name: string): void {
    const writes = [...this.#open.values()];
    this.#open = new Map();
    for (const write of writes) {
      const { key, name: profile } = profileIn(write.command) ?? {};
      if (key !== undefined && profile === current) write.command = { ...write.command, [key]: name };
      this.#open.set(subjectOf(write.command), write);
    }
  }

  #forget(profile: string): void {
    for (const [subject, { command }] of this.#open) {
      if (profileIn(command)?.name === profile) this.#open.delete(subject);
    }
  }
}

/** Throws for a command of an operation whose effect a reading does not show. Returns what has to be set again. */
export function contradicted(writes: readonly Write[]): Command[] {
  const wrong = writes.filter((write) => write.contradicted !== undefined);
  const sent = wrong.filter(({ isImplied }) => !isImplied);
  if (sent.length === 0) return wrong.map(({ command }) => command);
  const what = sent
    .map(({ command, contradicted: how }) => `after ${commandOperations[command.verb][1]} ${how ?? ""}`)
    .join("; ");
  throw new Refusal(
    `the replicator answered with success, but ${what}. Declare what it accepts, or run pulumi up to send it again.`,
  );
}

function isShown({ command }: Write, shown: Shown): boolean {
  const { sent, found } = valuesOf(command, shown);
  if (found === sent) return true;
  const { list, isHidden } = verbRow(command);
  if (found === undefined && isHidden?.(command, shown) === true) return true;
  const { absent, unreadable } = shown.state;
  // A list that is not whole does not show that something is missing from it.
  const isCut = list !== undefined && (absent?.includes(list) === true || unreadable?.[list] !== undefined);
  return (found === undefined || found === false) && isCut;
}

function contradiction({ command }: Write, shown: Shown): string {
  const { sent, found } = valuesOf(command, shown);
  if (typeof sent === "boolean" || found === undefined) return "it does not show the change";
  return `it shows ${JSON.stringify(found)} instead of ${JSON.stringify(sent)}`;
}

/** What a command leaves or makes so without saying it. */
function impliedBy(command: Command, before: ProfileState | undefined): Command[] {
  if (command.verb !== "profile/add" && command.verb !== "profile/update") return [];
  const { name } = command;
  const { enabled, singularity, description } = before ?? addedProfile({});
  if (command.verb === "profile/update" && before === undefined) return [];
  return [
    { verb: enabled ? "profile/enable" : "profile/disable", name },
    { verb: "profile/singularity", name, singularity },
    ...(description === undefined ? [] : [{ verb: "notate/profile", profile: name, description } as const]),
  ];
}
