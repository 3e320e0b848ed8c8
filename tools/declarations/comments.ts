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
    if (text === "" && tags.length === 0) return descriptionOf(symbol);
    // The declarations of one symbol may have the same text.
    return [text, ...new Set(tags)].filter((line) => line !== "").join("\n");
  }
}

/**
 * The text of `.describe()` at the declaration of a schema field, which the reference of the configuration shows too, or
 * the meaning of a code, which is a sentence.
 */
export function descriptionOf(symbol: ts.Symbol) {
  for (const declaration of symbol.declarations ?? []) {
    let call = ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined;
    if (call !== undefined && ts.isStringLiteralLike(call)) return /^[A-Z]/u.test(call.text) ? call.text : "";
    while (call !== undefined && ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)) {
      const [words] = call.arguments;
      if (call.expression.name.text === "describe" && words !== undefined) return literal(words);
      call = call.expression.expression;
    }
  }
  return "";
}

function literal(expression: ts.Expression): string {
  if (ts.isBinaryExpression(expression)) return literal(expression.left) + literal(expression.right);
  return ts.isStringLiteralLike(expression) ? expression.text : "";
}

/** A doc comment; an empty text gives none. */
export function comment(words: string) {
  if (words === "") return "";
  return words.includes("\n") ? `/**\n${words.replace(/^/gmu, " * ")}\n */\n` : `/** ${words} */\n`;
}
