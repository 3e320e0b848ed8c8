import type { Ledger } from "../appliance/ledger";
import { titled, type Dropped } from "../appliance/moves";
import { counted, someOf } from "../values/quoted";
import type { Thing } from "../values/things";
import type { AnyDefinition, Progress, State } from "../resource";
import { heldByOther } from "../errors/adoption";
import { PartlyDoneError } from "../errors/refusal";
import type { Values } from "../values/inputs";
import { createHash } from "node:crypto";
import type { World } from "./world";

/** An existing object with its id and outputs. */
interface Made {
  readonly id: string;
  readonly outputs: Values;
  /** The inputs that it has in the state. */
  readonly inputs?: Values;
}

/** How messages name a resource whose name no check has recorded. */
const UNNAMED = "another resource of this program";

type AnyState = State<Values, Values>;
type Meets = Progress<Values, Values>["meets"];

/** The maximum number of objects that one message names. */
const MOST_NAMED = 10;

function metAs(things: readonly Thing[] | undefined, ledger: Ledger | undefined): ReturnType<Meets> {
  const [first] = things ?? [];
  if (first !== undefined && ledger?.moves.isDropped(first) === true) return "dropped";
  return things !== undefined;
}

/** Reports to the ledgers of the appliances what the resources of one kind hold, call by call. */
export class Holdings {
  /**
   * Name and place of each resource that was checked, by its inputs in canonical form. The engine passes them to `check`
   * only. A later call with the same inputs finds them here, for the messages of other resources that find the same
   * object.
   */
  readonly #declared = new Map<string, Declared>();

  constructor(
    private readonly definition: AnyDefinition,
    private readonly world: Pick<World, "ledger">,
  ) {}

