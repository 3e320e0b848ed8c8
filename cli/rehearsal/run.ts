import { mapped } from "../../provider/values/collections";
import { isUnknown } from "../../provider/values/value-text";
import { needsFirst } from "../../lib/site/order";
import { ApplianceError } from "../../provider/errors/errors";
import { PartlyDoneError, Refusal } from "../../provider/errors/refusal";
import type { Values } from "../../provider/values/inputs";
import type { Kinds, Kind } from "../../lib/site/kinds";
import { ownValues } from "../engine/state";
import { knownKind, namedBy } from "../engine/urn";
import { actionOf, changingSteps, type EngineAction, type Preview, type Step } from "../engine/preview";
import { UNKNOWN_TEXT } from "../../provider/values/marks";

/** A step that an up, or a rehearsal, cannot perform. */
export interface Unplanned {
  readonly kind: string;
  readonly name: string;
  readonly why: string;
}

/** Performs the steps like the engine: dependencies first, deletions last, everything else in parallel. */
export async function rehearse(kinds: Kinds, steps: readonly PlannedStep[]): Promise<Unplanned[]> {
  const made = new Map<string, Made>();
  const unplanned: Unplanned[] = [];
  const refused = declare(kinds, steps, unplanned);
  const byUrn = new Map(steps.flatMap((step) => (step.op === "delete" ? [] : [[step.urn, step] as const])));
  const done = new Map<string, Promise<boolean>>();
  const begun = (step: PlannedStep): Promise<boolean> => {
    const known = done.get(step.urn);
    if (known !== undefined) return known;
    const before = step.dependsOn.flatMap((urn) => byUrn.get(urn) ?? []).map(begun);
    const taking = after(before, async () => !refused.has(step) && (await taken(kinds, step, made, unplanned)));
    done.set(step.urn, taking);
    return taking;
  };
  const all = await Promise.all([...byUrn.values()].map(begun));
  // The engine deletes nothing if an earlier step failed.
  if (all.includes(false)) return unplanned;
  const gone = new Map<string, Promise<boolean>>();
  for (const step of inDeletionOrder(steps.filter(({ op }) => op === "delete"))) {
    const before = steps.flatMap((other) => (other.dependsOn.includes(step.urn) ? (gone.get(other.urn) ?? []) : []));
    gone.set(
      step.urn,
      after(before, () => taken(kinds, step, made, unplanned)),
    );
  }
  await Promise.all(gone.values());
  return unplanned;
}

/**
 * Checks and compares every resource before any change, as the engine does. Each thereby registers what it declares and
 * holds. Returns the steps that this refuses: only what depends on them cannot be planned.
 */
function declare(kinds: Kinds, steps: readonly PlannedStep[], unplanned: Unplanned[]): ReadonlySet<PlannedStep> {
  const refused = new Set<PlannedStep>();
  for (const step of steps) {
    const { kind, name, id, olds, news } = step;
    if (news === undefined) continue;
    try {
      const lifecycle = kinds.lifecycle(kind);
      const { inputs } = lifecycle.check(news, { name });
      if (id !== undefined && olds !== undefined) lifecycle.diff(id, olds, inputs);
    } catch (error) {
      unplanned.push({ kind, name, why: refusalOf(error) });
      refused.add(step);
    }
  }
  return refused;
}

/** The message of an error that stops one step. Any other error is thrown. */
function refusalOf(error: unknown): string {
  const isOfStep = [Refusal, PartlyDoneError, ApplianceError].some((one) => error instanceof one);
  if (isOfStep) return (error as Error).message;
  throw error;
}

async function after(before: readonly Promise<boolean>[], work: () => Promise<boolean>): Promise<boolean> {
  const ready = await Promise.all(before);
  return ready.every((one) => one) && (await work());
}

/** Dependents come before their dependencies. */
function inDeletionOrder(steps: readonly PlannedStep[]): PlannedStep[] {
  const byUrn = new Map(steps.map((step) => [step.urn, step]));
  const needed = ({ dependsOn }: PlannedStep): PlannedStep[] => dependsOn.flatMap((urn) => byUrn.get(urn) ?? []);
  return needsFirst(steps, needed).reverse();
}

async function taken(
  kinds: Kinds,
  step: PlannedStep,
  made: Map<string, Made>,
  unplanned: Unplanned[],
): Promise<boolean> {
  const { urn, kind, name } = step;
  try {
    const inputs = step.op === "delete" ? {} : filled(step, made);
    if (inputs === undefined) {
      unplanned.push({
        kind,
        name,
        why: "It uses a value that is known only during pulumi up, so its requests are not in the list.",
      });
      return false;
    }
    const result = await change(kinds, step, inputs);
    if (result !== undefined) made.set(urn, { kind, ...result });
    return true;
  } catch (error) {
    unplanned.push({ kind, name, why: refusalOf(error) });
    return false;
  }
}

