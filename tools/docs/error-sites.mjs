// Finds each message in provider/ that a user can see, and checks that the documentation shows it or describes its
// kind. Prints undocumented messages with their places, and exits with 1 if there are any.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";

/** Patterns of similar messages: docs/operations/errors.md has one row for the whole kind. */
const kindsOfMessage = [
  { says: /^must (?:not )?be\b|^is not a\b|^holds\b|^needs at least\b|^is a number that\b/u, row: "`must be ...`" },
  {
    says: /^expected\b|^the answer has no\b|^a row has more\b/u,
    row: "`the answer does not have the documented form`",
  },
  {
    says: /^(?:a|it is longer|a value|a number)\b.*$/u,
    row: "`A command path of the replicator cannot be built`",
    file: "replicator/path.ts",
  },
];

/** Messages that no user sees: they report a bug in this package, and the lifecycle says so. */
const ownMistakes = new Set([
  "the inputs of a kind are an object schema, perhaps with a transform",
  "a request is written once",
  "no connection in time",
  "no rules and no refusal",
  "a response without a verdict",
  "the certificate is not a pinned one",
  "the connector gave neither socket nor error",
  "the answer says nothing about",
  "was not sent: its path is not one below the configured URL.",
  "was not sent: it names a host of its own.",
]);

runMain(async () => {
  const pages = await textOf("docs", ".md");
  const told = pages.concat(await readFile(join(root, "README.md"), "utf8")).replaceAll(/\\([<>*_|[\]])/gu, "$1");
  const files = (await readdir(join(root, "provider"), { recursive: true })).filter((name) => name.endsWith(".ts"));
  const quoted = [...told.matchAll(/`([^`\n]{12,})`/gu)].flatMap(([, text = ""]) => (text.includes(" ") ? [text] : []));
  /** @type {string[]} */
  const missing = [];
  for (const file of files.sort()) {
    for (const { line, parts } of messagesOf(file, await readFile(join(root, "provider", file), "utf8"))) {
      if (!parts.some((part) => isTold(part, file, told, quoted)))
        missing.push(`provider/${file}:${line}: ${parts[0]}`);
    }
  }
  if (missing.length > 0) throw new SetupError(`docs/operations/errors.md does not show:\n${missing.join("\n")}`);
});

/**
 * @param {string} folder
 * @param {string} ending
 */
async function textOf(folder, ending) {
  const names = (await readdir(join(root, folder), { recursive: true })).filter((name) => name.endsWith(ending));
  return (await Promise.all(names.map((name) => readFile(join(root, folder, name), "utf8")))).join("\n");
}

/**
 * @param {string} part
 * @param {string} file
 * @param {string} told text of the whole documentation
 * @param {readonly string[]} quoted messages that it quotes
 */
function isTold(part, file, told, quoted) {
  if (
    ownMistakes.has(part) ||
    quoted.some((text) => part.includes(text)) ||
    told.includes(part.replace(/[.;:,(" ]+$/u, ""))
  )
    return true;
  return kindsOfMessage.some((one) => one.says.test(part) && (one.file ?? file) === file && told.includes(one.row));
}

/**
 * The constant parts of each message in a file, longest first: of created errors, and of `words`, `message` and `error`
 * of values that become errors.
 *
 * @param {string} file
 * @param {string} text
 * @returns {{ line: number, parts: string[] }[]}
 */
function messagesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {{ line: number, parts: string[] }[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const message = messageIn(node);
    const parts =
      message === undefined ? [] : partsOf(message).filter((part) => /[a-z]{3,}.*\s.*[a-z]{2,}/u.test(part));
    if (parts.length > 0) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, parts: parts.sort((one, other) => other.length - one.length) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {ts.Node} node */
function messageIn(node) {
  if (ts.isNewExpression(node) && /(?:Error|Refusal|Failure)$/u.test(node.expression.getText())) {
    const [first] = node.arguments ?? [];
    return first === undefined || ts.isObjectLiteralExpression(first) ? undefined : first;
  }
  if (!ts.isPropertyAssignment(node) || !/^(?:words|message|error)$/u.test(node.name.getText())) return undefined;
  return ts.isNewExpression(node.initializer) ? undefined : node.initializer;
}

/**
 * @param {ts.Node} node
 * @returns {string[]}
 */
function partsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text.trim()];
  if (!ts.isTemplateExpression(node)) return node.getChildren().flatMap(partsOf);
  const spans = node.templateSpans.flatMap(({ expression, literal }) => [...partsOf(expression), literal.text.trim()]);
  return [node.head.text.trim(), ...spans];
}
