import ts from "typescript";

/** Extracts doc comments as text. */
export class Comments {
  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
  }

  /**
   * The text of a symbol's doc comment with its tags; empty if there is none.
   *
   * @param {ts.Symbol} symbol
   */
  ofSymbol(symbol) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).trim();
    const tags = symbol
      .getJsDocTags(this.checker)
      .map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`.trimEnd());
    if (text === "" && tags.length === 0) return descriptionOf(symbol);
    // The declarations of one symbol may have the same text.
    return [text, ...new Set(tags)].filter((line) => line !== "").join("\n");
  }
}

/**
 * The text of `.describe()` at the declaration of a schema field, which the reference of the configuration shows too.
 *
 * @param {ts.Symbol} symbol
 */
function descriptionOf(symbol) {
  for (const declaration of symbol.declarations ?? []) {
    let call = ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined;
    while (call !== undefined && ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)) {
      const [words] = call.arguments;
      if (call.expression.name.text === "describe" && words !== undefined) return literal(words);
      call = call.expression.expression;
    }
  }
  return "";
}

/**
 * @param {ts.Expression} expression
 * @returns {string}
 */
function literal(expression) {
  if (ts.isBinaryExpression(expression)) return literal(expression.left) + literal(expression.right);
  return ts.isStringLiteralLike(expression) ? expression.text : "";
}

/**
 * A doc comment; an empty text gives none.
 *
 * @param {string} words
 */
export function comment(words) {
  if (words === "") return "";
  return words.includes("\n") ? `/**\n${words.replace(/^/gmu, " * ")}\n */\n` : `/** ${words} */\n`;
}
