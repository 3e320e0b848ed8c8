import { mayBeDone } from "../errors/errors";
import type { Live, State } from "../kinds/definition";
import { valueText } from "../values/differences";
import { quoted } from "../values/quoted";
import { at, picked, withoutUndefined, type Values } from "../values/inputs";
import { asDoubtful, stateOutputs } from "../values/origin";
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
  readonly owner: Owner;
  /** The entry of the same resource in the state, while the object is created. */
  readonly former?: () => Owner;
  readonly state?: State<Values, Values>;
}

/** What a kind has reported while its call ran, see {@link Progress}. */
export interface Reports {
  soFar?: AnyLive | undefined;
  begun?: AnyLive | undefined;
  /** Resolves when its requests have ended. */
  ended?: Promise<unknown>;
}

/** What no command knows any more when the entry of an object goes that another resource has. */
export function whatStays({ outputs, doubt }: State<Values, Values>): string {
  const [name, found] = [doubt?.tried?.["name"], at(outputs, "origin.found")];
  const renamed = typeof name === "string" ? ` If its last change renamed it, ${quoted(name)} stays too.` : "";
  return found === undefined ? renamed : ` What it was before, ${valueText(found)}, is not restored any more.`;
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
  return { id: left.id, outputs: asDoubtful(stateOutputs(call, call.definition.named, left, base), tried) };
}
