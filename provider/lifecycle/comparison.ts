import { isDeepStrictEqual } from "node:util";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition, Named, State } from "../kinds/definition";
import { type Detail, detailOf, differencesOf } from "../values/differences";
import { at, type Inputs, listOf, picked, type Values } from "../values/inputs";
import { isDoubtful, needsRepair, settled } from "../values/origin";
import { quoted } from "../values/quoted";
import { hasUnknown } from "../values/schema";
import type { Run } from "./run";
import { elsewhere, siteOf, type World } from "./world";

/** What changed between the state and the program. */
export interface Difference {
  /** Undefined if it depends on values that are not known yet. */
  readonly changes: boolean | undefined;
  /** Inputs whose change requires another object. */
  readonly replaces: string[];
  /** The new object cannot stand beside the old one. */
  readonly deleteFirst: boolean;
  /** Which values differ, for messages. */
  detail(): Detail;
}

/** Compares the state of resources of one kind with what programs declare. Asks no appliance. */
export class Comparison {
  constructor(
    private readonly definition: AnyDefinition,
    private readonly inputs: Inputs,
    private readonly world: World,
  ) {}

  /**
   * The object in the state. Refuses an entry that is not of this kind, or whose id does not match its inputs and
   * outputs: a state may be edited, merged or restored in part, and the object that it names would be changed or
   * deleted. Pure.
   */
  state(id: string, held: Values): State<Values, Values> {
    const { definition, inputs } = this;
    const whole = inputs.canonicalWhole(held);
    const known = whole ?? inputs.canonical(held);
    const outputs = settled(inputs.rest(held));
    const own = definition.idOf?.(known, outputs);
    const wrongId =
      own === undefined || own === id ? undefined : `its inputs and outputs belong to the id ${quoted(own)}`;
    const fault = (whole === undefined ? inputs.misfit(held) : undefined) ?? wrongId;
    if (fault === undefined) return { id, inputs: known, outputs, isOpen: isDoubtful(held) };
    throw new Refusal(
      `${definition.kind} with the id ${quoted(id)}: its entry in the state was edited or belongs to another object, ` +
        `because ${fault}. Nothing was sent. Restore the entry with pulumi stack import, or remove it with pulumi ` +
        "state delete.",
    );
  }

  /**
   * The state under the present names: a rename of what it refers to in this run is no change. It is open if something
   * that it belongs to was removed in this run, because that took it along.
   */
  followed(state: State<Values, Values>): State<Values, Values> {
    const run = this.#run(state.inputs);
    const inputs = { ...state.inputs };
    let { isOpen } = state;
    for (const [what, keys = []] of Object.entries(this.definition.refersTo ?? {}) as [Named, readonly string[]][]) {
      for (const key of keys.filter((one) => inputs[one] !== undefined)) {
        for (const name of [inputs[key]].flat()) isOpen ||= run.wasRemoved(`${what}|${String(name)}`);
        inputs[key] = namesNow(run, what, inputs[key]);
      }
    }
    return { ...state, inputs, isOpen };
  }

  /** Inputs that differ on the appliance. */
  changed(before: Values, after: Values): string[] {
    return this.inputs.differing(before, after).filter((key) => key !== "onExisting");
  }

  /** Whether an update has something to do: `state` is {@link followed}, `held` is as it is stored. */
  isChanged(state: State<Values, Values>, held: State<Values, Values>, want: Values): boolean {
    const names = Object.values(this.definition.refersTo ?? {}).flat();
    const isFollowed = names.some((key) => !isDeepStrictEqual(state.inputs[key], held.inputs[key]));
    const repairs = needsRepair(state.outputs, want);
    return state.isOpen || isFollowed || repairs || this.changed(state.inputs, want).length > 0;
  }

  /** What the program no longer sets although it stays on the appliance. */
  unset(before: Values, after: Values): string[] {
    const kept = (this.definition.keepsWhenUnset ?? []).filter((key) => before[key] !== undefined);
    if (kept.length === 0) return [];
    return differencesOf(this.definition, before, after)
      .filter((one) => kept.includes(one.input) && one.before !== undefined && one.after === undefined)
      .map(({ property }) => property);
  }

