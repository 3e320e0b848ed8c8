import { isDeepStrictEqual } from "node:util";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition, Named, State } from "../kinds/definition";
import { type Detail, detailOf, differencesOf } from "../values/differences";
import { at, Inputs, picked, type Values } from "../values/inputs";
import { doubtOf, needsRepair, withoutDoubt } from "../values/origin";
import { quoted, someOf } from "../values/quoted";
import { asSet, hasUnknown } from "../values/schema";
import { type Owner, ownerOf } from "./run";
import { elsewhere, type World } from "./world";

/** What changed between the state and the program. */
export interface StateDifference {
  /** Undefined if it depends on values that are not known yet. */
  readonly changes: boolean | undefined;
  /** Inputs whose change requires another object. */
  readonly replaces: string[];
  /** The new object cannot stand beside the old one. */
  readonly deleteFirst: boolean;
  /** Which values differ, for messages. */
  detail(): Detail;
}

/** What the state knows of an object, under the present names of what it refers to. */
export interface Followed extends State<Values, Values> {
  /** Something that it refers to was renamed in this run. */
  readonly isRenamed: boolean;
}

/** Compares the state of resources of one kind with what programs declare. Asks no appliance. */
export class Comparison {
  readonly #outputs: Inputs;

  constructor(
    private readonly definition: AnyDefinition,
    private readonly inputs: Inputs,
    private readonly world: World,
  ) {
    this.#outputs = new Inputs(definition.outputs);
  }

