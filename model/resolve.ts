import { readFileSync } from "node:fs";
import { quoted } from "../provider/values/quoted";
import { crossCheck } from "./checks/all";
import { faultsIn } from "./faults";
import { explanationsAt, explanationsOf, type Explanation } from "./explain";
import type { SiteModelLayer } from "./layer";
import { alone, merge } from "./merge";
import { normalise, type Found } from "./normalise";
import { inOrder, ModelError, modelProblemText, problemAt, type ModelProblem } from "./problem";
import { ruleForms } from "./short-rules";
import type { Steps } from "./path";
import { readValue } from "./read-value";
import { readYaml, type Read } from "./read-yaml";
import { annotatedYaml } from "./render";
import { siteModel, type SiteModel } from "./schema";
import { below, emptyBranch, placeAt, valueOf, type Tree } from "./tree";

/** A layer that a program made, with a name of its own for messages. */
export interface NamedLayer {
  /** What messages and `explain` call it. */
  readonly layer: string;
  /** What the layer sets. */
  readonly values: SiteModelLayer;
}

/** A file that messages call by another name than its path. */
export interface NamedFile {
  /** What messages and `explain` call it. */
  readonly layer: string;
  /** Path of a YAML or JSON file. */
  readonly file: string;
}

/** A layer whose text was read already; undefined where there is no such file. */
export interface NamedText {
  /** What messages and `explain` call it. */
  readonly layer: string;
  /** YAML or JSON. */
  readonly text: string | undefined;
}

/** A layer: the path of a YAML or JSON file, or values; each of them perhaps with a name. */
export type LayerSource = string | SiteModelLayer | NamedLayer | NamedFile | NamedText;

/** A site model put together from its layers and checked, which knows for each value the layer that set it. */
export class ResolvedModel {
  /** The complete model as plain data. */
  readonly model: SiteModel;
  readonly #tree: Tree;

  constructor(
    tree: Tree,
    /** Names of the layers, the most general first. */
    readonly layers: readonly string[],
    /** What is worth a look, but no mistake. */
    readonly warnings: readonly ModelProblem[],
  ) {
    this.#tree = tree;
    this.model = valueOf(tree) as SiteModel;
  }

  /**
   * Where each value at and below a path comes from, and what it replaced, e.g. of
   * `collectors["10.20.0.10"].threshold`. Without a path: of every value. Undefined where no layer has such a path.
   */
  explain(path?: string): readonly Explanation[] | undefined {
    return path === undefined ? explanationsOf(this.#tree) : explanationsAt(this.#tree, path);
  }

  /** The warnings, a line each. */
  warningTexts(): readonly string[] {
    return this.warnings.map(modelProblemText);
  }

  /** The model as YAML, each value with the layer and line that set it as a comment. */
  toYaml(): string {
    return annotatedYaml(this.#tree, this.layers);
  }
}

/**
 * Reads layers, the most general first, puts them together and checks the whole. Nothing is contacted. Throws a
 * {@link ModelError} with every mistake at once.
 */
export function loadModel(sources: readonly LayerSource[]): ResolvedModel {
  const { resolved, problems } = checkModel(sources);
  if (resolved === undefined) throw new ModelError(problems);
  return resolved;
}

/** What {@link checkModel} found. */
export interface CheckedModel {
  /** Undefined where there are mistakes. */
  readonly resolved: ResolvedModel | undefined;
  /** Mistakes and warnings, in the order of layers and lines. */
  readonly problems: readonly ModelProblem[];
}

/** The same without an error: what is wrong is given back. */
export function checkModel(sources: readonly LayerSource[]): CheckedModel {
  const layers = sources.map(layerName);
  const problems: ModelProblem[] = [];
  const report = (found: Found): void => void problems.push(problemAt(found.place, found));
  let isRead = true;
  let tree: Tree = emptyBranch({ layer: layers[0] ?? "" });
  for (const [index, source] of sources.entries()) {
    const read = readLayer(layers[index] ?? "", source);
    isRead &&= read.problems.length === 0;
    problems.push(...read.problems);
    const layer = normalise(read.tree, siteModel, report);
    tree = index === 0 ? alone(layer, report) : merge(tree, layer, report);
  }
  // What a file that cannot be read would have set is no mistake of the others.
  if (isRead) problems.push(...problemsOf(tree));
  const sorted = inOrder(problems, layers);
  const isSound = sorted.every(({ severity }) => severity === "warning");
  return { resolved: isSound ? new ResolvedModel(tree, layers, sorted) : undefined, problems: sorted };
}

/** What is wrong with a model that is put together: each value by itself, then all of them together. */
function problemsOf(tree: Tree): ModelProblem[] {
  const value = valueOf(tree);
  const faults = faultsIn(tree, siteModel).map(({ steps, message }) => {
    const at = steps.reduce<Tree | undefined>((here, step) => here && below(here, step), tree);
    return problemAt(placeAt(tree, steps), { severity: "error", steps, message: inLayer(message, steps, at) });
  });
  const findings = crossCheck(value).map((finding) => problemAt(placeAt(tree, finding.steps), finding));
  return [...faults, ...findings];
}

/** YAML 1.1 read these words as true and false; today's YAML reads them as text. */
const flagWords: ReadonlyMap<unknown, boolean> = new Map(
  Object.entries({ yes: true, on: true, true: true, no: false, off: false, false: false }),
);

/** What a schema says of a text, with what to write where the text is meant as a flag or as a rule. */
function inLayer(message: string, steps: Steps, at: Tree | undefined): string {
  if (at?.kind !== "scalar") return message;
  if (message.startsWith("must be an object") && (steps.at(-1) === "rule" || steps.at(-2) === "rules")) {
    return `${quoted(String(at.value))} is not a rule: it ${ruleForms}`;
  }
  const flag = message.startsWith("must be a boolean") ? flagWords.get(String(at.value).toLowerCase()) : undefined;
  return flag === undefined ? message : `${message}: write ${String(flag)}`;
}

function readLayer(name: string, source: LayerSource): Read {
  if (typeof source === "string") return readFile(name, source);
  if (!isNamed(source)) return readValue(name, source);
  if ("file" in source) return readFile(name, source.file);
  if (!("text" in source)) return readValue(name, source.values);
  return source.text === undefined ? unread(name, "the file does not exist") : readYaml(name, source.text);
}

function readFile(name: string, path: string): Read {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return unread(name, `the file ${code === "ENOENT" ? "does not exist" : `cannot be read: ${code}`}`);
  }
  return readYaml(name, text);
}

function unread(layer: string, message: string): Read {
  return { tree: emptyBranch({ layer }), problems: [{ severity: "error", place: { layer }, path: "", message }] };
}

function layerName(source: LayerSource, index: number): string {
  if (typeof source === "string") return source;
  return isNamed(source) ? source.layer : `layer ${String(index + 1)}`;
}

function isNamed(source: Exclude<LayerSource, string>): source is NamedLayer | NamedFile | NamedText {
  return "layer" in source && ("values" in source || "file" in source || "text" in source);
}
