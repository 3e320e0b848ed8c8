import type { Ledger } from "./appliance/ledger";
import type { Thing } from "./values/things";
import { Declarers } from "./declarers";
import type { AnyDefinition, State } from "./resource";
import { heldByOther } from "./adoption";
import { PartlyDoneError } from "./refusal";
import type { Values } from "./values/inputs";

/** An object by its id and outputs. */
interface Made {
  readonly id: string;
  readonly outputs: Values;
}

/** What messages call a resource whose name no check has said. */
const UNNAMED = "another resource of this program";

type AnyState = State<Values, Values>;

/** What the resources of one kind say to the ledgers of their appliances, call by call. */
export class Holdings {
  readonly #declarers: Declarers;

  constructor(
    private readonly definition: AnyDefinition,
    private readonly ledgerOf: (site: string | undefined) => Ledger | undefined,
  ) {
    this.#declarers = new Declarers(definition.kind);
  }

  /** A check: what the resource of this Pulumi name declares, in canonical form. */
  declares(inputs: Values, name: string): void {
    this.#declarers.remember(inputs, name);
  }

  /**
   * A diff: what an object of the state holds and what it is to hold. Gives what it needs after what other resources did in
   * this run: "update", because they removed something that it has to put there again, or gave something up under a former
   * name of it; or "replacement", because they removed it or took it over, so that it needs an object of its own. `want` is
   * undefined where some of it is not known. The engine also compares resources that the program may no longer have, for a
   * refresh and before a replacement: what no check was about, or is not known, declares nothing.
   */
  compared(state: AnyState, want: Values | undefined, isReplaced: boolean): "update" | "replacement" | undefined {
    const ledger = this.recall(state);
    const holder = want === undefined ? undefined : this.#declarers.titleOf(want);
    if (ledger === undefined || want === undefined || holder === undefined) return undefined;
    const before = this.#things(state.inputs, state);
    // One of many objects that a resource has is no reason to replace all.
    const numbered = before.filter(({ isNumbered }) => isNumbered === true);
    const isLost = numbered.length > 0 && numbered.every((thing) => this.#isLost(thing, holder, ledger));
    if (isReplaced || isLost) ledger.replacing(before);
    if (isLost) return "replacement";
    if (isReplaced) return undefined;
    const things = this.#things(want, state);
    ledger.hold(things, holder);
    ledger.renaming(before, things);
    const isLacking = things.some((thing) => ledger.removals.isRemoved(thing));
    return isLacking || before.some((thing) => ledger.removals.isLeftIn(thing)) ? "update" : undefined;
  }

  /** What a state says of names, numbers and things, for others that refer to them. */
  recall(state: AnyState): Ledger | undefined {
    const ledger = this.#ledger(state.inputs);
    ledger?.recall(this.#things(state.inputs, state), state.outputs);
    return ledger;
  }

  /**
   * Runs a creation. It calls `found` about an object that exists already, before it changes that: others may have it. The
   * answer is false for one that this run removes.
   */
  async creating<T extends Made>(want: Values, create: (found: (object: Made) => boolean) => Promise<T>): Promise<T> {
    const ledger = this.#ledger(want);
    const holder = this.#declarers.titleOf(want) ?? UNNAMED;
    const creation = await ledger?.begin(this.#things(want), holder);
    try {
      const made = await create((object) => {
        const things = this.#foundFor(want, object, ledger, holder);
        creation?.extend(things ?? []);
        return things !== undefined;
      });
      creation?.done(this.#things(want, made));
      return made;
    } catch (error) {
      // What exists in part is in the state, and the next run finishes it.
      if (error instanceof PartlyDoneError) creation?.done(this.#things(want, error));
      else creation?.failed();
      throw error;
    }
  }

  /**
   * Runs an update. It is given whether another resource has removed in this run what is declared, and calls `found` about
   * an object that exists already, before it takes that over: others may have it.
   */
  async updating<T extends { outputs: Values }>(
    state: AnyState,
    want: Values,
    update: (isLost: boolean, found: (object: Made) => boolean) => Promise<T>,
  ): Promise<T> {
    const holder = this.#declarers.titleOf(want) ?? UNNAMED;
    const ledger = this.recall(state);
    const things = this.#things(want, state);
    ledger?.hold(things, holder);
    const renamed = ledger?.renaming(this.#things(state.inputs, state), things);
    const taken: Thing[] = [];
    try {
      await ledger?.removals.settled(things);
      const isLost = things.some((thing) => ledger?.removals.isRemoved(thing));
      const result = await update(isLost, (object) => {
        const found = this.#foundFor(want, object, ledger, holder);
        ledger?.hold(found ?? [], holder);
        taken.push(...(found ?? []));
        return found !== undefined;
      });
      ledger?.removals.restored(things);
      ledger?.hold(this.#things(want, { id: state.id, outputs: result.outputs }), holder);
      return result;
    } catch (error) {
      const had = new Set(this.#things(state.inputs, state).map(({ title }) => title));
      const done = error instanceof PartlyDoneError ? this.#things(want, error) : [];
      for (const { title } of done) had.add(title);
      const missing = [...things, ...taken].filter(({ title }) => !had.has(title));
      ledger?.fail(missing, holder);
      throw error;
    } finally {
      renamed?.();
    }
  }

  /**
   * The resource that holds everything that an object of the state holds, so that nothing of it needs to be sent. A link that
   * is held in another spelling is added once more, and one whose owner does not know it is reported: both when it is removed.
   */
  async keptBy(state: AnyState): Promise<string | undefined> {
    const ledger = this.recall(state);
    if (ledger === undefined) return undefined;
    const things = this.#things(state.inputs, state);
    const holders = await Promise.all(things.map((thing) => ledger.holderOf(thing)));
    const isToSend = (thing: Thing): boolean => ledger.spelledOtherwise(thing).length > 0 || ledger.isHandedOn(thing);
    return holders.includes(undefined) || things.some(isToSend) ? undefined : holders[0];
  }

  /**
   * Whether a numbered object of the state is gone by the work of this run, or has become another resource's. Those that
   * cannot be found are never taken over.
   */
  #isLost(thing: Thing, holder: string, ledger: Ledger): boolean {
    if (ledger.removals.isGone(thing)) return true;
    return thing.isNumbered === true && this.definition.find !== undefined && ledger.isHeldByOther(thing, holder);
  }

  /**
   * What an object holds that exists already and is being taken over; undefined for one that this run removes. Throws where
   * another resource has it.
   */
  #foundFor(want: Values, object: Made, ledger: Ledger | undefined, holder: string): readonly Thing[] | undefined {
    const things = this.#things(want, object);
    const [first] = things;
    const isHeld = first !== undefined && ledger?.isHeldByOther(first, holder) === true;
    if (isHeld) throw heldByOther(object.id, first.title);
    return first !== undefined && ledger?.removals.isGone(first) === true ? undefined : things;
  }

  /** What an object holds; before it exists, as far as its inputs say. */
  #things(inputs: Values, made?: Made): readonly Thing[] {
    return this.definition.holds?.(inputs, made) ?? [];
  }

  #ledger({ site }: Values): Ledger | undefined {
    return this.ledgerOf(typeof site === "string" ? site : undefined);
  }
}
