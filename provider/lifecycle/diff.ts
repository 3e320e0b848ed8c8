import { isDeepStrictEqual } from "node:util";
import { elsewhere, type Identity } from "../appliance/identity";
import type { Holdings } from "./holdings";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition, State } from "../resource";
import { type Detail, detailOf } from "../values/detail";
import { differencesOf } from "../values/differences";
import { at, type Inputs, picked, shapeOf, type Values } from "../values/inputs";
import { isDoubtful, settled } from "../values/origin";
import { hasUnknown } from "../values/schema";
import { failureOf, titleOf } from "./failure";
import type { World } from "./world";
import { definitionOf, kinds } from "../registry";
import { quoted } from "../values/quoted";

/** What changed between the state and the program. */
export interface Difference {
  /** Undefined if it depends on values that are not known yet. */
  changes: boolean | undefined;
  /** Inputs whose change requires another object. */
  replaces: string[];
  /** Inputs with values that are not known yet. */
  unknown: string[];
  /** Which values differ, for messages. */
  detail(): Detail;
}

/** Compares the state of resources of one kind with what programs declare. Asks no appliance. */
export class Comparison {
  constructor(
    private readonly definition: AnyDefinition,
    private readonly inputs: Inputs,
    private readonly world: Pick<World, "identity" | "info" | "reported" | "toSet" | "guard">,
    private readonly holdings: Holdings,
  ) {}

  /**
   * The object in the state. Refuses an entry that is not of this kind, or whose id does not match its inputs and
   * outputs: a state may be edited, merged or restored in part, and the object that it names would be changed or
   * deleted. Pure.
   */
  state(id: string, held: Values): State<Values, Values> {
    const { definition, inputs } = this;
    const whole = inputs.canonicalWhole(held);
    const state = { id, inputs: whole ?? inputs.canonical(held), outputs: settled(inputs.rest(held)) };
    const wrongInput = whole === undefined ? inputs.misfit(held) : undefined;
    const fault = foreignKey(definition, inputs, held) ?? wrongInput ?? definition.misfit?.(state);
    if (fault === undefined) return state;
    throw new Refusal(
      `${definition.kind} with the id ${quoted(id)}: its entry in the state was edited or belongs to another object, ` +
        `because ${fault}. Nothing was sent. Restore the entry with pulumi stack import, or remove it with pulumi ` +
        "state delete.",
    );
  }

