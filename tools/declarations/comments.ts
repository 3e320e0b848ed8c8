import ts from "typescript";

/** Extracts doc comments as text. */
export class Comments {
  constructor(private readonly checker: ts.TypeChecker) {}

  /** The text of a symbol's doc comment with its tags; empty if there is none. */
  ofSymbol(symbol: ts.Symbol) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).trim();
    const tags = symbol
      .getJsDocTags(this.checker)
      .map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`.trimEnd());
    if (text === "" && tags.length === 0) return meaningOf(symbol);
    // The declarations of one symbol may have the same text.
    return [text, ...new Set(tags)].filter((line) => line !== "").join("\n");
  }
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
