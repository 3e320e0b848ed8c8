import { redact } from "../../provider/values/secret";
import { counted } from "../../provider/values/quoted";

/** A mistake in a model, or a warning, which does not prevent its use. */
export interface ModelProblem {
  /** Whether the model cannot be used (`error`) or may be wrong (`warning`). */
  readonly severity: "error" | "warning";
  /** Where it was written. */
  readonly place: Place;
  /** Path in the model, e.g. `collectors["10.20.0.10"].threshold`; empty for the whole model. */
  readonly path: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

/** Finding of a check, with its path in the model. */
export interface Finding {
  readonly severity: "error" | "warning";
  readonly steps: Steps;
  readonly message: string;
}

/** A finding with its place. */
export function problemAt(place: Place, { steps, ...finding }: Finding): ModelProblem {
  return { ...finding, place, path: pathText(steps) };
}

/** One line per problem: `sites/paris.yaml:12:7: collectors["10.20.0.10"].treshold: unknown key ...`. */
export function modelProblemText({ severity, place, path, message }: ModelProblem): string {
  const parts = [placeText(place), severity === "warning" ? "warning" : "", path, message];
  return redact(parts.filter((part) => part !== "").join(": "));
}

/** Errors first; then by file in the order of the layers, from top to bottom. */
export function inOrder(problems: readonly ModelProblem[], layers: readonly string[]): ModelProblem[] {
  const rank = ({ severity, place }: ModelProblem): readonly number[] => [
    severity === "error" ? 0 : 1,
    layers.indexOf(place.layer),
    place.line ?? 0,
    place.column ?? 0,
  ];
  return [...problems].sort((first, second) => {
    const [a, b] = [rank(first), rank(second)];
    return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}

/** The numbers of errors and warnings as text: `2 mistakes, 1 warning`. */
export function countsText(problems: readonly Pick<ModelProblem, "severity">[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warned = problems.length - errors;
  const mistakes = errors === 0 ? "no mistakes" : counted(errors, "mistake");
  return warned === 0 ? mistakes : `${mistakes}, ${counted(warned, "warning")}`;
}

/** Thrown for a model, or a file that names models, with mistakes. The message holds every mistake, one per line. */
export class ModelError extends Error {
  constructor(
    /** All mistakes and warnings. */
    readonly problems: readonly ModelProblem[],
    { isOfModel = true } = {},
  ) {
    const count = problems.filter(({ severity }) => severity === "error").length;
    const title = `The site model has ${count === 1 ? "a mistake" : `${String(count)} mistakes`}; no appliance was contacted:`;
    const lines = problems.map(modelProblemText);
    super((isOfModel ? [title, ...lines.map((one) => `  ${one}`)] : lines).join("\n"));
    this.name = "ModelError";
  }
}

/** Where a value of a model was written. */
export interface Place {
  /** Name of the layer: the path of its file, or the name that a program gave it. */
  readonly layer: string;
  /** Line of the file, from 1. Unset for a layer from a program. */
  readonly line?: number;
  /** Column of the file, from 1. Unset for a layer from a program. */
  readonly column?: number;
}

/** A place in the form of editors and compilers: `sites/paris.yaml:12:7`. */
export function placeText({ layer, line, column }: Place): string {
  return [layer, line, column].filter((part) => part !== undefined).join(":");
}

/** A place without the column, for text that is only read. */
export function lineText({ layer, line }: Place): string {
  return placeText(line === undefined ? { layer } : { layer, line });
}

/** One step of a path: a key or the name of a thing, or the index of something without a name. */
export type Step = string | number;

/** A path in a model, e.g. `["collectors", "10.20.0.10", "threshold"]`. */
export type Steps = readonly Step[];

const PLAIN = /^[A-Za-z_][\w-]*$/u;

/** A path as text for people: `collectors["10.20.0.10"].threshold`. */
export function pathText(steps: Steps): string {
  return steps.map((step, index) => stepText(step, index === 0)).join("");
}

function stepText(step: Step, first: boolean): string {
  if (typeof step === "number") return `[${String(step)}]`;
  if (!PLAIN.test(step)) return `[${JSON.stringify(step)}]`;
  return first ? step : `.${step}`;
}
