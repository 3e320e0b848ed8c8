import ts from "typescript";

/** The doc comments of things, as text. */
export class Comments {
  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
  }

  /**
   * The text of a symbol's doc comment with its tags; empty where it has none.
   *
   * @param {ts.Symbol} symbol
   */
  ofSymbol(symbol) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).trim();
    const tags = symbol
      .getJsDocTags(this.checker)
      .map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`.trimEnd());
    // One symbol may come from several places with the same words.
    return [text, ...new Set(tags)].filter((line) => line !== "").join("\n");
  }
}

/**
 * A doc comment, with the end of its line; nothing for no words.
 *
 * @param {string} words
 * @param {string} indent of the lines after the first
 */
export function comment(words, indent) {
  if (words === "") return "";
  const lines = words.split("\n");
  if (lines.length === 1) return `/** ${words} */\n${indent}`;
  return `/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n${indent}`;
}
