// Lint, format, types and generated pages. What has passed on this machine with the same content is not checked again.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import process, { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { runMain, SetupError } from "./lib/errors.mjs";
import { passedKeys } from "./lib/passed.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

/** @typedef {Map<string, string>} Texts of all files by path, which begins at the root */
/** @typedef {(texts: Texts, file: string) => string} KeyOf what the result for a file depends on, as a digest */

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {readonly string[]} command script below node_modules or tools, and its arguments
 * @property {RegExp} [files] those that are passed to the command; without it, the command checks all of them at once
 * @property {KeyOf} keyOf
 */

/** @param {readonly string[]} parts */
const digest = (parts) => createHash("sha256").update(parts.join("\0")).digest("hex");

/** @param {Texts} texts @param {(path: string) => boolean} isPart */
const digestOf = (texts, isPart) => digest([process.version, ...[...texts].filter(([path]) => isPart(path)).flat()]);

/** @type {WeakMap<Texts, Map<string, any>>} */
const results = new WeakMap();
/**
 * What follows from the texts, computed once.
 *
 * @template Result
 * @param {Texts} texts
 * @param {string} name
 * @param {() => Result} compute
 * @returns {Result}
 */
function once(texts, name, compute) {
  const known = results.get(texts) ?? new Map();
  results.set(texts, known);
  if (!known.has(name)) known.set(name, compute());
  return known.get(name);
}

/** The digest of all files that match. @param {Texts} texts @param {RegExp} pattern */
function common(texts, pattern) {
  return once(texts, `matching ${pattern.source}`, () => digestOf(texts, (path) => pattern.test(path)));
}

const settings =
  /^(?:package(?:-lock)?\.json|eslint\.config\.mjs|\.(?:prettier|editorconfig|gitignore).*)$|tsconfig.*\.json$/u;
const rules = new RegExp(`${settings.source}|^tools/lint/`, "u");
const everything = /(?:)/u;
const ambient = /^\s*declare (?:global|module)\b/mu;
/** A path of a module or a file, wherever it is in a text: in an import, a call or a comment with types. */
const relativePath = /["'`](\.{1,2}\/[^"'`\n]*)["'`]/gu;
const endings = ["", ".ts", ".d.ts", ".mjs", ".cjs", ".js", "/index.ts", "/index.mjs"];
/** The package as users import it, which is built from all sources. */
const itself = /(?:from|import\() ?"pulumi-flowgate/u;

/** The files that a file refers to. @param {Texts} texts @param {string} file @returns {readonly string[]} */
function references(texts, file) {
  return once(texts, `references of ${file}`, () =>
    [...(texts.get(file) ?? "").matchAll(relativePath)].flatMap(([, target = ""]) => {
      const base = posix.join(posix.dirname(file), target).replace(/\.js$/u, "");
      return endings.map((ending) => base + ending).filter((path) => texts.has(path));
    }),
  );
}

/** The files that a file refers to, directly or through others, itself included. @param {Texts} texts @param {string} file */
function reached(texts, file) {
  const found = new Set([file]);
  for (const path of found) for (const target of references(texts, path)) found.add(target);
  return found;
}

/** For rules that know types: everything that a file reaches. @type {KeyOf} */
function keyWithTypes(texts, file) {
  const files = [...reached(texts, file)].sort();
  if (files.some((path) => itself.test(texts.get(path) ?? ""))) return digest([file, common(texts, everything)]);
  return digest([
    file,
    common(texts, rules),
    globals(texts),
    ...files.flatMap((path) => [path, texts.get(path) ?? ""]),
  ]);
}

/** The digest of the files that declare something for all others. @param {Texts} texts */
function globals(texts) {
  return once(texts, "globals", () =>
    digestOf(texts, (path) => /\.ts$/u.test(path) && ambient.test(texts.get(path) ?? "")),
  );
}

/** @param {RegExp} pattern @returns {KeyOf} */
const keyOfAll = (pattern) => (texts) => common(texts, pattern);
const memory = (/** @type {string} */ name) => join(root, "node_modules/.cache/flowgate", name);
const compiler = "node_modules/typescript/bin/tsc";
const code = /\.(?:ts|mjs|cjs|json)$/u;

/** @type {readonly Check[]} */
export const checks = [
  { name: "docs", command: ["tools/docs/main.mjs", "--check"], keyOf: keyOfAll(/\.(?:ts|mjs|json|md)$/u) },
  {
    name: "eslint",
    command: ["node_modules/eslint/bin/eslint.js", "--max-warnings", "0", "--no-warn-ignored"],
    files: /\.(?:ts|mjs|cjs|js)$/u,
    keyOf: keyWithTypes,
  },
  {
    name: "prettier",
    command: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "--ignore-unknown"],
    files: everything,
    keyOf: (texts, file) => digest([file, common(texts, settings), texts.get(file) ?? ""]),
  },
  {
    name: "types",
    command: [compiler, "--noEmit", "--incremental", "--tsBuildInfoFile", memory("types")],
    keyOf: keyOfAll(code),
  },
  {
    name: "tools",
    command: [compiler, "-p", "tools", "--incremental", "--tsBuildInfoFile", memory("tools")],
    keyOf: keyOfAll(code),
  },
];

/** The files of the clone that Git does not ignore. @returns {Promise<Texts>} */
export async function textsOf(folder = root) {
  const {
    code: failed,
    stdout,
    stderr,
  } = await capture("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: folder });
  if (failed !== 0) throw new SetupError(`The checks need Git: ${stderr.trim()}`);
  const paths = [...new Set(stdout.split("\0"))].filter((path) => path !== "").sort();
  const read = paths.map(async (path) => {
    try {
      return [[path, await readFile(join(folder, path), "utf8")]];
    } catch {
      // Deleted, but not in the index yet; or a link to a folder.
      return [];
    }
  });
  return new Map(/** @type {[string, string][]} */ ((await Promise.all(read)).flat()));
}

/** Runs one check and prints its findings as a whole. @param {Check} check @param {Texts} texts */
async function run({ name, command: [script = "", ...args], files, keyOf }, texts) {
  const items = files === undefined ? [""] : [...texts.keys()].filter((path) => files.test(path));
  const keys = new Map(items.map((path) => [path, keyOf(texts, path)]));
  const passed = await passedKeys(name);
  const left = items.filter((path) => !passed.has(keys.get(path) ?? ""));
  if (left.length > 0) {
    const more = files === undefined ? [] : ["--", ...left];
    const {
      code: status,
      stdout,
      stderr,
    } = await capture(execPath, [join(root, script), ...args, ...more], { cwd: root });
    process.stdout.write(stdout + stderr);
    if (status !== 0) throw new SetupError(`${script} ended with ${status}; what it printed is above.`);
  }
  await passed.remember(keys.values());
}

/** Runs all checks in parallel. All of them print their findings, even if one has failed. */
export async function runChecks() {
  const texts = await textsOf();
  const results = await Promise.allSettled(checks.map((check) => run(check, texts)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

if (argv[1] === fileURLToPath(import.meta.url)) runMain(runChecks);
