import { ApplianceError } from "../../provider/errors/errors";
import { Refusal } from "../../provider/errors/refusal";
import type { Values } from "../../provider/values/inputs";
import type { Kinds } from "../../lib/site/kinds";
import { filled, type Made, type PlannedStep } from "./steps";

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
  if (error instanceof Refusal || error instanceof ApplianceError) return error.message;
  throw error;
}

async function after(before: readonly Promise<boolean>[], work: () => Promise<boolean>): Promise<boolean> {
  const ready = await Promise.all(before);
  return ready.every((one) => one) && (await work());
}

/** Dependents come before their dependencies. */
function inDeletionOrder(steps: readonly PlannedStep[]): PlannedStep[] {
  const byUrn = new Map(steps.map((step) => [step.urn, step]));
  const order = new Set<PlannedStep>();
  const place = (step: PlannedStep): void => {
    for (const urn of step.dependsOn) {
      const below = byUrn.get(urn);
      if (below !== undefined && !order.has(below)) place(below);
    }
    order.add(step);
  };
  for (const step of steps) place(step);
  return [...order].reverse();
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
