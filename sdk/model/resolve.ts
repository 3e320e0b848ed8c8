import { kept } from "../../provider/values/collections";
import { quoted } from "../../provider/values/quoted";
import { isMissing, NoText, textOfFile } from "../../provider/values/text-file";
import { crossCheck } from "./checks";
import { faultsIn, below, emptyBranch, placeAt, valueOf, type Tree } from "./tree";
import { type SiteModelLayer, siteModel, type SiteModel } from "./schema";
import { alone, merge } from "./merge";
import { normalise, type Found } from "./normalise";
import type { ModelProblem, Place, Steps } from "./problem";
import { inOrder, ModelError, modelProblemText, pathText, problemAt } from "./problem";
import { ruleForms } from "./short-rules";
import { readValue } from "./read-value";
import { readYaml, type Read } from "./read-yaml";
import { annotatedYaml } from "./render";

/** A layer from values, with a name for messages. */
export interface NamedLayer {
  /** Name in messages and in `explain`. */
  readonly layer: string;
  /** What the layer sets. */
  readonly values: SiteModelLayer;
}

/** A layer from a file, with another name in messages than its path. */
export interface NamedFile {
  /** Name in messages and in `explain`. */
  readonly layer: string;
  /** Path of a YAML or JSON file. */
  readonly file: string;
}

/** A layer whose text was read already. */
export interface NamedText {
  /** Name in messages and in `explain`. */
  readonly layer: string;
  /** YAML or JSON. */
  readonly text: string;
}

/** A layer: the path of a YAML or JSON file, or values; each optionally with a name. */
export type LayerSource = string | SiteModelLayer | NamedLayer | NamedFile | NamedText;

/** Origin of a value in a resolved model. */
export interface Explanation {
  /** Path in the model, e.g. `collectors["10.20.0.10"].threshold`. */
  readonly path: string;
  /** The value. */
  readonly value: unknown;
  /** Where it was written. */
  readonly place: Place;
}

/** A checked site model, merged from its layers. It knows for each value the layer that set it. */
export class ResolvedModel {
  /** The complete model as plain data. */
  readonly model: SiteModel;
  readonly #tree: Tree;

  constructor(
    tree: Tree,
    /** Names of the layers, the most general first. */
    readonly layers: readonly string[],
    /** Remarks about the model that are not mistakes. */
    readonly warnings: readonly ModelProblem[],
  ) {
    this.#tree = tree;
    this.model = valueOf(tree) as SiteModel;
  }

