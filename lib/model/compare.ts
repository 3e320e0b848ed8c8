import { isDeepStrictEqual } from "node:util";
import type { ResolvedModel } from "./resolve";

/** A value that differs between two models. Undefined in a model that has no value at the path. */
export interface ModelChange {
  /** Path in the model, e.g. `collectors["10.20.0.10"].threshold`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** All values that differ, in the order of the later model, followed by those that only the earlier one has. */
export function changesBetween(before: ResolvedModel | undefined, after: ResolvedModel | undefined): ModelChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path), after: now.get(path) };
    return isDeepStrictEqual(change.before, change.after) ? [] : [change];
  });
}

function valuesOf(model: ResolvedModel | undefined): ReadonlyMap<string, unknown> {
  const values = model?.explain()?.filter(({ removed }) => !removed) ?? [];
  return new Map(values.map(({ path, value }) => [path, value]));
}
