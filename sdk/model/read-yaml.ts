import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Alias,
  type Document,
  type Node,
  type Pair,
} from "yaml";
import { emptyBranch, scalar, type TreeEntry, type List, type Scalar, type Tree } from "./tree";
import type { Place, ModelProblem } from "./problem";

/** With aliases, a small file can expand to an endless model. No sensible one has this many values through aliases. */
const MOST_ALIASED = 100_000;

/** Result of reading a layer. */
export interface Read {
  readonly tree: Tree;
  readonly problems: readonly ModelProblem[];
}

/** Reads a layer from YAML (which includes JSON), with line and column of each value. */
export function readYaml(layer: string, text: string): Read {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { layer, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const start = { layer, line: 1, column: 1 };
  const errors = document.errors.map(({ message, pos: [offset] }) => problem(placeOf(offset), plain(message)));
  if (errors.length > 0) return { tree: emptyBranch(start), problems: errors };
  const reader = new Reader(document, placeOf);
  // An empty file is a layer that sets nothing.
  const tree = document.contents === null ? emptyBranch(start) : reader.read(document.contents, start);
  if (reader.isEndless) {
    return {
      tree: emptyBranch(start),
      problems: [problem(start, "its aliases expand to more than 100,000 values: write the values out")],
    };
  }
  return isNothing(tree) ? { tree: emptyBranch(start), problems: [] } : { tree, problems: reader.problems };
}

function isNothing(tree: Tree): boolean {
  return tree.kind === "scalar" && tree.value === null;
}

function problem(place: Place, message: string): ModelProblem {
  return { severity: "error", place, path: "", message };
}

/** The parser's message without the excerpt of the file that follows it, which may contain anything. */
function plain(message: string): string {
  return message.split(/ at line \d+/u)[0] ?? message;
}

class Reader {
  readonly problems: ModelProblem[] = [];
  /** The maps and lists around the current value. */
  readonly #open = new Set<unknown>();
  /** Number of nested aliases around the current value. */
  #aliases = 0;
  /** Number of values read through an alias. */
  #aliased = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly placeOf: (offset: number) => Place,
  ) {}

  /** True if reading stopped early. */
  get isEndless(): boolean {
    return this.#aliased > MOST_ALIASED;
  }

  read(node: unknown, around: Place): Tree {
    const place = this.#place(node, around);
    if (this.#aliases > 0) this.#aliased += 1;
    if (this.isEndless) return scalar(null, place);
    if (isAlias(node)) return this.#alias(node, place);
    if (!isMap(node) && !isSeq(node)) return this.#scalar(isScalar(node) ? node.value : null, place);
    this.#open.add(node);
    const tree = isSeq(node)
      ? this.#list(node.items, place)
      : { ...emptyBranch(place), entries: this.#entries(node.items, place) };
    this.#open.delete(node);
    return tree;
  }

  #alias(node: Alias, place: Place): Tree {
    const target = node.resolve(this.document);
    if (target === undefined) return this.#refused(place, `there is no anchor &${node.source}`);
    if (this.#open.has(target)) {
      return this.#refused(place, `the alias *${node.source} is inside of the value that it names`);
    }
    this.#aliases += 1;
    const tree = this.read(target, place);
    this.#aliases -= 1;
    return tree;
  }

  #list(items: readonly unknown[], place: Place): List {
    return { kind: "list", items: items.map((item) => this.read(item, place)), place, earlier: [] };
  }

  #entries(pairs: readonly Pair[], around: Place): Map<string, TreeEntry> {
    const entries = new Map<string, TreeEntry>();
    for (const { key, value } of pairs) {
      const place = this.#place(key, around);
      if (isScalar(key) && key.source === "<<" && key.type === "PLAIN") {
        for (const [name, entry] of this.#merged(value, place)) if (!entries.has(name)) entries.set(name, entry);
      } else if (isScalar(key)) {
        // Numbers as keys, e.g. ids, are names too.
        entries.set(String(key.source ?? key.value), { place, tree: this.read(value, place) });
      } else {
        this.#refused(place, "a key must be text");
      }
    }
    return entries;
  }

  /** The entries that `<<` merges in: those of a map, or of each map in a list. The first map wins. */
  #merged(value: unknown, place: Place): Map<string, TreeEntry> {
    const tree = this.read(value, place);
    const maps = tree.kind === "list" ? tree.items : [tree];
    const entries = maps.flatMap((one) => (one.kind === "branch" ? [...one.entries] : []));
    return new Map(entries.reverse());
  }

  #scalar(value: unknown, place: Place): Scalar {
    if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      return scalar(value, place);
    }
    return this.#refused(place, "must be text, a number, true, false or null: a model is plain data");
  }

  #refused(place: Place, message: string): Scalar {
    this.problems.push(problem(place, message));
    return scalar(null, place);
  }

  #place(node: unknown, around: Place): Place {
    const range = (node as Node | null)?.range;
    return range === undefined || range === null ? around : this.placeOf(range[0]);
  }
}
