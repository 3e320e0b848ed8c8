import { basename } from "node:path";
import ts from "typescript";
import { SetupError } from "../../lib/errors.mjs";
import { kinds, fileNameOf } from "../kinds.mjs";
import { all, calledIn, reachedFrom } from "./reach.mjs";
import { Sources, testFolders } from "./sources.mjs";

/**
 * Who uses the methods of the clients, and where the simulator answers them.
 *
 * @typedef {object} Uses
 * @property {readonly string[]} methods every method of both clients, e.g. `gateway ipGroups.saveRule`
 * @property {ByMethod} resources
 * @property {ByMethod} functions
 * @property {ByMethod} commands
 * @property {ByMethod} tests files that call the method themselves
 * @property {readonly Handler[]} handlers
 */

/** Names of what uses a method. @typedef {ReadonlyMap<string, readonly string[]>} ByMethod */

/**
 * @typedef {object} Handler where the simulator says what it answers
 * @property {"gateway" | "replicator"} appliance
 * @property {RegExp} names names of actions, or paths
 * @property {string} file
 */

/** @returns {Uses} */
export function readUses() {
  const sources = new Sources();
  const reached = (/** @type {ts.Node} */ node) => reachedFrom(sources, node);
  return {
    methods: sources.methods,
    resources: byMethod(kinds().map((kind) => [kind, reached(sources.source(fileOfKind(kind)))])),
    functions: byMethod(functionsOf(sources).map(({ name, node }) => [name, reached(node)])),
    commands: byMethod(commandsOf(sources).map(({ name, node }) => [name, reached(node)])),
    tests: byMethod(
      testFolders
        .flatMap((folder) => sources.files(folder))
        .filter((file) => file.endsWith(".test.ts"))
        .map((file) => [file, calledIn(sources, sources.source(file))]),
    ),
    handlers: [...handlersOf(sources, "gateway", "name"), ...handlersOf(sources, "replicator", "template")],
  };
}

/** @param {string} kind */
function fileOfKind(kind) {
  return `provider/resources/${fileNameOf(kind)}.ts`;
}

/**
 * @param {readonly (readonly [string, ReadonlySet<string>])[]} users
 * @returns {ByMethod}
 */
function byMethod(users) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [user, methods] of users) {
    for (const method of methods) found.set(method, [...(found.get(method) ?? []), user]);
  }
  return found;
}

/**
 * The functions of programs: the properties of the one class that has them all.
 *
 * @param {Sources} sources
 */
function functionsOf(sources) {
  const [holder] = all(sources.source("provider/functions/functions.ts"), ts.isClassDeclaration);
  const properties = holder?.members.filter(ts.isPropertyDeclaration) ?? [];
  return properties
    .filter(({ name }) => !ts.isPrivateIdentifier(name))
    .map((node) => ({ name: node.name.getText(), node }));
}

/**
 * The commands of the table of commands, each with the file that it is made in.
 *
 * @param {Sources} sources
 */
function commandsOf(sources) {
  const table = all(sources.source("cli/commands.ts"), ts.isArrayLiteralExpression)[0];
  return (table?.elements ?? []).map((element) => {
    const node = sources.declarationsOf(element)[0]?.getSourceFile();
    const made = node === undefined ? undefined : all(node, ts.isCallExpression).filter(makesCommand).at(-1);
    const [name] = made?.arguments ?? [];
    if (node === undefined || name === undefined || !ts.isStringLiteral(name)) {
      throw new SetupError(`cli/commands.ts: the name of ${element.getText()} is not found.`);
    }
    return { name: name.text, node };
  });
}

/** @param {ts.CallExpression} call */
function makesCommand({ expression }) {
  return ts.isPropertyAccessExpression(expression) && expression.getText().replace(/\s/gu, "") === "program.command";
}

/**
 * What the simulator answers, by the property that names it or by the argument of a function that makes several.
 *
 * @param {Sources} sources
 * @param {"gateway" | "replicator"} appliance
 * @param {string} property
 * @returns {Handler[]}
 */
function handlersOf(sources, appliance, property) {
  return sources.files(`simulator/${appliance}`).flatMap((file) => {
    const source = sources.source(file);
    const named = all(source, ts.isPropertyAssignment).filter(({ name }) => name.getText() === property);
    const calls = all(source, ts.isCallExpression).filter(({ parent }) => ts.isArrayLiteralExpression(parent));
    const texts = [...named.map(({ initializer }) => initializer), ...calls.flatMap((call) => call.arguments[0] ?? [])];
    return texts.flatMap((text) => {
      const names = patternOf(text);
      return names === undefined ? [] : [{ appliance, names, file }];
    });
  });
}

/**
 * What a text can be; what is filled in is one word.
 *
 * @param {ts.Expression} text
 */
function patternOf(text) {
  const escaped = (/** @type {string} */ part) => part.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  if (ts.isStringLiteral(text)) return new RegExp(`^${escaped(text.text)}$`, "u");
  if (!ts.isTemplateExpression(text)) return undefined;
  const spans = text.templateSpans.map(({ literal }) => String.raw`\w+` + escaped(literal.text));
  return new RegExp(`^${escaped(text.head.text)}${spans.join("")}$`, "u");
}

/**
 * A file as a word in a table.
 *
 * @param {string} file
 */
export function shortName(file) {
  return basename(file).replace(/(?:\.test)?\.ts$/u, "");
}
