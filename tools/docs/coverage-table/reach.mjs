import { relative } from "node:path";
import ts from "typescript";
import { root } from "../../lib/paths.mjs";

/** @typedef {import("./sources.mjs").Sources} Sources */

/** Code between who uses a client and the client. What lies below the clients is theirs. */
const between = /^(?:cli|sdk|provider)\/(?!gateway\/|replicator\/|http\/|config\/)/u;

/** Members of a kept list that do not read it: who uses them does not come to what would read it. */
const notReading = new Set(["expire", "patch", "kept"]);

/**
 * The methods of the clients that a part of the sources calls itself: resolved by the compiler, so that another `add` is
 * not taken for one of theirs.
 *
 * @param {Sources} sources
 * @param {ts.Node} within
 * @returns {Set<string>}
 */
export function calledIn(sources, within) {
  /** @type {Set<string>} */
  const found = new Set();
  const names = new Set(sources.methods.map((method) => method.split(/[ .]/u).at(-1)));
  for (const name of identifiersOf(within)) {
    if (!names.has(name.text)) continue;
    for (const method of methodsAt(sources, name)) found.add(method);
  }
  return found;
}

/**
 * The methods of the clients that a part of the sources comes to, through whatever lies between. A command that is given
 * as a value counts as the method that its verb names: `collector/add` is `collector.add`.
 *
 * @param {Sources} sources
 * @param {ts.Node} start
 * @returns {Set<string>}
 */
export function reachedFrom(sources, start) {
  /** @type {Set<string>} */
  const methods = new Set();
  const words = wordsIn(start);
  const seen = new Set([start]);
  for (const node of seen) {
    for (const name of identifiersOf(node)) {
      if (isNotRead(name)) continue;
      for (const declaration of sources.declarationsOf(name)) {
        const method = sources.methodAt(declaration);
        if (method !== undefined) methods.add(method);
        // A method of a client may be made of others of its methods.
        for (const code of method === undefined ? codeOf(declaration) : [declaration]) seen.add(code);
      }
    }
    for (const verb of verbsIn(sources, node, words)) methods.add(`replicator ${verb.replace("/", ".")}`);
  }
  return methods;
}

/**
 * @param {Sources} sources
 * @param {ts.Node} name
 */
function methodsAt(sources, name) {
  return sources.declarationsOf(name).flatMap((declaration) => sources.methodAt(declaration) ?? []);
}

/**
 * The verbs of commands in a piece of code. Code that several kinds share writes the verb of whichever it serves
 * (`${entity}/add`): of those only the entities count that the kind itself names.
 *
 * @param {Sources} sources
 * @param {ts.Node} node
 * @param {ReadonlySet<string>} words that the kind itself names
 */
function verbsIn(sources, node, words) {
  return [...all(node, ts.isPropertyAssignment), ...all(node, ts.isShorthandPropertyAssignment)]
    .filter(({ name }) => name.getText() === "verb")
    .flatMap((property) => {
      const verbs = sources.textsOf(ts.isPropertyAssignment(property) ? property.initializer : property.name);
      const entities = new Set(verbs.map((verb) => verb.split("/")[0] ?? ""));
      return entities.size === 1 ? verbs : verbs.filter((verb) => words.has(verb.split("/")[0] ?? ""));
    });
}

/**
 * What runs where a declared thing is used.
 *
 * @param {ts.Declaration} declaration
 * @returns {ts.Node[]}
 */
function codeOf(declaration) {
  if (!between.test(relative(root, declaration.getSourceFile().fileName))) return [];
  if (ts.isClassDeclaration(declaration)) return declaration.members.filter(ts.isConstructorDeclaration);
  if (ts.isPropertyDeclaration(declaration)) return [declaration, ...assignmentsTo(declaration)];
  if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) return [declaration];
  return ts.isFunctionLike(declaration) ? [declaration] : [];
}

/**
 * What a constructor makes a property of.
 *
 * @param {ts.PropertyDeclaration} property
 */
function assignmentsTo({ name, parent }) {
  return parent.members
    .filter(ts.isConstructorDeclaration)
    .flatMap((made) => all(made, ts.isBinaryExpression))
    .filter(({ left }) => ts.isPropertyAccessExpression(left) && left.name.text === name.getText())
    .map(({ right }) => right);
}

/** @param {ts.Node} name */
function isNotRead({ parent }) {
  const access = parent.parent;
  return ts.isPropertyAccessExpression(access) && access.expression === parent && notReading.has(access.name.text);
}

/**
 * Names in what runs: those in imports and types use nothing.
 *
 * @param {ts.Node} within
 * @returns {(ts.Identifier | ts.PrivateIdentifier)[]}
 */
function identifiersOf(within) {
  const is = (/** @type {ts.Node} */ node) => ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
  return all(within, is, (node) => ts.isImportDeclaration(node) || ts.isTypeNode(node));
}

/** @param {ts.Node} within */
function wordsIn(within) {
  return new Set(all(within, ts.isStringLiteral).map(({ text }) => text));
}

/**
 * All nodes of one form in a part of the sources.
 *
 * @template {ts.Node} Node
 * @param {ts.Node} within
 * @param {(node: ts.Node) => node is Node} is
 * @param {(node: ts.Node) => boolean} [isLeftOut] with all that it holds
 * @returns {Node[]}
 */
export function all(within, is, isLeftOut = () => false) {
  /** @type {Node[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (isLeftOut(node)) return;
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(within);
  return found;
}