  /** `olds` is what the state holds, `news` what the program declares, with defaults. */
  difference(held: State<Values, Values>, olds: Values, news: Values): Difference {
    const { definition } = this;
    const state = this.followed(held);
    const { inputs: before, outputs } = state;
    const unknown = Object.keys(news).filter((key) => hasUnknown(news[key]));
    // A value that is not known yet may turn out to be unchanged.
    const after = this.inputs.canonical({ ...news, ...picked(olds, unknown) });
    const isAtHome = before["site"] !== after["site"] && this.#leadsTo(after["site"], outputs["appliance"]);
    if (!isAtHome) this.#refuseElsewhere(before, outputs);
    const changed = this.changed(before, after);
    const also = definition.replaceAlsoOn?.(outputs) ?? [];
    // A different site is a different appliance, unless it is known to lead to the same one.
    const replaceOn: readonly string[] = [...definition.replaceOn, ...also, ...(isAtHome ? [] : ["site"])];
    const placesOf = (key: string): string[] => replaceOn.filter((place) => place.split(".")[0] === key);
    const replaces = changed.filter((key) =>
      placesOf(key).some((place) => !isDeepStrictEqual(at(before, place), at(after, place))),
    );
    // Before the engine replaces an object, it calls diff with unknown values for what depends on that object, and
    // deletes first what this result marks as replaced.
    const perhaps = unknown.filter((key) => placesOf(key).some((place) => hasUnknown(at(news, place))));
    const all = [...replaces, ...perhaps];
    const isChanged = this.isChanged(state, held, after);
    this.#declare(state, after, { isReplaced: all.length > 0, isKnown: unknown.length === 0, isChanged });
    return {
      changes: isChanged ? true : unknown.length > 0 ? undefined : false,
      replaces: all,
      deleteFirst:
        replaces.length > 0 && (isAtHome || before["site"] === after["site"]) && this.#collide(before, after),
      detail: () => detailOf(this.inputs, olds, news, [...changed, ...unknown]),
    };
  }

  /** Records what the resource declares from now on, and refuses in a preview what the change would be refused for. */
  #declare(
    state: State<Values, Values>,
    after: Values,
    { isReplaced, isKnown, isChanged }: Record<"isReplaced" | "isKnown" | "isChanged", boolean>,
  ): void {
    const { definition, world } = this;
    const run = this.#run(after);
    const owner = ownerOf(definition, state.id);
    if (isReplaced) run.forget(owner);
    else if (isKnown) run.declare(owner, definition.keys?.(after, state) ?? []);
    const former = at(state.outputs, "origin.renamedFrom");
    const { name } = state.inputs;
    if (typeof former === "string" && typeof name === "string" && this.#named !== undefined) {
      run.renamed(this.#named, former, name, true);
    }
    if (!isReplaced && isKnown) this.renames(state.inputs, after);
    if (!isKnown || !(isChanged || isReplaced)) return;
    try {
      world.guard.check(definition, state, isReplaced ? undefined : after);
    } catch (error) {
      throw world.failure({ definition, subject: state.inputs, what: "compare" }, error);
    }
  }

  /** Records a new name of an object that others refer to by name. */
  renames(before: Values, after: Values): void {
    const what = this.#named;
    const [from, to] = [before["name"], after["name"]];
    if (what === undefined || typeof from !== "string" || typeof to !== "string" || from === to) return;
    this.#run(after).renamed(what, from, to);
  }

  /** Refuses a new object whose name a renaming in this run has freed. */
  assertNotReused(want: Values): void {
    if (this.#named !== undefined) this.#run(want).assertNotReused(this.#named, String(want["name"]));
  }

  /** What others call an object of this kind, if they refer to it by name. */
  get #named(): Named | undefined {
    return namedKinds[this.definition.kind];
  }

  #run(inputs: Values): Run {
    return this.world.run(this.definition.appliance, siteOf(inputs));
  }

  /** Whether the new object would have a key of the old one, so that both cannot exist at once. */
  #collide(before: Values, after: Values): boolean {
    const { keys, refersTo = {} } = this.definition;
    if (keys === undefined) return false;
    const held = new Set(keys(before));
    // A name and a number may mean the same account.
    const isNumber = (value: unknown): boolean => /^\d+$/u.test(String(value));
    const references = Object.values(refersTo).flat();
    const isPerhapsSame = references.some((key) => isNumber(before[key]) !== isNumber(after[key]));
    return isPerhapsSame || keys(after).some((key) => held.has(key));
  }

  /** Whether a site is known to be served by the appliance that the state names. */
  #leadsTo(site: unknown, appliance: unknown): boolean {
    if (typeof appliance !== "string" || (site !== undefined && typeof site !== "string")) return false;
    const identity = this.world.identity(this.definition.appliance, site);
    return identity !== undefined && elsewhere(identity, appliance) === undefined;
  }

  #refuseElsewhere(subject: Values, { appliance }: Values): void {
    const { definition, world } = this;
    const identity = world.identity(definition.appliance, siteOf(subject));
    const fault = identity === undefined ? undefined : elsewhere(identity, appliance);
    if (fault !== undefined) throw world.failure({ definition, subject, what: "compare" }, fault);
  }
}

/** The kinds whose objects others refer to by name. */
const namedKinds: Readonly<Record<string, Named>> = {
  ReplicatorProfile: "profile",
  User: "user",
  UserGroup: "user group",
};

/** How the registry of a run names a resource that exists. */
export function ownerOf({ kind }: AnyDefinition, id: string): string {
  return `${kind}|${id}`;
}

function namesNow(run: Run, what: Named, value: unknown): unknown {
  if (typeof value === "string") return run.nameNow(what, value);
  if (!Array.isArray(value)) return value;
  const names = listOf(value).map((name) => (typeof name === "string" ? run.nameNow(what, name) : name));
  return isDeepStrictEqual(names, value) ? value : names.toSorted();
}