  /**
   * Explains where each value at and below a path comes from, e.g. for `collectors["10.20.0.10"].threshold`; without a
   * path, every value. Empty if the model has nothing at the path.
   */
  explain(path?: string): readonly Explanation[] {
    const all = explanationsOf(this.#tree);
    const isBelow = (one: string, above: string): boolean =>
      one.startsWith(above) && /^(?:$|[.[])/u.test(one.slice(above.length));
    return path === undefined ? all : all.filter((one) => isBelow(one.path, path));
  }

  /** The warnings, one line each. */
  warningTexts(): readonly string[] {
    return this.warnings.map(modelProblemText);
  }

  /** The model as YAML. A comment names the layer and line that set each value. */
  toYaml(): string {
    return annotatedYaml(this.#tree, this.layers);
  }
}

/**
 * Reads layers, the most general first, merges them and checks the result. No appliance is contacted. Throws a {@link
 * ModelError} with all mistakes at once.
 */
export function loadModel(sources: readonly LayerSource[]): ResolvedModel {
  const { resolved, problems } = checkModel(sources);
  if (resolved === undefined) throw new ModelError(problems);
  return resolved;
}

/** Result of {@link checkModel}. */
export interface CheckedModel {
  /** Undefined if there are mistakes. */
  readonly resolved: ResolvedModel | undefined;
  /** Mistakes, then warnings, in the order of layers and lines. */
  readonly problems: readonly ModelProblem[];
}

/** Like {@link loadModel}, but returns the problems instead of throwing. `read`: the layers that were read already. */
export function checkModel(sources: readonly LayerSource[], read = new Map<LayerSource, Layer>()): CheckedModel {
  const layers = sources.map(layerName);
  const problems: ModelProblem[] = [];
  const report = (found: Found): void => void problems.push(problemAt(found.place, found));
  let isRead = true;
  let tree: Tree = emptyBranch({ layer: layers[0] ?? "" });
  for (const [index, source] of sources.entries()) {
    const layer = kept(read, source, () => layerOf(layers[index] ?? "", source));
    isRead &&= layer.isRead;
    problems.push(...layer.problems);
    tree = index === 0 ? alone(layer.tree, report) : merge(tree, layer.tree, report);
  }
  // Missing values of an unreadable file are no mistakes and warnings of the other files.
  const all = isRead ? [...problems, ...problemsOf(tree)] : problems.filter(({ severity }) => severity === "error");
  const sorted = inOrder(all, layers);
  const isSound = sorted.every(({ severity }) => severity === "warning");
  return { resolved: isSound ? new ResolvedModel(tree, layers, sorted) : undefined, problems: sorted };
}

/** The problems of a merged model: of each value, then of the combination. */
function problemsOf(tree: Tree): ModelProblem[] {
  const value = valueOf(tree);
  const faults = faultsIn(tree, siteModel).map(({ steps, message }) => {
    const at = steps.reduce<Tree | undefined>((here, step) => here && below(here, step), tree);
    return problemAt(placeAt(tree, steps), { severity: "error", steps, message: inLayer(message, steps, at) });
  });
  const findings = crossCheck(value).map((finding) => problemAt(placeAt(tree, finding.steps), finding));
  return [...faults, ...findings];
}

/** The explanations of all values in a tree. A list of things without names counts as one value. */
function explanationsOf(tree: Tree, steps: Steps = []): Explanation[] {
  if (tree.kind !== "branch" || tree.entries.size === 0) {
    return [{ path: pathText(steps), value: valueOf(tree), place: tree.place }];
  }
  return [...tree.entries].flatMap(([key, entry]) => explanationsOf(entry.tree, [...steps, key]));
}

/** YAML 1.1 parsed these words as true and false; current YAML parses them as text. */
const flagWords: ReadonlyMap<unknown, boolean> = new Map(
  Object.entries({ yes: true, on: true, true: true, no: false, off: false, false: false }),
);

/** A schema's message for a text, with the correct spelling if the text looks like a flag or a rule. */
function inLayer(message: string, steps: Steps, at: Tree | undefined): string {
  if (at?.kind !== "scalar") return message;
  if (message.startsWith("must be an object") && (steps.at(-1) === "rule" || steps.at(-2) === "rules")) {
    return `${quoted(String(at.value))} is not a rule: it ${ruleForms}`;
  }
  const flag = message.startsWith("must be a boolean") ? flagWords.get(String(at.value).toLowerCase()) : undefined;
  return flag === undefined ? message : `${message}: write ${String(flag)}`;
}

/** A layer with its problems, and whether it could be read at all. */
export type Layer = Read & { readonly isRead: boolean };

/** A layer in its normal form. */
function layerOf(name: string, source: LayerSource): Layer {
  const { tree, problems } = readLayer(name, source);
  const all = [...problems];
  const normal = normalise(tree, siteModel, (found) => void all.push(problemAt(found.place, found)));
  return { tree: normal, problems: all, isRead: problems.length === 0 };
}

function readLayer(name: string, source: LayerSource): Read {
  if (typeof source === "string") return readFile(name, source);
  if (!isNamed(source)) return readValue(name, source);
  if ("file" in source) return readFile(name, source.file);
  if (!("text" in source)) return readValue(name, source.values);
  return readYaml(name, source.text);
}

function readFile(name: string, path: string): Read {
  try {
    return readYaml(name, textOfFile(path));
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    const message = isMissing(error) ? "the file does not exist" : `the file ${error.message}`;
    const place = { layer: name };
    return { tree: emptyBranch(place), problems: [{ severity: "error", place, path: "", message }] };
  }
}

function layerName(source: LayerSource, index: number): string {
  if (typeof source === "string") return source;
  return isNamed(source) ? source.layer : `layer ${String(index + 1)}`;
}

function isNamed(source: Exclude<LayerSource, string>): source is NamedLayer | NamedFile | NamedText {
  return "layer" in source && ("values" in source || "file" in source || "text" in source);
}
