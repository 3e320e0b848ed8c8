import { parsePath, pathText, type Steps, type Place } from "./problem";
import { below, valueOf, type Branch, type Tree } from "./tree";

/** A value from a layer. */
export interface Given {
  /** Where it was written. */
  readonly place: Place;
  /** The value. */
  readonly value: unknown;
}

/** Origin of a value in a resolved model. */
export interface Explanation {
  /** Path in the model, e.g. `collectors["10.20.0.10"].threshold`. */
  readonly path: string;
  /** The value. Undefined if the last layer that mentions it removed it. */
  readonly value: unknown;
  /** Where it was written, or the place of the `null` that removed it. */
  readonly place: Place;
  /** Whether the last layer that mentions it removed it. */
  readonly removed: boolean;
  /** The values that it replaces or removes, the latest first. */
  readonly replaced: readonly Given[];
}

/** The explanations of all values at and below a path. Undefined if no layer has the path. */
export function explanationsAt(tree: Tree, path: string): readonly Explanation[] | undefined {
  const steps = parsePath(path);
  if (steps === undefined) return undefined;
  let here: Tree = tree;
  for (const [index, step] of steps.entries()) {
    const next = below(here, step);
    if (next === undefined) {
      const isLast = index === steps.length - 1;
      const removal = isLast && here.kind === "branch" ? removalAt(here, String(step), steps) : undefined;
      return removal === undefined ? undefined : [removal];
    }
    here = next;
  }
  return explanationsOf(here, steps);
}

/** The explanations of all values and all removals in a tree. A list of things without names counts as one value. */
export function explanationsOf(tree: Tree, steps: Steps = []): Explanation[] {
  if (tree.kind !== "branch" || tree.entries.size + tree.removed.size === 0) return [ofValue(tree, steps)];
  const values = [...tree.entries].flatMap(([key, entry]) => explanationsOf(entry.tree, [...steps, key]));
  const removals = [...tree.removed.keys()].flatMap((key) => removalAt(tree, key, [...steps, key]) ?? []);
  return [...values, ...removals];
}

function ofValue(tree: Tree, steps: Steps): Explanation {
  return {
    path: pathText(steps),
    value: valueOf(tree),
    place: tree.place,
    removed: false,
    replaced: tree.earlier.map(given),
  };
}

function removalAt(branch: Branch, key: string, steps: Steps): Explanation | undefined {
  const removal = branch.removed.get(key);
  if (removal === undefined) return undefined;
  const replaced = [removal.tree, ...removal.tree.earlier].map(given);
  return { path: pathText(steps), value: undefined, place: removal.place, removed: true, replaced };
}

function given(tree: Tree): Given {
  return { place: tree.place, value: valueOf(tree) };
}
