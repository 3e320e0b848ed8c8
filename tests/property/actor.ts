import type { Simulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { betweenRuns, type ProviderRun, startRun } from "../support/in-process";
import { ProviderFault } from "../support/provider-calls";
import { Known } from "./known";
import { type Declared, linesIn } from "./model";
import { Stack, type StackError, type UpOptions } from "./stack";
import { isLeft, type Marks, type Owner, presentLine, type Thing } from "./things";
import { type Held, Unseen } from "./unseen";
import { expectSame, Violation } from "./violation";

/** The most requests of one run: per resource that it knows, and in addition. */
const REQUESTS = { each: 40, besides: 150 };

/** One command on a stack. */
export interface Command {
  readonly title: string;
  readonly declared: Declared;
  readonly verb: "up" | "refresh" | "destroy";
  /** Whether a refresh comes first: `--refresh`. */
  readonly isRefreshed: boolean;
  readonly options: Omit<UpOptions, "more" | "literalId">;
  /** The slots with `onExisting: "adopt"`. */
  readonly adopted: ReadonlySet<string>;
  /** Whether the process was killed by now. */
  readonly isKilled: () => boolean;
}

/** What a command looked like before it began. */
interface Moment extends Held {
  readonly isClaimed: (thing: Thing, said: readonly string[]) => boolean;
}

/** A stack, and what its commands may do, seen from the appliances and the state alone. */
export class Actor {
  readonly stack: Stack;
  readonly known: Known;
  readonly seen: string[] = [];
  readonly #unseen: Unseen;
  errors: StackError[] = [];
  /** What the last command said. */
  said: string[] = [];

  constructor(
    private readonly sim: Simulator,
    readonly marks: Marks,
    readonly owner: Owner,
    private readonly concurrency: number,
  ) {
    this.stack = new Stack((seen) => this.seen.push(typeof seen === "string" ? seen : JSON.stringify(seen)));
    this.known = new Known(sim, marks, this.stack);
    this.#unseen = new Unseen(marks);
  }

  /** Runs a command and checks what it did. Returns whether it ended without an error. */
  async run(command: Command): Promise<boolean> {
    const { title, isKilled } = command;
    const isClaimed = this.known.claims(command);
    const before = { things: this.marks.things(), lines: this.marks.held(), isClaimed };
    this.sim.requests.clear();
    this.errors = [];
    const provider = this.#begin(isKilled);
    const isDone = await this.#perform(command);
    this.said = [...provider.notes, ...this.errors.map(({ error }) => error.message)];
    const { targets } = command.options;
    const leftOut = targets === undefined ? [] : this.known.leftOut(targets);
    this.#unseen.doubt([...this.known.linesInDoubt(this.errors), ...leftOut], before.things);
    this.seen.push(...provider.notes);
    this.sim.faults.clear();
    await betweenRuns(this.sim);
    this.#begin(() => false);
    const requests = this.sim.requests.count();
    const most = REQUESTS.besides + REQUESTS.each * new Set([...command.declared.keys(), ...this.stack.slots]).size;
    expectSame("the number of requests", requests > most ? requests : "few enough", "few enough");
    const isRefreshed = command.isRefreshed || command.verb === "refresh";
    const hasEnded = isDone && !isKilled();
    // What the command itself changes comes after its refresh.
    if (hasEnded && (command.verb !== "up" || isRefreshed)) this.#unseen.forget(isRefreshed);
    this.#mark(before, isKilled());
    this.#expectOthersKept(title, before);
    this.#expectNothingLost(title, isKilled());
    if (!hasEnded) return false;
    if (command.verb !== "refresh" && targets === undefined) {
      this.#expectDone(title, command.verb === "up" ? command.declared : new Map());
      // With onExisting, a link whose outcome is unknown stops nothing, and stays open.
      const isOpen = this.said.some((one) => one.includes(": outcome unknown."));
      if (command.verb === "up" && !isOpen) await this.#expectNothingToDo(title, command);
    }
    return true;
  }

  async #perform({ verb, isRefreshed, declared, options, adopted }: Command): Promise<boolean> {
    const { stack } = this;
    if (isRefreshed || verb === "refresh") {
      const { errors } = await stack.refresh(options.parallel);
      this.#tell(errors);
      if (errors.length > 0) return false;
    }
    if (verb === "destroy") this.#tell(await stack.destroy(options.parallel));
    else if (verb === "up") {
      const more = (slot: string): { onExisting?: string } => (adopted.has(slot) ? { onExisting: "adopt" } : {});
      const literalId = (slot: string, forSlot: string): string | undefined => this.known.numberOf(slot, forSlot);
      this.#tell((await stack.up(declared, { ...options, more, literalId })).errors);
    }
    return this.errors.length === 0;
  }

  /** Records what others have done since `before`: what is the same to the appliances as ours is ours. */
  othersActed(before: Held, owner: Owner = "others"): void {
    const now = this.marks.things();
    const known = this.known.lines();
    for (const [key, thing] of now) {
      const former = before.things.get(key);
      const isIn = (container: string): boolean => this.marks.of(container) !== "others";
      if (former === undefined && this.known.isSame(thing, known)) this.#own(thing, known);
      else if (former === undefined && !this.marks.has(key)) {
        // What others add to the rules of a group is drift, which a refresh shows and an up removes.
        this.marks.set(key, key.startsWith("rule ") && thing.within.some(isIn) ? "lost" : owner);
      }
      if (former === undefined || former.content === thing.content || this.marks.of(key) !== this.owner) continue;
      this.#unseen.drifted.add(key);
      this.#renamed(thing, known);
    }
    this.#unseen.compare(before);
  }

  /** After a backup was put back: what the state has is ours, and what it has no more is lost. A state may have more. */
  restored(before: Held, isState = false): void {
    const [known, held] = [this.known.lines(), this.marks.held()];
    const gone = [...known].filter((line) => !held.has(line));
    if (isState) this.#unseen.doubt(gone, before.things);
    for (const [key, thing] of this.marks.things()) {
      if (this.known.isSame(thing, known)) this.#own(thing, known);
      else if (this.marks.of(key) !== this.owner) continue;
      else if (this.known.isGroup(thing)) this.#unseen.drifted.add(key);
      else this.marks.set(key, "lost");
    }
    this.#unseen.compare(before);
  }

  /** A thing that is the same as ours by its name: its values may differ, which a refresh shows. */
  #own({ key, line }: Thing, known: ReadonlySet<string>): void {
    this.marks.set(key, this.owner);
    if (!known.has(line)) this.#unseen.drifted.add(key);
  }

  /** A thing of ours that others have changed: it stays ours if the state can know it by its number. */
  #renamed(thing: Thing, known: ReadonlySet<string>): void {
    if (/^IP group /u.test(thing.key) || known.has(thing.line)) return;
    if (!/^(?:user|user group|profile) [#\d]+$/u.test(thing.key) || this.known.names().has(thing.subject)) return;
    this.marks.set(thing.key, "lost");
    for (const { key, within } of this.marks.things().values()) {
      if (within.includes(thing.key)) this.marks.set(key, "lost");
    }
  }

  #begin(isKilled: () => boolean): ProviderRun {
    const { gateway, replicator } = configFor(this.sim);
    const limits = { concurrency: this.concurrency, timeouts: { headers: 5000 } };
    const provider = startRun({
      // What a user sets for a gateway that refuses links which exist.
      gateway: { ...gateway, ...limits, already: "already there|not there" },
      replicator: { ...replicator, ...limits },
    });
    this.stack.begin(provider, isKilled);
    return provider;
  }

  /** Gives what the command has made to the stack, and what it has adopted. */
  #mark(before: Moment, isKilled: boolean): void {
    const now = this.marks.things();
    const [texts, known] = [this.known.texts(), this.known.lines()];
    for (const [key, thing] of now) {
      const isInState = /^(?:IP group|rule|profile) /u.test(key)
        ? this.known.knows(thing, texts)
        : known.has(thing.line);
      const isClaimed = this.marks.of(key) !== this.owner && before.isClaimed(thing, this.said);
      // A gateway may answer to the addition of a link as if it had not been there.
      const isSilent = this.sim.switches.repeatedLink === "success" && /^(?:user \d+ in|permission) /u.test(key);
      if (!before.things.has(key) || ((isClaimed || isSilent) && isInState)) this.marks.set(key, this.owner);
      if (this.marks.of(key) !== this.owner) continue;
      if (isKilled && !isInState) this.marks.set(key, "lost");
      // Of two entries in the state, or after a kill, the other one may not know what it has now.
      const isChanged = isKilled && before.things.get(key)?.content !== thing.content;
      if (isChanged || this.known.isTwice(thing)) this.#unseen.drifted.add(key);
    }
    if (isKilled) this.#unseen.compare(before);
  }

  /** Nothing of others changes, unless it is adopted, or goes with what contains it. */
  #expectOthersKept(title: string, before: Moment): void {
    const now = this.marks.things();
    const changed = [...before.things.values()].filter((thing) => {
      const owner = this.marks.of(thing.key);
      // What contains it may have got the name by which the program adopts it.
      const names = [thing, { ...thing, line: presentLine(thing, before.things, now) }];
      const isClaimed = names.some((one) => before.isClaimed(one, this.said));
      if (owner === this.owner || owner === "lost" || isClaimed) return false;
      const after = now.get(thing.key);
      if (after?.content === thing.content) return false;
      const isOursGone = (key: string): boolean => {
        const container = before.things.get(key);
        return (
          !now.has(key) &&
          container !== undefined &&
          (this.marks.of(key) !== "others" || before.isClaimed(container, this.said))
        );
      };
      return after !== undefined || !thing.within.some(isOursGone);
    });
    const texts = changed.map(({ key, line, content }) => {
      const after = now.get(key);
      return `${key} (${line}, ${content}) ${after === undefined ? "is gone" : `is now ${after.line}, ${after.content}`}`;
    });
    expectSame(`what others have made, after ${title}`, texts, []);
  }

  /** What the stack has made is in its state, or a line of this command names it: then it is lost. */
  #expectNothingLost(title: string, isKilled: boolean): void {
    const texts = this.known.texts();
    const [said, lost] = [this.said.join("\n"), [] as string[]];
    for (const thing of this.marks.things().values()) {
      const { subject, also = subject, within, line } = thing;
      if (this.marks.of(thing.key) !== this.owner) continue;
      const isWithin = within.some((key) => this.marks.of(key) !== this.owner) && !texts.has(line);
      if (isLeft(line, this.said)) this.marks.set(thing.key, "lost");
      else if (!isWithin && this.known.knows(thing, texts)) continue;
      const isNamed = [subject, also].some((text) => said.includes(text));
      if (isNamed || isKilled || isWithin) this.marks.set(thing.key, "lost");
      else lost.push(`${thing.key} (${line})`);
    }
    expectSame(`lost after ${title}`, lost, []);
  }

  /** Exit 0 means done: what is declared is there, and nothing of the stack besides. */
  #expectDone(title: string, declared: Declared): void {
    const [base, held] = [this.marks.lines(), this.marks.held()];
    const wanted = new Set(linesIn(declared, base));
    // A user group that was adopted copies nothing from a template, and keeps what it has copied before.
    const copies = this.known.entries.flatMap(({ kind, outputs: { name, origin } }) =>
      kind === "UserGroup" && (origin as { adopted?: unknown } | undefined)?.adopted === true
        ? [` of ${String(name)}`]
        : [],
    );
    const { userGroups, users } = this.sim.gateway.store;
    // Preferences go by number, also to another user that has the number now.
    const stale = this.known.entries.filter(({ outputs: { userId, name } }) => {
      return typeof userId === "number" && users.get(userId)?.name !== name;
    });
    const isCopied = (line: string, template: number): boolean =>
      copies.some(
        (end) => line.endsWith(end) && held.has(line.replace(end, ` of ${String(userGroups.get(template)?.name)}`)),
      );
    const things = this.marks.things();
    const changed = [...this.#unseen.drifted].filter((key) => !key.startsWith("rule "));
    const names = changed.flatMap((key) => things.get(key)?.subject ?? []);
    const disturbed = this.#unseen.lines;
    for (const line of disturbed) if (line.startsWith("IP group ")) names.push(line.slice("IP group ".length));
    const renamed = [...disturbed].filter((line) => /^user \S+(?: renamed)?$/u.test(line) && !held.has(line));
    const isSpared = (line: string): boolean =>
      disturbed.has(line) ||
      stale.some(({ outputs: { name } }) => line.startsWith(`preference ${String(name)} `)) ||
      renamed.some((user) => line.startsWith(`${user} in `) || line.startsWith(`preference ${user.slice(5)} `)) ||
      copies.some((end) => line.endsWith(end)) ||
      names.some((one) => [`profile ${one} `, `rule of ${one}: `].some((start) => line.startsWith(start))) ||
      names.some((one) => line.endsWith(`: child ${one}`));
    const missing = [...wanted].filter((line) => !held.has(line) && !isSpared(line));
    const said = this.said.join("\n");
    // A number of the state that no group, or another one, has by now.
    const numbers = this.known.numbers();
    const isStrange = (child: string, key = `IP group ${child}`): boolean =>
      numbers.has(child) && (!things.has(key) || this.#unseen.drifted.has(key) || this.marks.of(key) !== this.owner);
    const surplus = [...things.values()].filter(({ key, line, subject, within, content }) => {
      if (this.marks.of(key) !== this.owner || wanted.has(line)) return false;
      if ([key, ...within].some((one) => this.#unseen.drifted.has(one))) return false;
      if (isStrange(/"child_id":(\d+)/u.exec(content)?.[1] ?? "") || [1, 2].some((one) => isCopied(line, one)))
        return false;
      if (!said.includes(subject)) return true;
      this.marks.set(key, "lost");
      return false;
    });
    const difference = { missing, surplus: surplus.map(({ key, line }) => `${key} (${line})`) };
    expectSame(`done after ${title}`, difference, { missing: [], surplus: [] });
  }

  /** After a command without an error, a preview says nothing to do. */
  async #expectNothingToDo(title: string, { declared, adopted }: Command): Promise<void> {
    const more = (slot: string): { onExisting?: string } => (adopted.has(slot) ? { onExisting: "adopt" } : {});
    const literalId = (slot: string, forSlot: string): string | undefined => this.known.numberOf(slot, forSlot);
    const steps = await this.stack.preview(declared, { more, literalId }).catch((error: unknown) => {
      // Numbers start again after a restore, which a refresh shows.
      if (this.#unseen.lines.size === 0 || !String(error).includes("after a restore")) throw error;
      return [];
    });
    const open = steps.filter(({ op }) => op !== "same").map(({ slot, op }) => `${op} ${slot}`);
    expectSame(`a preview after ${title}`, open, []);
  }

  #tell(errors: readonly StackError[]): void {
    for (const one of errors) {
      const { slot, error } = one;
      if (!(error instanceof ProviderFault)) {
        if (error.name === "Killed") continue;
        throw error;
      }
      const isSaid = /^[A-Z]\w+ ".+" on 127[\d.:]+: .+(?:[.?!]|[:\n] ?(?:npx|pulumi) [^"]+)$/su.test(error.message);
      if (!isSaid || /\n\s+at |fault of pulumi-flowgate/u.test(error.message)) {
        throw new Violation(`the error of ${slot} is no sentence: ${error.message}`);
      }
      this.errors.push(one);
    }
  }
}
