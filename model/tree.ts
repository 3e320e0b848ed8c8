import type { Place } from "./place";
import type { Step, Steps } from "./path";

/** A value of a model that has no parts. `null` removes what the layers before have set. */
export interface Scalar {
  /** Which of the three forms this is. */
  readonly kind: "scalar";
  /** The value. */
  readonly value: string | number | boolean | null;
  /** Where it was written. */
  readonly place: Place;
  /** What the layers before had in its place, the latest first. */
  readonly earlier: readonly Tree[];
}

/** A list of things without names, which a later layer replaces as a whole. */
export interface List {
  /** Which of the three forms this is. */
  readonly kind: "list";
  /** The things of the list, in order. */
  readonly items: readonly Tree[];
  /** Where it was written. */
  readonly place: Place;
  /** What the layers before had in its place, the latest first. */
  readonly earlier: readonly Tree[];
}

/** A map, or a list of named things by their names. */
export interface Branch {
  /** Which of the three forms this is. */
  readonly kind: "branch";
  /** For a list of named things: the key that holds the name. */
  readonly namedBy?: string;
  /** What it holds, by key or name. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** What a layer removed, by key or name. */
  readonly removed: ReadonlyMap<string, Removal>;
  /** Where it was written. */
  readonly place: Place;
  /** What the layers before had in its place, the latest first. */
  readonly earlier: readonly Tree[];
}

export interface TreeEntry {
  /** Where the key or name is. */
  readonly place: Place;
  /** What is there. */
  readonly tree: Tree;
}

export interface Removal {
  /** Where the `null` is. */
  readonly place: Place;
  /** What was removed. */
  readonly tree: Tree;
}

/** A model, or a part of one, that knows where each of its values comes from. */
export type Tree = Scalar | List | Branch;

/** The scalar of a value. */
export function scalar(value: Scalar["value"], place: Place): Scalar {
  return { kind: "scalar", value, place, earlier: [] };
}

/** A map without anything in it. */
export function emptyBranch(place: Place): Branch {
  return { kind: "branch", entries: new Map(), removed: new Map(), place, earlier: [] };
}

/** True where a list of named things only mentions one that is declared elsewhere. */
export function isMention(tree: Tree): tree is Scalar {
  return tree.kind === "scalar" && tree.value !== null;
}

/** The plain data of a tree: lists of named things are lists again. */
export function valueOf(tree: Tree): unknown {
  switch (tree.kind) {
    case "scalar":
      return tree.value;
    case "list":
      return tree.items.map(valueOf);
    case "branch": {
      const { namedBy } = tree;
      const values = [...tree.entries].map(([key, entry]) => [key, valueOf(entry.tree)] as const);
      if (namedBy === undefined) return Object.fromEntries(values);
      return values.map(([name, value]) => (typeof value === "object" ? { [namedBy]: name, ...value } : value));
    }
  }
}

/** The steps of a path in {@link valueOf} with names in place of the indexes of named things. */
export function namedSteps(tree: Tree, path: readonly PropertyKey[]): Steps {
  const steps: Step[] = [];
  let here: Tree | undefined = tree;
  for (const part of path) {
    const step: Step = nameAt(here, part) ?? (typeof part === "number" ? part : String(part));
    steps.push(step);
    here = here === undefined ? undefined : below(here, step);
  }
  return steps;
}

function nameAt(tree: Tree | undefined, part: PropertyKey): string | undefined {
  if (tree?.kind !== "branch" || tree.namedBy === undefined || typeof part !== "number") return undefined;
  return [...tree.entries.keys()][part];
}

/** What is one step below, if anything is. */
export function below(tree: Tree, step: Step): Tree | undefined {
  if (tree.kind === "list") return tree.items[Number(step)];
  return tree.kind === "branch" ? tree.entries.get(String(step))?.tree : undefined;
}

/** Where the thing at a path is; for one that is missing, where it was removed, or the nearest thing around it. */
export function placeAt(tree: Tree, steps: Steps): Place {
  let { place } = tree;
  let here: Tree | undefined = tree;
  for (const step of steps) {
    if (here.kind === "branch") {
      place = here.entries.get(String(step))?.place ?? here.removed.get(String(step))?.place ?? place;
    }
    here = below(here, step);
    if (here === undefined) return place;
    // A value is where it begins, a thing where its name is.
    if (here.kind !== "branch") ({ place } = here);
  }
  return place;
}
