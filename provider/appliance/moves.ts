import { setTimeout as sleep } from "node:timers/promises";
import { quoted } from "../values/quoted";
import { isAccount, isSameKind, nameIn, spelled, type Thing } from "../values/things";
import type { Names } from "./names";

/**
 * Milliseconds without a further registration after which those of a run count as complete, unless one waits for a
 * result. Measured: docs/internals/decisions/0034-moved-groups.md.
 */
const QUIET_MS = 500;

/** When the engine last registered a resource of the program, whatever its kind and appliance. */
export class Registrations {
  #last = Number.NEGATIVE_INFINITY;

  seen(): void {
    this.#last = performance.now();
  }

  /** Resolves when the engine has registered no resource for a while. */
  async atRest(): Promise<void> {
    for (;;) {
      const left = this.#last + QUIET_MS - performance.now();
      if (left <= 0) return;
      await sleep(left);
    }
  }
}

/**
 * What the resources of one run declare on one appliance, and what they no longer declare: an object that one resource
 * drops and another one declares is not deleted, and keeps its number.
 */
export class Moves {
  /** How messages name the resource that declares an object, by the name of the object. */
  readonly #declarers = new Map<string, string>();
  /** Numbered objects of a state that their resource no longer declares, by their spelling. */
  readonly #dropped = new Map<string, Dropped>();

  constructor(readonly registrations = new Registrations()) {}

  clear(): void {
    this.#declarers.clear();
    this.#dropped.clear();
  }

  /** Records that a checked resource declares an object. Returns the object if another resource has dropped it. */
  declare(name: string, holder: string): Dropped | undefined {
    this.#declarers.set(name, holder);
    return [...this.#dropped.values()].find((one) => one.name === name && one.holder !== holder);
  }

  /** The resource of the program that declares an object of this name. */
  declarerOf(name: string): string | undefined {
    return this.#declarers.get(name);
  }

  /** Records that a resource which stays in the program no longer declares an object of its state. */
  drop(dropped: Dropped): void {
    this.#dropped.set(spelled(dropped.thing), dropped);
  }

  isDropped(thing: Thing): boolean {
    return this.#dropped.has(spelled(thing));
  }
}

/** How messages name a numbered object: by its name and number. */
export function titled({ name, thing }: Pick<Dropped, "name" | "thing">): string {
  const [number] = thing.parts;
  return typeof number === "string" ? `${quoted(name)} (id ${number})` : quoted(name);
}

/** An object of a state that its resource no longer declares. */
export interface Dropped {
  readonly name: string;
  readonly thing: Thing;
  /** How messages name the resource that drops it. */
  readonly holder: string;
}

/** What one run removes from one appliance: what is being removed, and what was removed and was not added again. */
export class Removals {
  /** By the key of the thing. */
  readonly #underWay = new Map<string, { thing: Thing; ended: Promise<void> }>();
  readonly #done = new Map<string, Thing>();
  /** What resources gave up under a name that no object has. */
  readonly #givenUp: Thing[] = [];

  constructor(private readonly names: Names) {}

  clear(): void {
    this.#done.clear();
    this.#givenUp.length = 0;
  }

  /** Runs the removal of things. `contents` returns what others declare inside them, which is removed with them. */
  async run(things: readonly Thing[], contents: () => readonly Thing[], remove: () => Promise<void>): Promise<void> {
    const keys = things.map((thing) => this.names.key(thing));
    const end = (isDone: boolean): void => {
      for (const key of keys) this.#underWay.delete(key);
      // What may still exist is added again, unless that would create a second one.
      const gone = things.filter(({ isNumbered }) => isDone || isNumbered !== true);
      for (const thing of [...gone, ...contents()]) this.#done.set(this.names.key(thing), thing);
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

  /** Resolves when no removal of these things is running. */
  async settled(things: readonly Thing[]): Promise<void> {
    for (const thing of things) await this.#underWay.get(this.names.key(thing))?.ended;
  }

  /**
   * Whether this run has removed a thing or is about to. A resource that declares it must then add it again once the
   * removal is {@link settled}.
   */
  isRemoved(thing: Thing): boolean {
    if (this.#done.size + this.#underWay.size === 0) return false;
    if (this.isCertainlyRemoved(thing)) return true;
    const refersToAccount = thing.parts.length > 1 && thing.parts.some(isAccount);
    return refersToAccount && this.#all().some((one) => this.names.mayBeSame(one, thing));
  }

  /** As `isRemoved`, only for what is certainly the same thing. */
  isCertainlyRemoved(thing: Thing): boolean {
    const key = this.names.key(thing);
    return this.#done.has(key) || this.#underWay.has(key);
  }

  /** As `isRemoved`, for an object with a number: it never comes back, because its successor gets another number. */
  isGone(thing: Thing): boolean {
    return thing.isNumbered === true && this.isRemoved(thing);
  }

  /**
   * Forgets the removal of things that exist again. Removed things that may be the same are not forgotten: they are
   * sent once more.
   */
  restored(things: readonly Thing[]): void {
    if (this.#done.size === 0) return;
    const restored = new Set(things.map((thing) => this.names.key(thing)));
    for (const [key, one] of this.#done) if (restored.has(this.names.key(one))) this.#done.delete(key);
  }

  /**
   * Records that a resource gave up a thing that does not exist: its container may have another name that is not known
   * yet.
   */
  giveUp(thing: Thing): void {
    this.#givenUp.push(thing);
  }

  /** Whether something was given up under a former name of an object, and so may still exist under its present name. */
  isLeftIn(container: Thing): boolean {
    return [...this.#givenUp, ...this.#all()].some((thing) => this.#isLeftIn(container, thing));
  }

  /** What was given up or removed under a former name of an object: it may still exist under the present name. */
  async leftIn(container: Thing): Promise<Thing[]> {
    // A running removal may find the old name or the new one.
    for (const { thing, ended } of this.#underWay.values()) if (this.#isLeftIn(container, thing)) await ended;
    return [...this.#givenUp, ...this.#done.values()].filter((thing) => this.#isLeftIn(container, thing));
  }

  #isLeftIn({ name, parts: [own] }: Thing, { parts }: Thing): boolean {
    if (parts.length < 2 || name === undefined || own === undefined || typeof own === "string") return false;
    return parts.some((part) => {
      if (typeof part === "string" || !isSameKind(part, own)) return false;
      const former = nameIn(part);
      return former !== undefined && former !== name && this.names.spell(part) === this.names.spell(own);
    });
  }

  #all(): Thing[] {
    return [...this.#done.values(), ...[...this.#underWay.values()].map(({ thing }) => thing)];
  }
}
