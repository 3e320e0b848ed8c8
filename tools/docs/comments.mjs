import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "../lib/paths.mjs";

/** @typedef {Map<string, string>} Comments doc comments by the name of the property */

/**
 * The doc comments of a kind's inputs: those in the object passed to `inputsOf`, those in objects spread into it, even
 * from other files, and those of the inputs that every kind has.
 *
 * @param {string} fileName of the kind, without ending
 * @returns {Promise<Comments>}
 */
export async function inputComments(fileName) {
  const file = `provider/resources/${fileName}.ts`;
  const source = await parse(file);
  const given = all(source, ts.isCallExpression).find(({ expression }) => expression.getText() === "inputsOf");
  const [shape] = given?.arguments ?? [];
  const own = shape === undefined ? [] : await commentsIn(shape, file);
  const shared = await objectComments("common", "provider/resource.ts");
  return new Map([...shared, ...own]);
}

/**
 * The doc comments in the object passed to the first call in a variable's value.
 *
 * @param {string} name of the variable
 * @param {string} file
 * @returns {Promise<Comments>}
 */
export async function objectComments(name, file) {
  const variable = all(await parse(file), ts.isVariableDeclaration).find((one) => one.name.getText() === name);
  const object = variable === undefined ? undefined : all(variable, ts.isObjectLiteralExpression)[0];
  return new Map(object === undefined ? [] : await commentsIn(object, file));
}

/**
 * The doc comments of the classes and functions of a file, by their names.
 *
 * @param {string} file
 * @returns {Promise<Comments>}
 */
export async function declarationComments(file) {
  const declared = all(await parse(file), isDeclaration);
  return new Map(
    declared.flatMap((one) => {
      const comment = ts.getJSDocCommentsAndTags(one).find(ts.isJSDoc);
      const text = ts.getTextOfJSDocComment(comment?.comment)?.replace(/\s+/gu, " ").trim();
      return text === undefined || one.name === undefined ? [] : [[one.name.text, text]];
    }),
  );
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.ClassDeclaration | ts.FunctionDeclaration}
 */
function isDeclaration(node) {
  return ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node);
}

/**
 * The comments in an object, which is a literal or a name.
 *
 * @param {ts.Expression} expression
 * @param {string} file file that contains it
 * @returns {Promise<[string, string][]>}
 */
async function commentsIn(expression, file) {
  const object = ts.isObjectLiteralExpression(expression)
    ? { object: expression, file }
    : await objectNamed(expression.getText(), file);
  const properties = object?.object.properties ?? [];
  const lists = properties.map(async (property) =>
    ts.isSpreadAssignment(property) ? commentsIn(property.expression, object?.file ?? file) : commentOf(property),
  );
  return (await Promise.all(lists)).flat();
}

/**
 * The object literal in the initializer of a variable, in this file or in one that it imports from.
 *
 * @param {string} name
 * @param {string} file
 * @returns {Promise<{ object: ts.ObjectLiteralExpression; file: string } | undefined>}
 */
async function objectNamed(name, file) {
  const source = await parse(file);
  const variable = all(source, ts.isVariableDeclaration).find((declaration) => declaration.name.getText() === name);
  const object = variable?.initializer;
  if (object !== undefined) return ts.isObjectLiteralExpression(object) ? { object, file } : undefined;
  const imported = all(source, ts.isImportSpecifier).find((specifier) => specifier.name.text === name);
  const from = imported?.parent.parent.parent.moduleSpecifier;
  if (imported === undefined || from === undefined || !ts.isStringLiteral(from)) return undefined;
  return objectNamed((imported.propertyName ?? imported.name).text, `${join(dirname(file), from.text)}.ts`);
}

/**
 * Name and comment of a property; empty if it has no comment.
 *
 * @param {ts.ObjectLiteralElementLike} property
 * @returns {[string, string][]}
 */
function commentOf(property) {
  const comment = ts.getJSDocCommentsAndTags(property).find(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment)?.replace(/\s+/gu, " ").trim();
  return text === undefined || property.name === undefined ? [] : [[property.name.getText(), text]];
}

/**
 * All nodes of one kind in a file or a part of it.
 *
 * @template {ts.Node} Node
 * @param {ts.Node} within
 * @param {(node: ts.Node) => node is Node} is
 * @returns {Node[]}
 */
function all(within, is) {
  /** @type {Node[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(within);
  return found;
}

/** @param {string} file below the root */
async function parse(file) {
  const text = await readFile(join(root, file), "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}
