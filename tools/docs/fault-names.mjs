import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../lib/paths.mjs";

/**
 * A test by its file, from the root of the clone, and its name; `...` stands for what a template literal fills in.
 *
 * @typedef {{ file: string, name: string }} Proof
 */

const numbered = /^F\d+(?:(?:, | and )F\d+)*(?=: |$)/u;

/**
 * The tests, groups of tests and rows of tables of tests in a file, with the numbers that their names begin with.
 *
 * @param {string} file
 * @returns {Promise<(Proof & { numbers: string[] })[]>}
 */
export async function namedTests(file) {
  const source = ts.createSourceFile(file, await readFile(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  /** @type {(Proof & { numbers: string[] })[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const name = textOf(node);
    // A bare number is a name only where a test or group is declared; with a colon it is one anywhere, as in tables.
    const isName = name !== undefined && (isFirstArgument(node) || beginsRow(node) || /^F\d+[^:]*: /u.test(name));
    if (isName) found.push({ file, name, numbers: numbered.exec(name)?.[0].match(/F\d+/gu) ?? [] });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {ts.Node} node */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `...${literal.text}`).join("");
}

/**
 * Where a table of tests keeps their names: first in a row, or under `rule`.
 *
 * @param {ts.Node} node
 */
function beginsRow(node) {
  const { parent } = node;
  if (ts.isArrayLiteralExpression(parent)) return parent.elements[0] === node;
  return ts.isPropertyAssignment(parent) && parent.initializer === node && parent.name.getText() === "rule";
}

/** @param {ts.Node} node */
function isFirstArgument(node) {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  return /^(?:test|it|describe|row)(?:\.each\b|$)/u.test(call.expression.getText());
}
