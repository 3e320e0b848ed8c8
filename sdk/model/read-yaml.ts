import type { Alias, Document, Node, Pair } from "yaml";
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { emptyBranch, scalar, type TreeEntry, type Tree } from "./tree";
import type { Place, ModelProblem } from "./problem";

/** With aliases, a small file can become an endless model. No sensible one writes out this many values with them. */
const MOST_WRITTEN = 100_000;

/** Result of reading a layer. */
export interface Read {
  readonly tree: Tree;
  readonly problems: readonly ModelProblem[];
}

/** Reads a layer from YAML (which includes JSON), with line and column of each value. */
export function readYaml(layer: string, text: string): Read {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { layer, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const start = { layer, line: 1, column: 1 };
  const errors = document.errors.map(({ message, pos: [offset] }) => problem(placeOf(offset), plain(message)));
  // An empty file is a layer that sets nothing.
  if (errors.length > 0 || document.contents === null) return { tree: emptyBranch(start), problems: errors };
  const reader = new Reader(document, placeOf);
  const tree = reader.read(document.contents, start);
  const isNothing = tree.kind === "scalar" && tree.value === null;
  return isNothing ? { tree: emptyBranch(start), problems: [] } : { tree, problems: reader.problems };
}

function problem(place: Place, message: string): ModelProblem {
  return { severity: "error", place, path: "", message };
}

/** The parser's message without the excerpt of the file that follows it, which may contain anything. */
function plain(message: string): string {
  return message.split(/\n| at line \d+|; please use /u)[0] ?? message;
}

class Reader {
  readonly problems: ModelProblem[] = [];
  /** What aliases write out at the moment. */
  readonly #open = new Set<unknown>();
  /** Number of values that aliases have written out. */
  #written = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly placeOf: (offset: number) => Place,
  ) {}

  read(node: unknown, around: Place): Tree {
    const place = this.#place(node, around);
    if (isAlias(node)) return this.#target(node, place);
    if (this.#open.size > 0) this.#written += 1;
    if (isSeq(node)) return { kind: "list", items: node.items.map((item) => this.read(item, place)), place };
    if (isMap(node)) return { ...emptyBranch(place), entries: this.#entries(node.items, place) };
    const value = isScalar(node) ? node.value : null;
    if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      return scalar(value, place);
    }
    return this.#refused(place, "must be text, a number, true, false or null: a model is plain data");
  }

  #target(node: Alias, place: Place): Tree {
    const target = node.resolve(this.document);
    if (target === undefined) return this.#refused(place, `no anchor &${node.source} stands before it`);
    if (this.#open.has(target)) return this.#refused(place, `*${node.source} contains itself`);
    if (this.#written > MOST_WRITTEN) return this.#tooMuch(place);
    this.#open.add(target);
    const tree = this.read(target, place);
    this.#open.delete(target);
    return tree;
  }

  /** Reported once: each further alias adds to it. */
  #tooMuch(place: Place): Tree {
    const message = "aliases write out more than 100,000 values: write a layer for what is shared";
    return this.problems.some((one) => one.message === message) ? scalar(null, place) : this.#refused(place, message);
  }

  #entries(pairs: readonly Pair[], around: Place): Map<string, TreeEntry> {
    const entries = new Map<string, TreeEntry>();
    for (const { key, value } of pairs) {
      const place = this.#place(key, around);
      // Numbers as keys, e.g. ids, are names too.
      if (isScalar(key)) entries.set(String(key.source ?? key.value), { place, tree: this.read(value, place) });
      else this.#refused(place, "a key must be text");
    }
    return entries;
  }

  #refused(place: Place, message: string): Tree {
    this.problems.push(problem(place, message));
    return scalar(null, place);
  }

  #place(node: unknown, around: Place): Place {
    const range = (node as Node | null)?.range;
    return range === undefined || range === null ? around : this.placeOf(range[0]);
  }
}
