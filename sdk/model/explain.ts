import { pathText, type Steps, type Place } from "./problem";
import { valueOf, type Tree } from "./tree";

/** Origin of a value in a resolved model. */
export interface Explanation {
  /** Path in the model, e.g. `collectors["10.20.0.10"].threshold`. */
  readonly path: string;
  /** The value. */
  readonly value: unknown;
  /** Where it was written. */
  readonly place: Place;
}

/** The explanations of all values in a tree. A list of things without names counts as one value. */
export function explanationsOf(tree: Tree, steps: Steps = []): Explanation[] {
  if (tree.kind !== "branch" || tree.entries.size === 0) {
    return [{ path: pathText(steps), value: valueOf(tree), place: tree.place }];
  }
  return [...tree.entries].flatMap(([key, entry]) => explanationsOf(entry.tree, [...steps, key]));
}
