import { mayBeDone } from "../errors/errors";
import type { Live, State } from "../kinds/definition";
import { picked, withoutUndefined, type Values } from "../values/inputs";
import { asAdopted, asDoubtful, isAdopted } from "../values/origin";
import type { Owner } from "./run";
import type { Attempt } from "./world";

export type AnyLive = Live<Values, Values>;

/** One call of the engine for one resource that may send requests. */
export interface Call extends Attempt {
  readonly what: "create" | "read" | "update" | "delete";
  /** The inputs as the user wrote them. */
  readonly inputs: Values;
  /** Outputs in the state, if the object exists. */
  readonly olds?: Values;
  /** How the registry of the run names the resource. */
  readonly owner: Owner;
  /** What the state knows, for an update. */
  readonly state?: State<Values, Values>;
}

/** What a kind has reported while its call ran, see {@link Progress}. */
export interface Reports {
  soFar?: AnyLive | undefined;
  begun?: AnyLive | undefined;
}

/** Whether a call makes or changes an object. */
export function isChange({ what }: Call): boolean {
  return what === "create" || what === "update";
}

/** Inputs as the user wrote them, overlaid with the actual values if those differ, and the computed outputs. */
export function outputsOf({ definition, inputs, olds }: Call, result: AnyLive, appliance: string): Values {
  const outputs = olds !== undefined && isAdopted(olds) ? asAdopted(result.outputs) : result.outputs;
  const values = withoutUndefined({ ...inputs, ...result.inputs, ...outputs, appliance });
  const { name, origin } = (olds ?? {}) as { name?: string; origin?: { renamedFrom?: string } };
  const renamedFrom = name === values["name"] ? origin?.renamedFrom : name;
  if (definition.named === undefined || renamedFrom === undefined) return values;
  return { ...values, origin: { ...(values["origin"] as object | undefined), renamedFrom } };
}

/** What a failed call leaves in the state, in doubt; undefined if nothing changes in it. */
export function leftBy(
  call: Call,
  error: unknown,
  { soFar, begun }: Reports,
  base: string,
): { id: string; outputs: Values } | undefined {
  const { tries } = call.definition;
  // An unknown outcome leaves the object as it was. What was in doubt stays so: only this run may know why.
  const isUnknown = mayBeDone(error);
  const before = isUnknown || call.state?.doubt !== undefined ? call.state : undefined;
  const left = (isUnknown ? begun : undefined) ?? soFar ?? before;
  if (left === undefined) return undefined;
  const sent = tries && withoutUndefined(picked(call.subject, tries));
  // As long as nothing is known of what an earlier update has sent, the object may still have that.
  const tried = left === before ? (before.doubt?.tried ?? (isUnknown ? sent : undefined)) : sent;
  return { id: left.id, outputs: asDoubtful(outputsOf(call, left, base), tried) };
}
