import { isMap, isScalar, isSeq, parseDocument, Parser, stringify, type CST, type Node, type ParsedNode } from "yaml";
import type { Member, Piece, Range, Source } from "./source";

/** A YAML or JSON file, with the place of each of its values. Undefined root for an empty file. */
export interface YamlSource extends Source {
  readonly root: Piece | undefined;
}

/** Reads a file of a model. The parser gives the places; the text itself stays as it is. */
export function yamlSource(file: string, text: string): YamlSource {
  const document = parseDocument(text, { keepSourceTokens: true });
  const { contents } = document;
  const quotes = /:\s"/u.test(text) ? "QUOTE_DOUBLE" : "PLAIN";
  return {
    file,
    text,
    comments: [...new Parser().parse(text)].flatMap(commentsIn),
    root: contents === null ? undefined : pieceOf(contents, text),
    spell: (around, key, value) => written(around, key, value, file.endsWith(".json") ? "json" : quotes),
  };
}

/** The comments in a part of the syntax tree, at any depth. */
function commentsIn(token: unknown): Range[] {
  if (Array.isArray(token)) return token.flatMap(commentsIn);
  if (typeof token !== "object" || token === null) return [];
  const { type, offset, source } = token as Partial<CST.SourceToken>;
  if (type === "comment" && offset !== undefined && source !== undefined) {
    return [{ start: offset, end: offset + source.length }];
  }
  return Object.values(token).flatMap(commentsIn);
}

function pieceOf(node: Node | null | undefined, text: string, colon?: number): Piece {
  const [start = 0, stop = start] = (node as ParsedNode | null | undefined)?.range ?? [];
  const entry = colon === undefined ? {} : { colon };
  // What others refer to by an anchor may change more than this place.
  const isShared = node !== null && node !== undefined && "anchor" in node;
  if (isMap(node) || isSeq(node)) {
    const members = isMap(node) ? entriesOf(node.items, text) : itemsOf(node, text);
    const style = node.flow === true ? "comma" : "line";
    const end = style === "comma" ? stop : (members.at(-1)?.end ?? stop);
    const isLiteral = !isShared && members.every(({ value }) => value.isLiteral);
    return { start, end, isLiteral, members, style, ...entry };
  }
  const end = start + text.slice(start, stop).trimEnd().length;
  if (!isScalar(node)) return { start, end, isLiteral: false, ...entry };
  return { start, end, isLiteral: !isShared, value: node.value, ...entry };
}

function entriesOf(pairs: readonly { key: unknown; value: unknown }[], text: string): Member[] {
  return pairs.flatMap(({ key, value }): Member[] => {
    const [start, end] = (key as ParsedNode).range;
    const colon = text.indexOf(":", end) + 1;
    const piece = pieceOf((value ?? undefined) as Node | undefined, text, colon);
    const read = isScalar(key) ? String(key.source ?? key.value) : "";
    const whole = piece.end === 0 ? { ...piece, start: colon, end: colon } : piece;
    return [{ key: read, named: { start, end }, start, end: whole.end, value: whole }];
  });
}

function itemsOf(list: { items: unknown[]; flow?: boolean; srcToken?: unknown }, text: string): Member[] {
  const tokens = (list.srcToken as CST.BlockSequence | CST.FlowCollection | undefined)?.items ?? [];
  return list.items.map((item, index) => {
    const value = pieceOf(item as Node, text);
    const dash = list.flow === true ? undefined : tokens[index]?.start.find(({ type }) => type === "seq-item-ind");
    return { start: dash?.offset ?? value.start, end: value.end, value };
  });
}

/** A new member, or a value in place of another, in the form of those around it. */
function written(
  around: Piece,
  key: string | undefined,
  value: unknown,
  quotes: "json" | "QUOTE_DOUBLE" | "PLAIN",
): string {
  const isInside = around.members !== undefined;
  if (quotes === "json") {
    const text = JSON.stringify(value);
    return key === undefined ? text : `${JSON.stringify(key)}: ${text}`;
  }
  const isFlat = around.style === "comma" || around.members?.at(-1)?.value.style === "comma";
  const options = {
    lineWidth: 0,
    defaultStringType: quotes,
    defaultKeyType: "PLAIN",
    flowCollectionPadding: true,
  } as const;
  const flat = (one: unknown): string => stringify(one, { ...options, collectionStyle: "flow" }).trimEnd();
  if (!isInside || around.style === "comma") {
    const text = flat(value);
    return key === undefined ? text : `${stringify(key, { defaultStringType: "PLAIN" }).trimEnd()}: ${text}`;
  }
  if (key === undefined && isFlat) return `- ${flat(value)}`;
  return stringify(key === undefined ? [value] : { [key]: value }, options).trimEnd();
}
