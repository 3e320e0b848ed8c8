import { isDeepStrictEqual } from "node:util";
import { differenceOf, type Line } from "../site/differences";
import { isKind, labelOf } from "../site/label";
import { inputsOf, objectsOf, type ObjectPair } from "../site/parts";
import { ObjectNames } from "../site/references";
import { definitionOf, type Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";
import { present } from "../../provider/values/collections";
import { doubtOf, isAdopted } from "../../provider/values/origin";
import { actionOf, changingSteps, isResource, maskedIn, outputsIn, type Preview, type Step } from "../engine/preview";
import { kindOfType, namedBy } from "../engine/urn";
import type { Drawn } from "../picture/drawn";
import { drawnOf } from "./drawn";
import type { Finding, Resource, Tried } from "./findings";
import { withFollowers, withMoves } from "./follow";
import { withTaken } from "./messages";

/** The objects of a preview. */
export interface Changes {
  readonly changes: Finding[];
  readonly unchanged: Resource[];
  readonly outputs: number;
  readonly hosted: number;
  /** Number of unchanged resources that the preview does not name. */
  readonly unnamed: number;
  readonly drawn: readonly Drawn[];
}

/** An object of any package. */
type AnyPair = Omit<ObjectPair, "kind"> & { readonly kind: string };

/** The changed and the unchanged objects of a preview. */
export function changesOf(preview: Preview): Changes {
  const { steps, counted, applied, diagnostics } = preview;
  const reader = new Reader(steps, applied);
  const recorded = new Map(steps.flatMap(({ op, urn, oldState }) => (op === "refresh" ? [[urn, oldState]] : [])));
  const changed = changingSteps(steps.filter(isResource));
  for (const step of changed.values()) reader.change(step, actionOf(step) ?? "update", recorded.get(step.urn));
  // With a refresh, the engine reports only a read for an unchanged resource.
  const named = steps.filter(({ op, urn }) => (op === "same" || op === "refresh") && !changed.has(urn));
  for (const step of new Map(named.filter(isResource).map((step) => [step.urn, step])).values()) reader.same(step);
  const unnamed = (counted["same"] ?? 0) - new Set(named.map(({ urn }) => urn)).size;
  // The engine reports no step of a resource whose inputs were refused, only the error.
  const reported = new Set(steps.map(({ urn }) => urn));
  const said = diagnostics.flatMap(({ urn = "", severity }) => (applied && severity === "error" ? [urn] : []));
  for (const urn of new Set(said)) if (isKind(kindIn(urn)) && !reported.has(urn)) reader.refused(urn);
  const { unchanged, objects } = reader;
  const pairOf = ({ key }: Finding): ObjectPair | undefined => {
    const pair = objects.get(key);
    return pair !== undefined && isPair(pair) ? pair : undefined;
  };
  const taken = withTaken(reader.changes, preview);
  const changes = withFollowers(withMoves(taken, pairOf, ({ key }) => reader.steps.get(key)));
  const drawn = [...changes, ...unchanged].map((one) => drawnOf(one, objects.get(one.key) ?? {}));
  return { changes, unchanged, drawn, hosted: reader.hosted, outputs: outputsIn(steps), unnamed: Math.max(unnamed, 0) };
}

/** Turns the steps of one preview into objects. */
class Reader {
  readonly changes: Finding[] = [];
  readonly unchanged: Resource[] = [];
  /** The values of each object, by its key. */
  readonly objects = new Map<string, AnyPair>();
  /** The step of each object, by its key. */
  readonly steps = new Map<string, Step>();
  readonly #former = new ObjectNames();
  readonly #names = new ObjectNames();
  readonly #labels = new Map<string, readonly [Kind, string]>();

  /** Number of resources that only another host handles from now on. */
  hosted = 0;

  constructor(
    steps: readonly Step[],
    private readonly isDone: boolean,
  ) {
    for (const step of steps) {
      const kind = kindIn(step.urn);
      if (isKind(kind)) this.#learn(step, kind);
    }
  }

  /** Keeps the names of the objects of a step: readers know no numbers. */
  #learn(step: Step, kind: Kind): void {
    const { urn, oldState, newState } = step;
    const before = oldState?.outputs;
    const values = { ...before, ...newState?.outputs, ...newState?.inputs };
    const label = labelOf(kind, values) ?? namedBy(urn).name;
    this.#labels.set(urn, [kind, label]);
    const nameOf = ({ part }: ObjectPair, known: Values): string =>
      part === "" ? (labelOf(kind, known) ?? label) : part;
    // An object that is created again has another number then, and its former name with the number that it has.
    const former = actionOf(step) === "replace" ? before : undefined;
    for (const one of objectsOf(kind, before ?? values, values)) {
      const id = one.id ?? newState?.id ?? oldState?.id;
      const name = nameOf(one, one.after ?? one.before ?? values);
      this.#names.add(one.kind, id, name, values["site"]);
      this.#former.add(one.kind, id, former === undefined ? name : nameOf(one, former), values["site"]);
    }
  }

  /** Takes the objects of a resource that stays as it is. */
  same(step: Step): void {
    for (const object of this.#objects(step, undefined)) this.unchanged.push(this.#resource(step, object));
  }

  /** Takes the objects of a resource that changes. Not all of them need to change. */
  change(step: Step, action: Tried, recorded: Step["oldState"]): void {
    const named = [...(step.diffReasons ?? []), ...(step.replaceReasons ?? [])];
    const [kind, objects] = [kindIn(step.urn), this.#objects(step, action)];
    // For other packages no schema is known, so only the names of differing properties are shown.
    const linesOf = (pair: AnyPair, of: readonly string[]): Line[] =>
      isPair(pair) ? differenceOf(pair, of) : [...new Set(of)].map((property) => ({ property }));
    const isSeen = !isKind(kind) || isOfOtherHost(step) || objects.some((one) => linesOf(one.named, named).length > 0);
    const all = isSeen ? named : [...named, ...maskedIn(step, definitionOf(kind).secrets)];
    const found = objects.map((one) => ({ ...one, lines: linesOf(one.named, all) }));
    const changed = found.filter(({ named: pair, lines }) => action !== "update" || !isSame(step, pair, lines));
    for (const one of found) if (!changed.includes(one)) this.unchanged.push(this.#resource(step, one));
    if (changed.length === 0 && isOfOtherHost(step)) {
      this.hosted += 1;
      return;
    }
    const hands = byHandIn(step, recorded, action);
    const hasFailed = failuresIn(step, changed);
    // An update may repair something that is no difference of inputs.
    const shown = changed.length > 0 ? changed : [{ ...wholeOf(step), lines: [] }];
    for (const { lines, ...object } of shown) {
      const [tried, isFailed] = [triedOn(step, object.raw, action), hasFailed(object.raw)];
      this.changes.push({
        ...this.#resource(step, object),
        ...(isFailed ? { action: "failed", tried } : { action: tried }),
        ...adoptionOf(object.raw, step),
        ...replacementIn(step, tried, object.named),
        ...hands(object.raw, tried, this.isDone && !isFailed),
        lines: tried === "leave" ? [] : lines,
      });
    }
  }

  /** Takes a resource that the engine did not even try to change, since its inputs were refused. */
  refused(urn: string): void {
    const step: Step = { op: "create", urn, oldState: undefined, newState: undefined };
    const { label: _, ...resource } = this.#resource(step, wholeOf(step));
    this.changes.push({ ...resource, action: "failed", because: [], lines: [] });
  }

  #objects(step: Step, action: Tried | undefined): StepObject[] {
    const kind = kindIn(step.urn);
    const [was, is] = valuesIn(step, action);
    const pairs: AnyPair[] = isKind(kind)
      ? objectsOf(kind, was, is, action === "replace")
      : [{ kind, part: "", ...present({ before: was, after: is }) }];
    const { propertyDependencies, dependencies } = step.newState ?? {};
    const labelsOf = (input: string, wanted: Kind): string[] =>
      (propertyDependencies?.[input] ?? dependencies ?? []).flatMap((one) => {
        const [found, label] = this.#labels.get(one) ?? [];
        return found === wanted && label !== undefined ? [label] : [];
      });
    return pairs.map((raw) => ({ raw, named: this.#named(raw, labelsOf) }));
  }

  #named(pair: AnyPair, labelsOf: Parameters<ObjectNames["in"]>[1]): AnyPair {
    const { before, after } = pair;
    const names = { before: before && this.#former.in(before), after: after && this.#names.in(after, labelsOf) };
    return { ...pair, ...present(names) };
  }

  #resource(step: Step, { raw, named }: StepObject): Resource {
    const { stack, name } = namedBy(step.urn);
    const { kind, before, after } = raw;
    const site = (after ?? before)?.["site"] ?? step.oldState?.outputs?.["site"];
    const label = labelOf(kind, named.after ?? named.before ?? {});
    const key = raw.part === "" ? step.urn : `${step.urn} ${raw.part}`;
    this.steps.set(key, step);
    // Child groups are found by their numbers, everything else by names.
    this.objects.set(key, kind.startsWith("IpGroup") ? raw : named);
    return {
      ...{ key, stack, kind, name, dependsOn: neededBy(step) },
      ...(typeof site === "string" ? { site } : {}),
      ...(label === undefined || label === name ? {} : { label }),
    };
  }
}

/** The values of a resource before and after a step. */
function valuesIn(step: Step, action: Tried | undefined): [Values | undefined, Values | undefined] {
  const { oldState: old = {}, newState: now = {} } = step;
  const kind = kindIn(step.urn);
  const state = action === "create" ? undefined : (old.outputs ?? old.inputs);
  // What was imported has no defaults, and they are no difference.
  const before = state && isKind(kind) ? inputsOf(kind).withDefaults(state) : state;
  const { groupId, groupIds } = { ...old.outputs, ...now.outputs };
  const after = action === "delete" ? undefined : now.inputs && { ...present({ groupId, groupIds }), ...now.inputs };
  return action === undefined ? [before ?? after, before ?? after] : [before, after];
}

/** The URNs of what a resource refers to. */
function neededBy({ oldState, newState }: Step): string[] {
  const { dependencies, propertyDependencies } = newState ?? oldState ?? {};
  return Object.values(propertyDependencies ?? { all: dependencies }).flatMap((urns) => urns ?? []);
}

/** An object of a step, as it is and with names in place of numbers. */
interface StepObject {
  readonly raw: AnyPair;
  readonly named: AnyPair;
}

function wholeOf({ urn, newState }: Step): StepObject {
  const whole = { kind: kindIn(urn), part: "", before: {}, after: newState?.inputs ?? {} };
  return { raw: whole, named: whole };
}

function kindIn(urn: string): string {
  const { type } = namedBy(urn);
  return kindOfType(type) ?? type;
}

/** Whether another host handled the resource before: dynamic resources, or the plugin. */
function isOfOtherHost({ urn, oldState }: Step): boolean {
  return oldState?.type !== undefined && oldState.type !== namedBy(urn).type;
}

/** Whether an object of a resource that changes stays as it is. */
function isSame(step: Step, { before, after, part, kind }: AnyPair, lines: readonly Line[]): boolean {
  if (lines.length > 0) return false;
  const isWhole = part === "" && kind !== "User" && kind !== "UserGroup";
  return isOfOtherHost(step) || (before !== undefined && after !== undefined && !isWhole);
}

/** What the engine does with an object of a resource. */
function triedOn(step: Step, { kind, before, after }: AnyPair, action: Tried): Tried {
  if (before === undefined) return "create";
  if (after !== undefined) return action;
  return isLeft(step, kind, before) ? "leave" : "delete";
}

/** Whether an object stays on the appliance when its resource goes: by an option, or because its kind sends nothing. */
function isLeft(step: Step, kind: string, values: Values): boolean {
  if (step.oldState?.retainOnDelete === true && actionOf(step) !== "update") return true;
  const state = { id: step.oldState?.id ?? "", inputs: values, outputs: values, doubt: doubtOf(values) };
  return isKind(kind) && definitionOf(kind).stays?.(state) === true;
}

/** What a replacement says of its reasons, its order, and the object that goes. */
function replacementIn(step: Step, tried: Tried, { kind, before = {} }: AnyPair) {
  if (tried !== "replace") return { because: [] };
  const { replaceReasons, oldState } = step;
  const old = isLeft(step, kind, before) ? "stays" : oldState?.delete === true ? "goes last" : "goes first";
  return { because: replaceReasons ?? [], old, ...present({ former: labelOf(kind, before) }) } as const;
}

/** Which objects of a resource a failed step has not brought to what is declared: all, if none can be named. */
function failuresIn(step: Step, changed: readonly StepObject[]): (pair: AnyPair) => boolean {
  if (step.failed !== true) return () => false;
  const [kind, outputs] = [kindIn(step.urn), step.newState?.outputs ?? {}];
  const isKnown = isKind(kind) && Object.keys(outputs).length > 0;
  const pairs = isKnown ? objectsOf(kind, step.oldState?.outputs, outputs) : [];
  const done = new Map(pairs.map((pair) => [pair.part, pair]));
  const hasFailed = ({ part, after }: AnyPair): boolean => {
    const now = done.get(part);
    if (part === "" || now === undefined) return true;
    if (after === undefined || now.after === undefined) return after !== now.after;
    return differenceOf({ ...now, before: now.after, after }).length > 0;
  };
  return changed.some(({ raw }) => hasFailed(raw)) ? hasFailed : () => true;
}

function isPair(pair: AnyPair): pair is ObjectPair {
  return isKind(pair.kind);
}

function adoptionOf({ before, after, part }: AnyPair, { newState }: Step): Pick<Finding, "adoption"> {
  const known = before ?? (part === "" ? newState?.outputs : undefined);
  if (known !== undefined && isAdopted(known)) return { adoption: "done" };
  const mode = before === undefined ? after?.["onExisting"] : undefined;
  return mode === "adopt" ? { adoption: "possible" } : mode === "adoptIfEqual" ? { adoption: "equal" } : {};
}

/** Changed by hand is what has another state since the refresh. `isBack`: an update has made it as declared again. */
function byHandIn({ urn, oldState }: Step, recorded: Step["oldState"], action: Tried) {
  const kind = kindIn(urn);
  if (recorded?.outputs === undefined || action === "delete") return () => ({});
  const pairs = isKind(kind)
    ? objectsOf(kind, recorded.outputs, oldState?.outputs)
    : [{ kind, part: "", before: recorded.outputs, ...(oldState?.outputs && { after: oldState.outputs }) }];
  const byPart = new Map(pairs.map((one) => [one.part, one]));
  return ({ part }: AnyPair, tried: Tried, isBack: boolean): Pick<Finding, "byHand"> => {
    const found = byPart.get(part);
    if (found?.before === undefined) return {};
    if (tried === "create") return { byHand: isBack ? "made again" : "missing" };
    if (isDeepStrictEqual(found.before, found.after)) return {};
    return { byHand: isBack ? "put back" : "changed" };
  };
}
