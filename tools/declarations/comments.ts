import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { root } from "../lib/paths.mjs";

/** Extracts doc comments as text. */
export class Comments {
  constructor(private readonly checker: ts.TypeChecker) {}

  /** The text of a symbol's doc comment with its tags; empty if there is none. */
  ofSymbol(symbol: ts.Symbol): string {
    const kind = kindOf(this.checker, symbol);
    if (kind !== undefined) return `${this.ofSymbol(kind)}\n${exampleTag(symbol)}`;
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).trim();
    const tags = symbol
      .getJsDocTags(this.checker)
      .map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`.trimEnd());
    if (text === "" && tags.length === 0) return meaningOf(symbol);
    // The declarations of one symbol may have the same text.
    return [text, ...new Set(tags)].filter((line) => line !== "").join("\n");
  }
}

/** The kind whose comment a class inherits by `{@inheritDoc kind}`. */
export function kindOf(checker: ts.TypeChecker, symbol: ts.Symbol) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const [, name] = /^\{@inheritDoc (\w+)\}$/u.exec(text) ?? [];
  const [declaration] = symbol.declarations ?? [];
  if (name === undefined || declaration === undefined) return undefined;
  const kind = checker.getSymbolsInScope(declaration, ts.SymbolFlags.Alias).find((one) => one.name === name);
  if (kind === undefined)
    throw new TypeError(`${symbol.name} inherits the comment of ${name}, which it does not import.`);
  return checker.getAliasedSymbol(kind);
}

/** The first example of a page about a kind, in TypeScript. @param name of the page, without ending */
export function exampleOf(name: string) {
  const page = readFileSync(join(root, "docs/reference/resources", `${name}.md`), "utf8");
  const [, example] = /\n## Example\n[\s\S]*?```ts\n([\s\S]*?)```/u.exec(page) ?? [];
  if (example === undefined) throw new TypeError(`The page ${name} has no example.`);
  return example;
}

/** The example of a class for editors; its file has the name of the page. */
function exampleTag({ declarations: [declaration] = [] }: ts.Symbol) {
  const file = declaration?.getSourceFile().fileName ?? "";
  return `@example\n\`\`\`ts\n${exampleOf(basename(file, ".ts"))}\`\`\``;
}

/** The meaning of a code, which is a sentence. */
export function meaningOf(symbol: ts.Symbol) {
  for (const declaration of symbol.declarations ?? []) {
    const meaning = ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined;
    if (meaning !== undefined && ts.isStringLiteralLike(meaning) && /^[A-Z]/u.test(meaning.text)) return meaning.text;
  }
  return "";
}

/** A doc comment; an empty text gives none. */
export function comment(words: string) {
  if (words === "") return "";
  return words.includes("\n") ? `/**\n${words.replace(/^/gmu, " * ")}\n */\n` : `/** ${words} */\n`;
}
