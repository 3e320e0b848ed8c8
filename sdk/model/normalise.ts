import { z } from "#zod";
import { nameKeyOf, schemaBelow } from "./named";
import { isRule, longRule } from "./short-rules";
import { type Finding, type Steps, placeText, type Place } from "./problem";
import { isMention, type Branch, type TreeEntry, type List, type Tree } from "./tree";

/** A finding with its place. */
export type Found = Finding & { readonly place: Place };

/** Converts a list of named objects, or a map by name, to the map. Reports missing and duplicate names. */
export function normalise(
  tree: Tree,
  schema: z.core.$ZodType | undefined,
  report: (found: Found) => void,
  steps: Steps = [],
): Tree {
  if (isRule(schema)) return longRule(tree);
  if (schema === undefined || tree.kind === "scalar") return tree;
  const namedBy = nameKeyOf(schema);
  if (namedBy !== undefined) return named(tree, schema, { namedBy, report, steps });
  if (tree.kind === "list") {
    const below = schemaBelow(schema);
    if (!isRule(below)) return tree;
    return { ...tree, items: tree.items.map((item, index) => normalise(item, below, report, [...steps, index])) };
  }
  const entries = [...tree.entries].map(([key, entry]): [string, TreeEntry] => {
    const below = normalise(entry.tree, schemaBelow(schema, key), report, [...steps, key]);
    return [key, { ...entry, tree: below }];
  });
  return { ...tree, entries: new Map(entries) };
}

interface Context {
  readonly namedBy: string;
  readonly report: (found: Found) => void;
  readonly steps: Steps;
}

function named(tree: List | Branch, list: z.core.$ZodType, context: Context): Branch {
  const { namedBy, report, steps } = context;
  const listed = tree.kind === "list" ? itemsOf(tree, list, context) : thingsOf(tree, context);
  const entries = new Map<string, TreeEntry>();
  for (const [name, entry] of listed) {
    const first = entries.get(name);
    if (first !== undefined) {
      const message = `is listed twice, first at ${placeText(first.place)}: remove one of them, or merge them`;
      report({ severity: "error", steps: [...steps, name], message, place: entry.place });
      continue;
    }
    const rest = withoutName(entry.tree, name, { ...context, steps: [...steps, name] });
    const below = normalise(rest, schemaBelow(list), report, [...steps, name]);
    entries.set(name, { ...entry, tree: below });
  }
  return { kind: "branch", namedBy, entries, removed: new Map(), place: tree.place };
}

/** The items of a list by their names. Items without a name are reported and left out. */
function itemsOf(tree: List, list: z.core.$ZodType, { namedBy, report, steps }: Context): [string, TreeEntry][] {
  // An item may be only the name of a thing that is declared elsewhere.
  const mentions = schemaBelow(list) instanceof z.ZodUnion;
  return tree.items.flatMap((item, index): [string, TreeEntry][] => {
    if (mentions && isMention(item)) return [[String(item.value), { place: item.place, tree: item }]];
    const fault = (message: string, place: Place): [] => {
      report({ severity: "error", steps: [...steps, index], message, place });
      return [];
    };
    if (item.kind !== "branch") return fault(`must be an object with "${namedBy}"`, item.place);
    const name = item.entries.get(namedBy);
    if (name === undefined) return fault(`needs "${namedBy}", which identifies it in every layer`, item.place);
    if (name.tree.kind !== "scalar" || typeof name.tree.value !== "string") {
      return fault(`"${namedBy}" must be text: write it in quotation marks`, name.place);
    }
    return [[name.tree.value, { place: name.tree.place, tree: item }]];
  });
}

/** The things in a map by name. */
function thingsOf(tree: Branch, { report, steps }: Context): [string, TreeEntry][] {
  return [...tree.entries].filter(([name, { tree: thing }]) => {
    const isThing = thing.kind === "branch" || (thing.kind === "scalar" && thing.value === null);
    const message = "must be an object, or null to remove it";
    if (!isThing) report({ severity: "error", steps: [...steps, name], message, place: thing.place });
    return isThing;
  });
}

/** A named thing without its name. In a map by name, a name inside the thing must equal the key. */
function withoutName(tree: Tree, name: string, { namedBy, report, steps }: Context): Tree {
  if (tree.kind !== "branch") return tree;
  const entries = new Map(tree.entries);
  const inside = entries.get(namedBy);
  entries.delete(namedBy);
  if (inside !== undefined && !(inside.tree.kind === "scalar" && inside.tree.value === name)) {
    const message = `must be left out or equal "${name}", the name of its key`;
    report({ severity: "error", steps: [...steps, namedBy], message, place: inside.place });
  }
  return { ...tree, entries };
}