  /**
   * The object in the state. Refuses an entry that is not of this kind, or whose id does not match its inputs and
   * outputs: a state may be edited, merged or restored in part, and the object that it names would be changed or
   * deleted. Pure. A reading finds the outputs anew: one of a command has none.
   */
  state(id: string, held: Values, isRead = false): State<Values, Values> {
    const { definition, inputs } = this;
    const whole = inputs.canonicalWhole(held);
    const known = whole ?? inputs.canonical(held);
    const outputs = withoutDoubt(inputs.rest(held), "outcome", "tried");
    const own = definition.idOf?.(known, outputs);
    const wrongId =
      own === undefined || own === id ? undefined : `its inputs and outputs belong to the id ${quoted(own)}`;
    const misfit = whole === undefined ? inputs.misfit(held) : undefined;
    const fault = misfit ?? (isRead ? undefined : this.#outputs.misfit(outputs, true)) ?? wrongId;
    if (fault === undefined) return { id, inputs: known, outputs, doubt: doubtOf<Values>(held) };
    throw new Refusal(
      `${definition.kind} with the id ${quoted(id)}: its entry in the state was edited or belongs to another object, ` +
        `because ${fault}. Nothing was sent. Restore the entry (pulumi stack import), or remove it: pulumi state delete`,
    );
  }

  /**
   * The state under the present names: a rename of what it refers to in this run is no change. It is in doubt if this run
   * has made or removed what it belongs to, or has removed it. `isTaken`: whether something else has a name now that an
   * earlier run has freed; without it, each such name is followed.
   */
  followed(state: State<Values, Values>, isTaken?: (key: string) => boolean): Followed {
    const { run } = this.world.place(this.definition.appliance, state.inputs);
    // Earlier runs have renamed the object, and may have ended before what refers to it followed.
    const former = [at(state.outputs, "origin.renamedFrom")].flat();
    for (const name of former) this.renames({ name }, state.inputs, "before");
    // It may not know so: what reads the object finds it under the new name.
    const [inputs, perhaps] = [{ ...state.inputs }, { ...state.inputs, ...state.doubt?.tried }];
    if (this.definition.read !== undefined) this.renames(state.inputs, perhaps, "before");
    const own = (run.removed.size > 0 && this.definition.keys?.(inputs, state)) || [];
    let [isRenamed, isEmptied] = [false, own.some((key) => run.removed.has(key))];
    for (const { what, key, names } of this.#references(state.inputs)) {
      const now = run.namesNow(what, names, isTaken);
      if (now !== names) inputs[key] = Array.isArray(inputs[key]) ? asSet(now) : now[0];
      isRenamed ||= now !== names;
      isEmptied ||= run.wasEmptied(what, now, (state.outputs["linkedTo"] ?? {}) as Values);
    }
    if (!isEmptied) return { ...state, inputs, isRenamed };
    return { ...state, inputs, isRenamed, outputs: withoutDoubt(state.outputs, "gone"), doubt: state.doubt ?? {} };
  }

  /**
   * What the object may be too: an earlier run has freed a name that it has in the state, and something else has that
   * name now. `isMeant`: whether the program itself means a name.
   */
  left(known: State<Values, Values>, now: Followed, isMeant?: (key: string) => boolean): Followed | undefined {
    const renamed = this.followed(known);
    const inputs = { ...renamed.inputs };
    let isAny = false;
    for (const { what, key, names } of this.#references(renamed.inputs)) {
      const others = names.filter(
        (name) => ![now.inputs[key]].flat().includes(name) && isMeant?.(`${what}|${name}`) !== true,
      );
      if (Array.isArray(inputs[key]) && others.length > 0) inputs[key] = others;
      isAny ||= others.length > 0;
    }
    return isAny ? { ...renamed, inputs } : undefined;
  }

  /** The references by names that an earlier run has freed: whether something else has one now, the appliance shows. */
  freed({ inputs }: State<Values, Values>): { what: Named; name: string }[] {
    const { run } = this.world.place(this.definition.appliance, inputs);
    return [...this.#references(inputs)].flatMap(({ what, names }) =>
      names.filter((name) => run.wasFreed(what, name)).map((name) => ({ what, name })),
    );
  }

  /** The keys of what it refers to, before and after that exists. */
  needed(inputs: Values): string[] {
    const all = [...this.#references(inputs)];
    return all.flatMap(({ what, names }) => names.flatMap((name) => [`${what}|${name}`, `new ${what}|${name}`]));
  }

  /** The ids of the accounts that it refers to, as far as the program has them. An account with another id is a new one. */
  linkedTo(inputs: Values, olds: Values = {}): Values {
    const { run } = this.world.place(this.definition.appliance, inputs);
    const before = (olds["linkedTo"] ?? {}) as Values;
    const ids = this.needed(inputs).map((key) => [key, run.ids.get(key) ?? before[key]] as const);
    const known = ids.filter(([, id]) => id !== undefined);
    return known.length === 0 ? {} : { linkedTo: Object.fromEntries(known) };
  }

  *#references(inputs: Values): Iterable<{ what: Named; key: string; names: string[] }> {
    for (const [what, keys = []] of Object.entries(this.definition.refersTo ?? {})) {
      for (const key of keys) yield { what: what as Named, key, names: [inputs[key] ?? []].flat().map(String) };
    }
  }

  /** Whether the program itself means something of a name: then no rename is followed for it. */
  mentions(want: Values): (key: string) => boolean {
    const names = new Set(this.definition.refersTo && Object.values(want).flat());
    return (key) => names.has(key.slice(key.indexOf("|") + 1));
  }

  isChanged(state: Followed, want: Values, changed = this.inputs.differing(state.inputs, want)): boolean {
    return state.doubt !== undefined || state.isRenamed || needsRepair(state.outputs, want) || changed.length > 0;
  }

  /** `olds` is what the state holds, `news` what the program declares, with defaults. */
  difference(id: string, olds: Values, news: Values): StateDifference {
    const { definition } = this;
    const known = this.state(id, olds);
    const state = this.followed(known, this.mentions(news));
    const { inputs: before, outputs } = state;
    const { run } = this.world.place(definition.appliance, before);
    const own = at(outputs, "origin.existed") === undefined ? definition.keys?.(before, state) : undefined;
    for (const key of own ?? []) run.held.add(key);
    if (definition.read === undefined) run.ids.set(`${definition.named ?? ""}|${String(news["name"])}`, id);
    const unknown = Object.keys(news).filter((key) => hasUnknown(news[key]));
    // What is unknown may turn out to be unchanged.
    const after = this.inputs.canonical({ ...news, ...picked(olds, unknown) });
    const site = this.#siteOf(state, after);
    const changed = this.inputs.differing(before, after);
    // A different site is a different appliance, unless it is known to lead to the same one.
    const ofSite = site === "renamed" ? [] : ["site"];
    const places = [...definition.replaceOn, ...(definition.replaceAlsoOn?.(outputs) ?? []), ...ofSite];
    const replaces = places.filter((place) => !isDeepStrictEqual(at(before, place), at(after, place)));
    // Before the engine replaces an object, it calls diff with unknown values for what depends on that object, and
    // deletes first what this result marks as replaced.
    const perhaps = places.filter((place) => hasUnknown(at(news, place)));
    const all = [...replaces, ...perhaps].map((place) => place.split(".", 1)[0] ?? place);
    const isChanged = this.isChanged(state, after, changed);
    const isKnown = unknown.length === 0;
    this.#plan(ownerOf(definition, after), state, after, { isReplaced: all.length > 0, isKnown, isChanged });
    return {
      changes: isChanged || (isKnown ? false : undefined),
      replaces: all,
      deleteFirst: replaces.length > 0 && site !== "other" && this.#collide(before, after),
      detail: () => detailOf(this.inputs, olds, news, [...changed, ...unknown]),
    };
  }

  /** Whether the site is the one of the state, a new name of it, or another. Refuses one on another appliance than then. */
  #siteOf({ inputs: before, outputs }: Followed, after: Values): "same" | "renamed" | "other" {
    const { definition, world } = this;
    const isSame = before["site"] === after["site"];
    if (!isSame && this.#leadsTo(after["site"], outputs["appliance"])) return "renamed";
    const fault = elsewhere(world.place(definition.appliance, before).identity, outputs["appliance"]);
    if (fault !== undefined) throw world.failure({ definition, subject: before, what: "compare" }, fault);
    return isSame ? "same" : "other";
  }

  /** Records what the resource declares from now on, and refuses in a preview what the change would be refused for. */
  #plan(
    owner: string,
    state: Followed,
    after: Values,
    { isReplaced, isKnown, isChanged }: Record<"isReplaced" | "isKnown" | "isChanged", boolean>,
  ): void {
    const { definition, world } = this;
    const { run } = world.place(definition.appliance, after);
    // A refresh declares nothing: the same process may delete what it compares.
    if (!run.checked.has(owner)) return;
    if (isReplaced) run.forget(owner);
    // What refers to it by name follows, which a preview names too.
    if (isReplaced && isKnown) run.emptied([`${definition.named ?? ""}|${String(after["name"])}`]);
    else if (isKnown) {
      this.declares(owner, state, after, false);
      this.#noteUnset(state.inputs, after);
    }
    if (!isKnown) return;
    try {
      if (!isReplaced) this.assertOnlyOwner(owner, state, after);
      if (isChanged || isReplaced) world.guard?.check(definition, state, isReplaced ? undefined : after);
    } catch (error) {
      throw world.failure({ definition, subject: state.inputs, what: "compare" }, error);
    }
  }