async function change(
  kinds: Kinds,
  { kind, op, id, olds, name }: PlannedStep,
  news: Values,
): Promise<{ id: string; outputs: Values } | undefined> {
  const lifecycle = kinds.lifecycle(kind);
  const held = id === undefined || olds === undefined ? undefined : { id, olds };
  if (op === "delete") {
    if (held !== undefined) await lifecycle.delete(held.id, held.olds);
    return undefined;
  }
  const { inputs } = lifecycle.check(news, { name });
  if (op === "same") return held === undefined ? undefined : { id: held.id, outputs: held.olds };
  if (op === "update" && held !== undefined) {
    lifecycle.diff(held.id, held.olds, inputs);
    return { id: held.id, ...(await lifecycle.update(held.id, held.olds, inputs)) };
  }
  if (op === "replace" && held !== undefined) await lifecycle.delete(held.id, held.olds);
  return lifecycle.create(inputs);
}

/** The change of one resource in an up. */
export interface PlannedStep {
  readonly urn: string;
  readonly kind: Kind;
  /** Name of the resource in its program. */
  readonly name: string;
  readonly op: EngineAction | "same";
  readonly id: string | undefined;
  /** Its outputs in the state. */
  readonly olds: Values | undefined;
  /** Its declared inputs; undefined if the program no longer declares it. */
  readonly news: Values | undefined;
  /** URNs of its dependencies, and the properties that refer to them. */
  readonly dependsOn: readonly string[];
  readonly references: Readonly<Record<string, readonly string[]>>;
}

/** The resources of this package in a preview, each once, in the order of the engine. */
export function stepsOf({ steps }: Preview): PlannedStep[] {
  // An import sends nothing.
  const own = steps.filter(({ op }) => op !== "import");
  const changing = changingSteps(own);
  const planned = new Map<string, Step>();
  for (const step of own) {
    const changed = changing.get(step.urn);
    if (changed !== undefined || step.op === "same" || step.op === "refresh") planned.set(step.urn, changed ?? step);
  }
  return [...planned.values()].flatMap((step) => {
    const kind = knownKind(namedBy(step.urn).type);
    return kind === undefined ? [] : [plannedOf(step, kind, actionOf(step) ?? "same")];
  });
}

function plannedOf({ urn, oldState, newState }: Step, kind: Kind, op: PlannedStep["op"]): PlannedStep {
  const references = Object.entries(newState?.propertyDependencies ?? {}).map(
    ([key, urns]) => [key, urns ?? []] as const,
  );
  return {
    urn,
    kind,
    name: namedBy(urn).name,
    op,
    id: oldState?.id,
    olds: own(oldState?.outputs),
    news: op === "delete" ? undefined : own(newState?.inputs),
    dependsOn: (op === "delete" ? oldState : newState)?.dependencies ?? [],
    references: Object.fromEntries(references),
  };
}

function own(values: Values | undefined): Values | undefined {
  return values === undefined ? undefined : ownValues(values);
}

/** Id and outputs of a resource that exists. */
export interface Made {
  readonly kind: Kind;
  readonly id: string;
  readonly outputs: Values;
}

/**
 * Replaces values that the preview did not know with values of resources that exist by now. Undefined if a value comes
 * from elsewhere, so that it is known only during an up.
 */
function filled(
  { news = {}, references, dependsOn }: PlannedStep,
  made: ReadonlyMap<string, Made>,
): Values | undefined {
  const entries = Object.entries(news).map(([key, value]) => {
    if (!isUnknown(value)) return [key, value] as const;
    const referred = (references[key] ?? dependsOn).flatMap((urn) => made.get(urn) ?? []);
    const open = referred.filter((one) => !JSON.stringify(value).includes(JSON.stringify(String(referenceTo(one)))));
    const reference = (part: unknown): unknown => {
      const next = part === UNKNOWN_TEXT ? open.shift() : undefined;
      return next === undefined ? part : referenceTo(next);
    };
    return [key, mapped(value, reference)] as const;
  });
  const values = Object.fromEntries(entries);
  return isUnknown(values) ? undefined : values;
}

/** The value by which other resources refer to a resource. */
function referenceTo({ kind, id, outputs }: Made): unknown {
  const keys: Partial<Record<Kind, string>> = {
    IpGroup: "groupId",
    UserGroup: "userGroupId",
    User: "userId",
    ReplicatorProfile: "name",
  };
  const key = keys[kind];
  return (key === undefined ? undefined : outputs[key]) ?? id;
}