  /** Records for a check what a resource declares, in canonical form. */
  declares(inputs: Values, declared: Declared): readonly Dropped[] {
    this.#declared.set(digest(inputs), declared);
    const moves = this.#ledger(inputs)?.moves;
    moves?.registrations.seen();
    const names = this.definition.declares?.(inputs) ?? [];
    return names.flatMap((one) => moves?.declare(one, this.#titleOf(inputs) ?? UNNAMED) ?? []);
  }

  /** How messages name the resource that declares these inputs; undefined if none was checked in this run. */
  #titleOf(inputs: Values): string | undefined {
    const name = this.#declared.get(digest(inputs))?.name;
    return name === undefined ? undefined : `${this.definition.kind} "${name}"`;
  }

  /** What a change deletes inside the object, and what moves to other resources that were checked before. */
  droppedText(state: AnyState, want: Values): string[] {
    const moves = this.#ledger(want)?.moves;
    const all = (this.definition.drops?.(state, want) ?? []).map((one) => ({
      ...one,
      to: moves?.declarerOf(one.name),
      title: titled(one),
    }));
    const deleted = all.filter(({ to }) => to === undefined);
    const [first] = deleted;
    const moved = all.flatMap(({ to, title, thing }) =>
      to === undefined ? [] : [`${thing.what} ${title} moves to ${to}.`],
    );
    if (first === undefined) return moved;
    const titles = deleted.map(({ title }) => title);
    const count = counted(deleted.length, first.thing.what);
    return [...moved, `deletes ${count}: ${someOf(titles, MOST_NAMED)}, unless another resource declares them.`];
  }

  /** Whether a resource that was checked in this run declares these inputs. */
  isDeclared(inputs: Values): boolean {
    return this.#titleOf(inputs) !== undefined;
  }

  /** Which numbered objects, by their names, another resource declares that was checked before. */
  isMoved(inputs: Values): (name: string) => boolean {
    return (name) => this.#ledger(inputs)?.moves.declarerOf(name) !== undefined;
  }

  /** Type of the parent of the resource that declares these inputs; undefined if it has none, or is not known. */
  parentOf(inputs: Values): string | undefined {
    return this.#declared.get(digest(inputs))?.parent;
  }

  /**
   * Records for a diff what an object of the state holds and what it should hold. Returns what the object needs because
   * of what other resources did in this run: "update" if they removed something that it must add again, or gave
   * something up under a former name of it; "replacement" if they removed the object or took it over, so that it needs
   * a new one. `want` is undefined if part of it is not known. For a refresh and before a replacement, the engine also
   * compares resources that the program may no longer have. A resource that was not checked, or is not known, declares
   * nothing.
   */
  compared(state: AnyState, want: Values | undefined, isReplaced: boolean): "update" | "replacement" | undefined {
    const ledger = this.recall(state);
    const holder = want === undefined ? undefined : this.#titleOf(want);
    if (ledger === undefined || want === undefined || holder === undefined) return undefined;
    const before = this.#things(state.inputs, state);
    if (!isReplaced) {
      for (const one of this.definition.drops?.(state, want) ?? []) ledger.moves.drop({ ...one, holder });
    }
    // If a resource has many objects, the loss of one is no reason to replace all.
    const numbered = before.filter(({ isNumbered }) => isNumbered === true);
    const isLost = numbered.length > 0 && numbered.every((thing) => this.#isLost(thing, holder, ledger));
    if (isReplaced || isLost) ledger.replacing(before);
    if (isLost) return "replacement";
    if (isReplaced) return undefined;
    const things = this.#things(want, state);
    ledger.hold(things, holder);
    ledger.names.renaming(before, things);
    const isLacking = things.some((thing) => ledger.removals.isRemoved(thing));
    return isLacking || before.some((thing) => ledger.removals.isLeftIn(thing)) ? "update" : undefined;
  }

  /** Records the names, numbers and things of a state, for other resources that refer to them. */
  recall(state: AnyState): Ledger | undefined {
    const ledger = this.#ledger(state.inputs);
    ledger?.recall(this.#things(state.inputs, state), state.outputs);
    return ledger;
  }

  /**
   * Runs a creation. The creation calls `found` with an existing object before it changes that object, because another
   * resource may hold it. `found` returns false for an object that this run removes.
   */
  async creating<T extends Made>(want: Values, create: (found: Meets) => Promise<T>): Promise<T> {
    const ledger = this.#ledger(want);
    const holder = this.#titleOf(want) ?? UNNAMED;
    const creation = await ledger?.begin(this.#things(want), holder);
    try {
      const made = await create((object) => {
        const things = this.#foundFor(want, object, ledger, holder);
        creation?.extend(things ?? []);
        return metAs(things, ledger);
      });
      creation?.done(this.#things(want, made));
      return made;
    } catch (error) {
      // What exists in part is in the state, and the next run completes it.
      if (error instanceof PartlyDoneError) creation?.done(this.#things(want, error));
      else creation?.failed();
      throw error;
    }
  }

  /**
   * Runs an update. `update` receives whether another resource has removed in this run what is declared. It calls
   * `found` with an existing object before it takes that object over, because another resource may hold it.
   */
  async updating<T extends { outputs: Values }>(
    state: AnyState,
    want: Values,
    update: (isLost: boolean, found: Meets) => Promise<T>,
  ): Promise<T> {
    const holder = this.#titleOf(want) ?? UNNAMED;
    const ledger = this.recall(state);
    const things = this.#things(want, state);
    ledger?.hold(things, holder);
    const renamed = ledger?.names.renaming(this.#things(state.inputs, state), things);
    const taken: Thing[] = [];
    try {
      await ledger?.removals.settled(things);
      const isLost = things.some((thing) => ledger?.removals.isRemoved(thing));
      const result = await update(isLost, (object) => {
        const found = this.#foundFor(want, object, ledger, holder);
        ledger?.hold(found ?? [], holder);
        taken.push(...(found ?? []));
        return metAs(found, ledger);
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
   * The resource that holds everything that an object of the state holds, so that its deletion has to send nothing.
   * Undefined also if the object has a link that is held in another spelling, which the removal adds again, or a link
   * whose new owner does not know its origin, which the removal reports.
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
   * Whether this run removed a numbered object of the state, or another resource has become its holder. Objects of
   * kinds without `find` are never taken over.
   */
  #isLost(thing: Thing, holder: string, ledger: Ledger): boolean {
    if (ledger.removals.isGone(thing)) return true;
    return thing.isNumbered === true && this.definition.find !== undefined && ledger.isHeldByOther(thing, holder);
  }

  /**
   * What an existing object holds that is being taken over; undefined for an object that this run removes. Throws if
   * another resource holds it.
   */
  #foundFor(want: Values, object: Made, ledger: Ledger | undefined, holder: string): readonly Thing[] | undefined {
    const things = this.#things(want, object);
    const [first] = things;
    const isHeld = first !== undefined && ledger?.isHeldByOther(first, holder) === true;
    if (isHeld) throw heldByOther(object.id, first.title);
    return first !== undefined && ledger?.removals.isGone(first) === true ? undefined : things;
  }

  /** What an object holds. Before it exists, only what its inputs say. */
  #things(inputs: Values, made?: Made): readonly Thing[] {
    return this.definition.holds?.(inputs, made) ?? [];
  }

  #ledger({ site }: Values): Ledger | undefined {
    return this.world.ledger(this.definition.appliance, typeof site === "string" ? site : undefined);
  }
}

/** Name and place of a resource in the program. */
export interface Declared {
  /** Its Pulumi name. */
  readonly name: string;
  /** Type of its parent; undefined if it has none. */
  readonly parent?: string | undefined;
}

/** Inputs may hold secrets and thousands of rules, so only a digest of them is kept. */
function digest(inputs: Values): string {
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64");
}