  /**
   * Refuses an object that another resource of this run has, too: it adopted the object, or was given its name, in this
   * run or in one that failed. What resources may hold in common has the same key before it exists.
   */
  assertOnlyOwner(owner: Owner, state: Followed, want: Values): void {
    const { keys, named, appliance } = this.definition;
    const common = new Set(keys?.(this.#presently(state, want)).slice(named === undefined ? 0 : 1));
    const { run } = this.world.place(appliance, want);
    if ((run.keys.get(owner) ?? []).every((key) => common.has(key) || !run.isOfOther(owner, key))) return;
    const why = "has taken it over, or got its number after a restore (pulumi refresh shows it)";
    throw new Refusal(`another resource of this program ${why}. Remove one of the two resources.`);
  }

  /** What is declared, with the name that the object has until its renaming is done. */
  #presently(state: Followed, want: Values): Values {
    const isOld = this.definition.named !== undefined && state.doubt?.tried?.["name"] !== want["name"];
    return isOld ? { ...want, name: state.inputs["name"] } : want;
  }

  /** Says what the program no longer sets although it stays on the appliance. */
  #noteUnset(before: Values, after: Values): void {
    const { definition, world } = this;
    for (const key of definition.keepsWhenUnset ?? []) {
      const [old, now] = [before[key], after[key]];
      if (old === undefined || isDeepStrictEqual(old, now)) continue;
      const differences = Array.isArray(old)
        ? []
        : differencesOf(definition, picked(before, [key]), picked(after, [key]));
      const gone = differences.flatMap((one) => (one.after === undefined ? [one.property] : []));
      // Of a set that still is one, the items go that are not in it.
      if (Array.isArray(old) && old.length > 0 && now === undefined) gone.push(`${key} (${someOf(old, 5)})`);
      for (const name of gone) {
        world.note({ definition, subject: after }, `${name} is no longer managed; its current value stays.`);
      }
    }
  }

  /** Records what an object is until its change is done, and its new name, which another one may still have. */
  declares(owner: Owner, state: Followed, want: Values, isRunning = true): void {
    const { keys, appliance } = this.definition;
    // What a replacement has deleted is compared too, before it is created again.
    const all = keys?.(this.#presently(state, want), state).filter((key) => isRunning || !key.startsWith("new ")) ?? [];
    this.world.place(appliance, want).run.declare(owner, all);
    this.renames(state.inputs, want);
  }

  /** Records a new name of an object that others refer to by name, given now or in an earlier run, or not given. */
  renames(before: Values, after: Values, when: "now" | "before" | "never" = "now"): void {
    const { named, appliance } = this.definition;
    const [from, to] = [before["name"], after["name"]];
    if (named === undefined || typeof from !== "string" || typeof to !== "string" || from === to) return;
    this.world.place(appliance, after).run.renamed(named, from, when === "never" ? undefined : to, when === "before");
  }

  /**
   * The state of an object that would have to be replaced after all, because something else has got the former name of
   * what it refers to: nothing is known of the one that is declared.
   */
  moved(state: Followed, want: Values): Followed {
    const isSame = this.definition.replaceOn.every((place) =>
      isDeepStrictEqual(at(state.inputs, place), at(want, place)),
    );
    return isSame ? state : { ...state, inputs: { ...state.inputs, ...want }, doubt: {} };
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
    const { identity } = this.world.place(this.definition.appliance, { site });
    return identity !== undefined && elsewhere(identity, appliance) === undefined;
  }
}
