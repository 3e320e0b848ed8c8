import { isCollection, isMap, isSeq, parseDocument, YAMLSeq, type Document } from "yaml";
import { nameKeyOf, schemaBelow } from "./named";
import type { Steps } from "./problem";
import { siteModel } from "./schema";

/** What differs from the items that a list of the model has, by index. */
export interface Items {
  readonly removed: readonly number[];
  readonly added: readonly unknown[];
}

/**
 * Texts of a layer with another value at a path of the model; undefined removes it. A list in the layer keeps its other
 * items. Comments and order stay, and in the first text the format of everything else too, but it may not be sound. None
 * if an alias stands in the way.
 */
export function withValue(text: string, steps: Steps, value: unknown, items?: Items): string[] {
  const document = parseDocument(text, { merge: true });
  const options = {
    lineWidth: 0,
    // The caller notices an alias whose anchor is gone.
    verifyAliasOrder: false,
    indent: /^( {2,8})\S/mu.exec(text)?.[1]?.length ?? 2,
    indentSeq: !/^( *)[^\s#-].*:\r?\n\1- /mu.test(text),
  };
  const isJson = text.trimStart().startsWith("{");
  const print = (): string => (isJson ? JSON.stringify(document.toJS(), undefined, 2) : document.toString(options));
  const before = print();
  const path = pathIn(document, steps);
  if (path === undefined) return [];
  const seen = document.getIn(path, true);
  if (items !== undefined && isSeq(seen)) changeItems(seen, items);
  else if (value === undefined && seen !== undefined) document.deleteIn(path);
  else document.setIn(path, value ?? null);
  const after = print();
  const texts = [inFormOf(text.replaceAll("\r\n", "\n"), before, after), after];
  return text.includes("\r\n") ? texts.map((one) => one.replaceAll("\n", "\r\n")) : texts;
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
  for (const [at, item] of added.entries()) {
    const index = removed[at];
    if (index === undefined) list.add(item);
    else list.set(index, item);
  }
  for (const index of removed.slice(added.length).toReversed()) list.delete(index);
}

/**
 * A text with what an edit changed. What yaml prints in a form of its own differs from the text in blanks only, so that
 * both are compared without them.
 */
function inFormOf(text: string, before: string, after: string): string {
  const [own = [], old = [], now = []] = [text, before, after].map((one) => [...one.matchAll(/\S/gu)]);
  if (own.length !== old.length) return after;
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start]?.[0] === now[start]?.[0]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end)?.[0] === now.at(-1 - end)?.[0]) end += 1;
  const parts = (all: string, marks: RegExpExecArray[]): [string, string, string] => {
    const from = start === 0 ? 0 : (marks[start - 1]?.index ?? 0) + 1;
    const to = end === 0 ? all.length : (marks.at(-end)?.index ?? 0);
    return [all.slice(0, from), all.slice(from, to), all.slice(to)];
  };
  const [[head, former, tail], [, changed]] = [parts(text, own), parts(after, now)];
  const [gap = "", other = ""] = [former, changed].map((one) => /\s*$/u.exec(one)?.[0]);
  return head + changed.trimEnd() + (gap.includes("\n") === other.includes("\n") ? gap : other) + tail;
}
