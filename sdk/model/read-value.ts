import { emptyBranch, scalar, type TreeEntry, type Tree } from "./tree";
import { type ModelProblem, pathText, type Steps } from "./problem";
import type { Read } from "./read-yaml";

/** Deeper than any model. Values that contain themselves exceed it. */
const DEEPEST = 100;

/** Reads a layer from the values of a program. */
export function readValue(layer: string, value: unknown): Read {
  const place = { layer };
  const problems: ModelProblem[] = [];

  const read = (part: unknown, steps: Steps): Tree => {
    if (steps.length > DEEPEST)
      return refused(steps.slice(0, 3), "contains itself, or is nested more than 100 levels deep");
    if (part === null || typeof part === "string" || typeof part === "boolean") return scalar(part, place);
    if (typeof part === "number" && Number.isFinite(part)) return scalar(part, place);
    if (Array.isArray(part)) {
      return { kind: "list", items: part.map((item, index) => read(item, [...steps, index])), place };
    }
    if (!isPlainObject(part)) return refused(steps, faultOf(part));
    const entries = Object.entries(part).flatMap(([key, item]): [string, TreeEntry][] =>
      item === undefined ? [] : [[key, { place, tree: read(item, [...steps, key]) }]],
    );
    return { ...emptyBranch(place), entries: new Map(entries) };
  };
  const refused = (steps: Steps, message: string): Tree => {
    problems.push({ severity: "error", place, path: pathText(steps), message });
    return emptyBranch(place);
  };

  return { tree: read(value, []), problems };
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null || isOutput(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isOutput(value: object): boolean {
  return "__pulumiOutput" in value;
}

function faultOf(value: unknown): string {
  return typeof value === "object" && value !== null && isOutput(value)
    ? "is an output, whose value is not known in time: a model is plain data. Declare this object outside the template"
    : "must be text, a number, true, false, null, a list or an object: a model is plain data";
}
