import type { Place, Step, Steps, Finding } from "./problem";
import type { z } from "#zod";
import { faultsOf } from "../../provider/values/schema";

/** A single value of a model. `null` removes the value of earlier layers. */
export interface Scalar {
  /** Which of the three forms this is. */
  readonly kind: "scalar";
  /** The value. */
  readonly value: string | number | boolean | null;
  /** Where it was written. */
  readonly place: Place;
}

/** A list of things without names, which a later layer replaces as a whole. */
export interface List {
  /** Which of the three forms this is. */
  readonly kind: "list";
  /** The items, in order. */
  readonly items: readonly Tree[];
  /** Where it was written. */
  readonly place: Place;
}

/** A map, or a list of named things by their names. */
export interface Branch {
  /** Which of the three forms this is. */
  readonly kind: "branch";
  /** For a list of named things: the key that holds the name. */
  readonly namedBy?: string;
  /** Its entries, by key or name. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** The places of each `null` that removed an entry, by key or name. */
  readonly removed: ReadonlyMap<string, Place>;
  /** Where it was written. */
  readonly place: Place;
}

export interface TreeEntry {
  /** Place of the key or name. */
  readonly place: Place;
  /** The value. */
  readonly tree: Tree;
}

/** A model, or a part of one, that records where each of its values comes from. */
export type Tree = Scalar | List | Branch;

/** A scalar with this value. */
export function scalar(value: Scalar["value"], place: Place): Scalar {
  return { kind: "scalar", value, place };
}

/** An empty map. */
export function emptyBranch(place: Place): Branch {
  return { kind: "branch", entries: new Map(), removed: new Map(), place };
}

/** True if an item in a list of named things is only the name of a thing that is declared elsewhere. */
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

/** The steps of a path in {@link valueOf}, with names in place of the indexes of named things. */
function namedSteps(tree: Tree, path: readonly PropertyKey[]): Steps {
  let here: Tree | undefined = tree;
  return path.map((part): Step => {
    const names = here?.kind === "branch" && here.namedBy !== undefined ? [...here.entries.keys()] : [];
    const step = typeof part === "number" ? (names[part] ?? part) : String(part);
    here = here && below(here, step);
    return step;
  });
}

/** The tree one step below, if there is one. */
export function below(tree: Tree, step: Step): Tree | undefined {
  if (tree.kind === "list") return tree.items[Number(step)];
  return tree.kind === "branch" ? tree.entries.get(String(step))?.tree : undefined;
}

/** Place of the thing at a path. For a missing thing, the place of its removal, or of the nearest thing around it. */
export function placeAt(tree: Tree, steps: Steps): Place {
  let { place } = tree;
  let here: Tree | undefined = tree;
  for (const step of steps) {
    const isInList: boolean = here.kind === "list";
    if (here.kind === "branch") {
      place = here.entries.get(String(step))?.place ?? here.removed.get(String(step)) ?? place;
    }
    here = below(here, step);
    if (here === undefined) return place;
    // The place of a value is its beginning; that of a thing is its name.
    if (here.kind !== "branch" || isInList) ({ place } = here);
  }
  return place;
}

/** Every fault that a schema finds in a tree, by its path with names. */
export function faultsIn(tree: Tree, schema: z.ZodType): Finding[] {
  return faultsOf(schema, valueOf(tree)).map(({ steps, message, key }) => {
    return { severity: "error", steps: namedSteps(tree, key === undefined ? steps : [...steps, key]), message };
  });
}
