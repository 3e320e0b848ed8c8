import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type ts from "typescript";
import { UsageError } from "../../errors";
import type { Member, Piece, Range, Source } from "./source";
import { present } from "../../../provider/values/collections";

export type TypeScript = typeof ts;

/** A file of a program, with the place of each of its statements. */
export interface CodeSource extends Source {
  readonly tree: ts.SourceFile;
  /** The statements, as members in lines. */
  readonly root: Piece;
  /** How the file refers to the builder of rules, e.g. `rule` or `flowgate.rule`; undefined if it does not. */
  readonly builder: string | undefined;
}

/** Text that is an expression of a program. */
export class Code {
  constructor(readonly text: string) {}
}

/** The compiler of the program itself. Throws if it has none. */
export function typescriptOf(main: string): TypeScript {
  try {
    return createRequire(join(main, "program.js"))("typescript") as TypeScript;
  } catch (cause) {
    throw new UsageError(
      `${main} has no typescript in its node_modules, by which accept finds the places to edit: npm install --save-dev typescript@5`,
      { cause },
    );
  }
}

const rules = ["ip", "range", "network", "all", "wildcard"];

/** Reads a file of a program. The compiler gives the places; the text itself stays as it is. */
export function codeSource(compiler: TypeScript, file: string, text: string): CodeSource {
  const tree = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true);
  const members = tree.statements.map((statement): Member => {
    const range = { start: statement.getStart(tree), end: statement.getEnd() };
    return { ...range, value: { ...range, isLiteral: false } };
  });
  return {
    file,
    text,
    tree,
    comments: commentsIn(compiler, tree),
    root: { start: 0, end: text.length, isLiteral: false, style: "line", members },
    builder: builderIn(compiler, tree),
    spell: (_around, key, value) => (key === undefined ? written(value) : `${keyText(key)}: ${written(value)}`),
  };
}

/** The comments of a file: the parts of the text before each token that are not blank. */
function commentsIn(compiler: TypeScript, tree: ts.SourceFile): Range[] {
  const found: Range[] = [];
  const visit = (node: ts.Node): void => {
    const below = node.getChildren(tree);
    if (below.length > 0) {
      for (const one of below) visit(one);
      return;
    }
    const start = node.getFullStart();
    const before = tree.text.slice(
      start,
      node.kind === compiler.SyntaxKind.EndOfFileToken ? node.end : node.getStart(tree),
    );
    for (const { 0: comment, index } of before.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//gu)) {
      found.push({ start: start + index, end: start + index + comment.length });
    }
  };
  visit(tree);
  return found;
}