  /** Inputs that differ on the appliance. */
  changed(before: Values, after: Values): string[] {
    const { comparable = (inputs: Values) => inputs } = this.definition;
    return this.inputs.differing(comparable(before), comparable(after)).filter((key) => key !== "onExisting");
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
  difference(state: State<Values, Values>, olds: Values, news: Values): Difference {
    const { inputs: before, outputs } = state;
    const unknown = Object.keys(news).filter((key) => hasUnknown(news[key]));
    // A value that is not known yet may turn out to be unchanged.
    const after = this.inputs.canonical({ ...news, ...picked(olds, unknown) });
    const isAtHome = before["site"] !== after["site"] && this.#leadsTo(after["site"], outputs["appliance"]);
    if (!isAtHome) this.#refuseElsewhere(before, outputs);
    const changed = this.changed(before, after);
    const also = this.definition.replaceAlsoOn?.(this.inputs.rest(olds)) ?? [];
    // A different site is a different appliance, unless it is known to lead to the same one.
    const replaceOn: readonly string[] = [...this.definition.replaceOn, ...also, ...(isAtHome ? [] : ["site"])];
    const replaces = changed.filter((key) =>
      replaceOn.some((place) => place.split(".")[0] === key && !isDeepStrictEqual(at(before, place), at(after, place))),
    );
    for (const key of replaces) {
      const reason = this.definition.explain?.[key];
      if (reason !== undefined) this.world.info(`${this.definition.kind} "${this.definition.label(after)}": ${reason}`);
    }
    // Before the engine replaces an object, it calls diff with unknown values for what depends on that object, and
    // deletes first what this result marks as replaced.
    const perhaps = unknown.filter((key) =>
      replaceOn.some((place) => place.split(".")[0] === key && hasUnknown(at(news, place))),
    );
    const all = [...replaces, ...perhaps];
    const others = this.holdings.compared(
      isAtHome ? movedTo(state, after["site"]) : state,
      unknown.length > 0 ? undefined : after,
      all.length > 0,
    );
    const detail = (): Detail => {
      return detailOf(this.inputs, { before, after, olds, news }, [...changed, ...unknown]);
    };
    if (others === "replacement") return { changes: true, replaces: this.inputs.keys.slice(0, 1), unknown, detail };
    const repairs = this.definition.needsRepair?.({ inputs: before, outputs }, after) === true;
    const isChanged = changed.length > 0 || others === "update" || repairs || isDoubtful(olds);
    if (all.length === 0 && unknown.length === 0 && changed.length > 0) {
      const subject = `${this.definition.kind} "${this.definition.label(after)}"`;
      for (const text of this.holdings.droppedText(state, after)) this.world.info(`${subject}: ${text}`);
    }
    if (unknown.length === 0 && (changed.length > 0 || all.length > 0)) this.#guard(state, all.length > 0, after);
    const changes = isChanged ? true : unknown.length > 0 ? undefined : false;
    return { changes, replaces: all, unknown, detail };
  }

  /** Whether a site is known to be served by the appliance that the state names. */
  #leadsTo(site: unknown, appliance: unknown): boolean {
    if (typeof appliance !== "string" || (site !== undefined && typeof site !== "string")) return false;
    const identity = this.world.identity(this.definition.appliance, site);
    return identity !== undefined && elsewhere(identity, appliance) === undefined;
  }

  /** Refuses in a preview what the update would refuse. A refresh compares too, and declares nothing. */
  #guard(state: State<Values, Values>, isReplaced: boolean, after: Values): void {
    if (!this.holdings.isDeclared(after)) return;
    try {
      this.world.guard.check(this.definition, state, isReplaced ? undefined : after, this.holdings.isMoved(after));
    } catch (error) {
      throw this.#refusal(error, state.inputs);
    }
  }

  #refuseElsewhere(subject: Values, { appliance }: Values): void {
    const identity = this.world.identity(this.definition.appliance, subject["site"] as string | undefined);
    const fault = identity === undefined ? undefined : elsewhere(identity, appliance);
    if (fault !== undefined) throw this.#refusal(fault, subject);
  }

  #refusal(fault: unknown, subject: Values): Refusal {
    const site = subject["site"] as string | undefined;
    const kind = this.definition.appliance;
    const title = (at: Identity | undefined): string => titleOf(this.definition, subject, at);
    return failureOf(this.world, { kind, site, what: "compare", title }, fault, this.world.identity(kind, site));
  }
}

/** The state of an object with the present name of its site. */
export function movedTo(state: State<Values, Values>, site: unknown): State<Values, Values> {
  const { site: _before, ...inputs } = state.inputs;
  return { ...state, inputs: site === undefined ? inputs : { ...inputs, site } };
}

/** Outputs of builds before 0.1.0, which said the same as `origin` and `doubt` do. */
const outdated = ["adopted", "existed", "existedIn", "original", "inDoubt", "unsure", "byContent"];

/** A key that another kind has and this one does not. A key that no kind has may come from another release. */
function foreignKey({ kind, outputs }: AnyDefinition, inputs: Inputs, held: Values): string | undefined {
  const own = [...inputs.keys, ...Object.keys(shapeOf(outputs)), "appliance"];
  for (const key of Object.keys(held)) {
    if (own.includes(key)) continue;
    if (outdated.includes(key)) return `it holds ${key}, which a build before 0.1.0 wrote`;
    const other = kinds.find((one) => {
      const definition = definitionOf(one);
      return Object.hasOwn({ ...shapeOf(definition.inputs), ...shapeOf(definition.outputs) }, key);
    });
    if (other !== undefined) return `it holds ${key}, which belongs to the kind ${other} and not to ${kind}`;
  }
  return undefined;
}
