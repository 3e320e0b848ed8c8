import { Tracer, type TracedObject } from "../../lib/site/trace";
import type { Drawn } from "../picture/drawn";

/** Traces addresses before and after the changes of some objects. Objects without a change are the same in both. */
export function tracersOf(objects: readonly Drawn[]): { readonly before: Tracer; readonly after: Tracer } {
  const inputOf = ({ kind, label, groupId }: Drawn, values: Drawn["values"]): TracedObject => {
    return { kind, label, values, groupId };
  };
  const before = objects.flatMap((one) => (one.exists === "after" ? [] : [inputOf(one, one.before ?? one.values)]));
  const after = objects.flatMap((one) => (one.exists === "before" ? [] : [inputOf(one, one.values)]));
  return { before: new Tracer(before), after: new Tracer(after) };
}
