import type { Spellings } from "./spellings";
import { isAccount, isSameKind, nameIn, type Thing } from "../values/things";

/** What one run takes away from one appliance: what is being removed, and what has been and is not there again. */
export class Removals {
  /** By the key of the thing. */
  readonly #underWay = new Map<string, { thing: Thing; ended: Promise<void> }>();
  readonly #done = new Map<string, Thing>();
  /** What resources gave up under a name that nothing has. */
  readonly #givenUp: Thing[] = [];

  constructor(private readonly spellings: Spellings) {}

  clear(): void {
    this.#done.clear();
    this.#givenUp.length = 0;
  }

  /** Runs the removal of things. `contents` gives what others declare inside of them, and goes with them. */
  async run(things: readonly Thing[], contents: () => readonly Thing[], remove: () => Promise<void>): Promise<void> {
    const keys = things.map((thing) => this.spellings.key(thing));
    const end = (isDone: boolean): void => {
      for (const key of keys) this.#underWay.delete(key);
      // What may be there still is put there again, unless that would make a second one.
      const gone = things.filter(({ isNumbered }) => isDone || isNumbered !== true);
      for (const thing of [...gone, ...contents()]) this.#done.set(this.spellings.key(thing), thing);
    };
    const removal = remove().then(
      () => {
        end(true);
      },
      (error: unknown) => {
        end(false);
        throw error;
      },
    );
    const ended = removal.catch(() => undefined);
    for (const [index, thing] of things.entries()) this.#underWay.set(keys[index] ?? "", { thing, ended });
    await removal;
  }

  /** Ends when no removal of these things is under way. */
  async settled(things: readonly Thing[]): Promise<void> {
    for (const thing of things) await this.#underWay.get(this.spellings.key(thing))?.ended;
  }

  /**
   * Whether this run has removed a thing or is about to, so that a resource that declares it has to put it there again when
   * that is {@link settled}.
   */
  isRemoved(thing: Thing): boolean {
    if (this.#done.size + this.#underWay.size === 0) return false;
    const key = this.spellings.key(thing);
    if (this.#done.has(key) || this.#underWay.has(key)) return true;
    const refersToAccount = thing.parts.length > 1 && thing.parts.some(isAccount);
    return refersToAccount && this.#all().some((one) => this.spellings.mayBeSame(one, thing));
  }

  /** The same of an object with a number, which never comes back: what is made in its place has another one. */
  isGone(thing: Thing): boolean {
    return thing.isNumbered === true && this.isRemoved(thing);
  }

  /** Takes back that things were removed, not that others were which may be the same: these are sent once more. */
  restored(things: readonly Thing[]): void {
    if (this.#done.size === 0) return;
    const restored = new Set(things.map((thing) => this.spellings.key(thing)));
    for (const [key, one] of this.#done) if (restored.has(this.spellings.key(one))) this.#done.delete(key);
  }

  /** Says that a resource gave a thing up that is not there: what it is in may have another name, which is not known yet. */
  giveUp(thing: Thing): void {
    this.#givenUp.push(thing);
  }

  /** Whether something was given up under a name that an object had before, and so may be there under its present name. */
  isLeftIn(container: Thing): boolean {
    return [...this.#givenUp, ...this.#all()].some((thing) => this.#isLeftIn(container, thing));
  }

  /** What was given up or removed under a name that an object had before: it is there under the present one unless sent in time. */
  async leftIn(container: Thing): Promise<Thing[]> {
    // What is on its way meets the old name or the new one.
    for (const { thing, ended } of this.#underWay.values()) if (this.#isLeftIn(container, thing)) await ended;
    return [...this.#givenUp, ...this.#done.values()].filter((thing) => this.#isLeftIn(container, thing));
  }

  #isLeftIn({ name, parts: [own] }: Thing, { parts }: Thing): boolean {
    if (parts.length < 2 || name === undefined || own === undefined || typeof own === "string") return false;
    return parts.some((part) => {
      if (typeof part === "string" || !isSameKind(part, own)) return false;
      const former = nameIn(part);
      return former !== undefined && former !== name && this.spellings.spell(part) === this.spellings.spell(own);
    });
  }

  #all(): Thing[] {
    return [...this.#done.values(), ...[...this.#underWay.values()].map(({ thing }) => thing)];
  }
}
