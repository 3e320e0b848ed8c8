import { isMisspelling } from "../../provider/values/misspelling";
import { quoted, nearWord } from "../../provider/values/quoted";
import type { Found } from "./normalise";
import type { Steps } from "./problem";
import { emptyBranch, isMention, type Branch, type TreeEntry, type Tree } from "./tree";
import { present } from "../../provider/values/collections";

type Report = (found: Found) => void;

/**
 * Merges a layer over the result of the earlier layers. Maps and lists of named things merge by key and name;
 * everything else is replaced; `null` removes. A `null` that removes nothing is a warning, since it is usually a
 * misspelt name.
 */
export function merge(lower: Tree, upper: Tree, report: Report, steps: Steps = []): Tree {
  if (upper.kind !== "branch") return isMention(upper) && lower.kind === "branch" ? lower : upper;
  const base = lower.kind === "branch" && lower.namedBy === upper.namedBy ? lower : emptyBranch(upper.place);
  return mergeEntries(base, upper, report, steps);
}

/** A layer on its own, merged over nothing: without the `null`s inside, which remove nothing. */
export function alone(tree: Tree, report: Report, steps: Steps = []): Tree {
  return tree.kind === "branch" ? mergeEntries(emptyBranch(tree.place), tree, report, steps) : tree;
}

function mergeEntries(lower: Branch, upper: Branch, report: Report, steps: Steps): Branch {
  const entries = new Map(lower.entries);
  const removed = new Map(lower.removed);
  for (const [key, entry] of upper.entries) {
    const path = [...steps, key];
    const before = entries.get(key);
    if (entry.tree.kind === "scalar" && entry.tree.value === null) {
      if (before === undefined) report(nothingToRemove(key, entry, path, [...lower.entries.keys()]));
      else removed.set(key, entry.tree.place);
      entries.delete(key);
      continue;
    }
    if (before === undefined) reportNearName(key, entry, { lower, upper, report, steps: path });
    const tree = before === undefined ? alone(entry.tree, report, path) : merge(before.tree, entry.tree, report, path);
    entries.set(key, { place: before?.place ?? entry.place, tree });
    removed.delete(key);
  }
  return { ...lower, ...present({ namedBy: upper.namedBy }), entries, removed };
}

/** Warns about a name similar to one in an earlier layer: it is usually misspelt, and would declare a new thing. */
function reportNearName(
  key: string,
  { place }: TreeEntry,
  { lower, upper, report, steps }: { lower: Branch; upper: Branch; report: Report; steps: Steps },
): void {
  if (upper.namedBy !== "name") return;
  const others = [...lower.entries.keys()].filter((name) => !upper.entries.has(name));
  const near = others.find((name) => isMisspelling(key, name));
  if (near === undefined) return;
  const message =
    `declares a new ${quoted(key)}, but an earlier layer has ${quoted(near)}: correct the name if you meant that ` +
    "one";
  report({ severity: "warning", steps, message, place });
}

function nothingToRemove(key: string, { place }: TreeEntry, steps: Steps, known: readonly string[]): Found {
  const near = nearWord(key, known);
  const message = `null removes nothing: no earlier layer sets it${near === undefined ? "" : `; did you mean "${near}"?`}`;
  return { severity: "warning", steps, message, place };
}
