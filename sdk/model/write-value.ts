import { isCollection, isMap, isSeq, parseDocument, YAMLSeq, type Document } from "yaml";
import { alike } from "../../provider/values/collections";
import { nameKeyOf, schemaBelow } from "./named";
import type { Steps } from "./problem";
import { siteModel } from "./schema";

/** What differs from the items that a list of the model has, by index. */
export interface Items {
  readonly removed: readonly number[];
  readonly added: readonly unknown[];
}

/**
 * The text of a layer with another value at a path of the model; undefined removes it. A list in the layer keeps its
 * other items. Comments and order stay, and the form of the other lines. The same text if an alias stands in the way.
 */
export function withValue(text: string, steps: Steps, value: unknown, items?: Items): string {
  const document = parseDocument(text);
  const options = {
    lineWidth: 0,
    // The caller notices an alias whose anchor is gone.
    verifyAliasOrder: false,
    indent: /^( {2,8})\S/mu.exec(text)?.[1]?.length ?? 2,
    indentSeq: !/^( *)[^\s#-].*:\r?\n\1- /mu.test(text),
  };
  const path = pathIn(document, steps);
  if (path === undefined) return text;
  const seen = document.getIn(path, true);
  if (items !== undefined && isSeq(seen)) changeItems(seen, items);
  else if (value === undefined && seen !== undefined) document.deleteIn(path);
  else document.setIn(path, value ?? null);
  const isJson = text.trimStart().startsWith("{");
  return inFormOf(text, isJson ? `${JSON.stringify(document.toJS(), undefined, 2)}\n` : document.toString(options));
}

/** The path of a value in the document, in which named things are a list or a map by name. */
function pathIn(document: Document, steps: Steps): (string | number)[] | undefined {
  const path: (string | number)[] = [];
  let schema: ReturnType<typeof schemaBelow> = siteModel;
  for (const step of steps) {
    const here = document.getIn(path, true) ?? undefined;
    if (here !== undefined && !isCollection(here)) return undefined;
    const key = nameKeyOf(schema);
    schema = schema && schemaBelow(schema, key === undefined ? String(step) : undefined);
    if (key === undefined || isMap(here)) {
      path.push(step);
      continue;
    }
    const list = isSeq(here) ? here : new YAMLSeq();
    if (here === undefined) document.setIn(path, list);
    const index = list.items.findIndex((item) => isMap(item) && item.get(key) === step);
    path.push(index < 0 ? list.items.push(document.createNode({ [key]: step })) - 1 : index);
  }
  return path;
}

/** An added item takes the place of a removed one, with its comment. */
function changeItems(list: YAMLSeq, { removed, added }: Items): void {
  for (const [at, item] of added.entries()) list.set(removed[at] ?? list.items.length, item);
  for (const index of removed.slice(added.length).toReversed()) list.delete(index);
}

/**
 * Lines that differ only in blanks stay as they were, with their own ends: yaml prints comments and lists in a form of
 * its own. A new line ends as the one before it.
 */
function inFormOf(text: string, after: string): string {
  const plain = (line: string): string => line.replaceAll(/(?<=[[{]) +| +(?=[\]}])|(?<=\S ) +|\s+$/gu, "");
  const linesOf = (one: string): string[] => one.split(/(?<=\n)/u);
  const own = new Map(alike(linesOf(text), plain).map((lines) => [plain(lines[0]), [...lines]]));
  const lineEnd = /\r?\n/u;
  let [end = "\n"] = lineEnd.exec(text) ?? [];
  const lines = linesOf(after).map((line) => {
    // Equal lines come in the order of the text; the last one stands for more.
    const same = own.get(plain(line)) ?? [];
    const [kept = line] = same.length > 1 ? same.splice(0, 1) : same;
    if (same.length > 0) [end = end] = lineEnd.exec(kept) ?? [];
    return kept.replace(lineEnd, "") + end;
  });
  return lines.join("").slice(0, text.endsWith("\n") ? undefined : -end.length);
}