function builderIn(compiler: TypeScript, tree: ts.SourceFile): string | undefined {
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    if (compiler.isCallExpression(node) && compiler.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const text = expression.getText(tree);
      if ([...rules, "child"].includes(name.text) && /(?:^|\.)rule$/u.test(text)) found ??= text;
    }
    if (compiler.isImportSpecifier(node) && node.name.text === "rule") found ??= "rule";
    compiler.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** A key as a program writes it. */
export function keyText(key: string): string {
  return /^[A-Za-z_]\w*$/u.test(key) ? key : JSON.stringify(key);
}

/** A value as an expression. */
function written(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${keyText(key)}: ${written(one)}`)
    .join(", ")} }`;
}

/** The place of an expression, and what of it is literal. */
export function pieceOf(compiler: TypeScript, node: ts.Expression, { tree }: Pick<CodeSource, "tree">): Piece {
  const range = { start: node.getStart(tree), end: node.getEnd() };
  if (
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isParenthesizedExpression(node)
  ) {
    return pieceOf(compiler, node.expression, { tree });
  }
  const below = (one: ts.Expression): Piece => pieceOf(compiler, one, { tree });
  if (compiler.isArrayLiteralExpression(node)) {
    const members = node.elements.map((one): Member => {
      const isSpread = compiler.isSpreadElement(one);
      const value = isSpread ? { ...rangeOf(one, tree), isLiteral: false } : below(one);
      return { ...rangeOf(one, tree), value, isSpread };
    });
    return { ...range, style: "comma", members, isLiteral: members.every(({ value }) => value.isLiteral) };
  }
  if (compiler.isObjectLiteralExpression(node)) {
    const members = node.properties.map((one): Member => {
      const { name } = one;
      const key = name !== undefined && !compiler.isComputedPropertyName(name) ? name.text : undefined;
      const value = compiler.isPropertyAssignment(one)
        ? below(one.initializer)
        : { ...rangeOf(one, tree), isLiteral: false };
      const named = name === undefined ? {} : { named: rangeOf(name, tree) };
      return {
        ...present({ key }),
        ...named,
        ...rangeOf(one, tree),
        value,
        isSpread: compiler.isSpreadAssignment(one),
      };
    });
    return { ...range, style: "comma", members, isLiteral: members.every(({ value }) => value.isLiteral) };
  }
  const value = literalOf(compiler, node);
  if (value !== undefined) return { ...range, isLiteral: true, value };
  if (compiler.isCallExpression(node) && compiler.isPropertyAccessExpression(node.expression)) {
    const isRule =
      rules.includes(node.expression.name.text) && /(?:^|\.)rule$/u.test(node.expression.expression.getText(tree));
    const args = node.arguments.map(below);
    const isChild = node.expression.name.text === "child";
    return {
      ...range,
      isLiteral: isRule && args.every((one) => one.isLiteral),
      isReference: isChild && args.every(isPlain),
    };
  }
  return { ...range, isLiteral: false, isReference: isName(compiler, node) };
}

const isPlain = ({ isLiteral, isReference }: Piece): boolean => isLiteral || isReference === true;

/** Whether an expression only names something: `lille`, `groups.lille`, `lille.id`. */
function isName(compiler: TypeScript, node: ts.Expression): boolean {
  return (
    compiler.isIdentifier(node) || (compiler.isPropertyAccessExpression(node) && isName(compiler, node.expression))
  );
}

function literalOf(compiler: TypeScript, node: ts.Expression): unknown {
  if (compiler.isStringLiteralLike(node)) return node.text;
  if (compiler.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return true;
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return false;
  return undefined;
}

export function rangeOf(node: ts.Node, tree: ts.SourceFile): Range {
  return { start: node.getStart(tree), end: node.getEnd() };
}

/** The call that begins at a place, if it creates an object of a class. */
export function callAt(
  compiler: TypeScript,
  { tree }: CodeSource,
  { line, column }: { line: number; column: number },
  type: string,
): ts.NewExpression | undefined {
  const found: ts.NewExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isNewExpression(node) && new RegExp(`(?:^|\\.)${type}$`, "u").test(node.expression.getText(tree))) {
      const place = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      if (place.line === line - 1) found.push(node);
    }
    compiler.forEachChild(node, visit);
  };
  visit(tree);
  const at = tree.getPositionOfLineAndCharacter(line - 1, 0) + column - 1;
  return found.find((one) => one.getStart(tree) === at) ?? (found.length === 1 ? found[0] : undefined);
}

/** The names that a file imports from another one, as members of a list. */
export function importsFrom(compiler: TypeScript, { tree, file }: CodeSource, from: string): Piece | undefined {
  for (const statement of tree.statements) {
    if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const bindings = statement.importClause?.namedBindings;
    const isIt = text === from || resolve(dirname(file), text) === from.replace(/\.[cm]?[jt]s$/u, "");
    if (!isIt || bindings === undefined || !compiler.isNamedImports(bindings)) continue;
    const members = bindings.elements.map((one): Member => {
      const value = { ...rangeOf(one, tree), isLiteral: false };
      return { key: one.name.text, ...rangeOf(one, tree), value };
    });
    return { ...rangeOf(bindings, tree), isLiteral: false, style: "comma", members };
  }
  return undefined;
}
