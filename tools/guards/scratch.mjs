import { copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";

/** @typedef {import("../docs/fault-names.mjs").Proof} Proof */

/**
 * A copy of the clone in which files may be changed: what is in version control and what is new, the built package, and
 * the dependencies by a link.
 *
 * @typedef {object} Scratch
 * @property {string} folder
 * @property {<T>(file: string, change: (source: string) => string, work: () => Promise<T>) => Promise<T>} changed
 * runs something while a file is changed
 * @property {() => Promise<void>} remove
 */

/** @returns {Promise<Scratch>} */
export async function makeScratch() {
  const folder = await mkdtemp(join(tmpdir(), "flowgate-guards-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const name of await filesOfClone()) await copied(name, folder);
    await symlink(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    async changed(file, change, work) {
      const path = join(folder, file);
      const source = await readFile(path, "utf8");
      await writeFile(path, change(source));
      try {
        return await work();
      } finally {
        await writeFile(path, source);
      }
    },
  };
}

/** Names from the root: tracked files, new ones that are not ignored, and the build. */
async function filesOfClone() {
  const list = async (/** @type {string[]} */ ...args) => {
    const { code, stdout, stderr } = await capture("git", ["ls-files", "-z", ...args], { cwd: root });
    if (code !== 0) throw new SetupError(`git ls-files ended with ${code}: ${stderr.trim()}`);
    return stdout.split("\0").filter((name) => name !== "");
  };
  const [own, built] = await Promise.all([
    list("--cached", "--others", "--exclude-standard"),
    list("--others", "--ignored", "--exclude-standard", "dist"),
  ]);
  return [...new Set([...own, ...built])];
}

/**
 * The times are kept, so that the build that came along counts as up to date.
 *
 * @param {string} name
 * @param {string} folder
 */
async function copied(name, folder) {
  const [from, to] = [join(root, name), join(folder, name)];
  const facts = await stat(from).catch(() => undefined);
  if (facts?.isFile() !== true) return;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
  await utimes(to, facts.atime, facts.mtime);
}

/** A test that hangs without its guard fails after this. */
const PATIENCE_MS = 30_000;

/**
 * Runs tests of a scratch copy in one go; gives how many of each passed and which failed.
 *
 * @param {string} folder
 * @param {readonly Proof[]} tests
 * @returns {Promise<(test: Proof) => { passed: number, failed: string[] }>}
 */
export async function runTests(folder, tests) {
  const report = join(folder, "guards-report.json");
  await rm(report, { force: true });
  const files = new Set(tests.map(({ file }) => file));
  const names = [...new Set(tests.map(({ name }) => patternOf(name)))].join("|");
  const args = ["--json", "--outputFile", report, "-t", names, "--runTestsByPath", ...files];
  // A test that fails may leave a server open.
  const limits = ["--silent", "--forceExit", "-w", "1", "--testTimeout", String(PATIENCE_MS)];
  const { stderr } = await capture(execPath, ["node_modules/jest/bin/jest.js", ...limits, ...args], { cwd: folder });
  /** @type {{ testResults: { name: string, assertionResults: { fullName: string, status: string }[] }[] }} */
  const { testResults } = JSON.parse(
    await readFile(report, "utf8").catch(() => {
      throw new SetupError(`jest gave no results for ${[...files].join(", ")}:\n${stderr.slice(-2000)}`);
    }),
  );
  return ({ file, name }) => {
    const pattern = new RegExp(patternOf(name), "u");
    const all = testResults
      .filter((result) => result.name.endsWith(`/${file}`))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName }) => pattern.test(fullName));
    return {
      passed: all.filter(({ status }) => status === "passed").length,
      failed: all.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
    };
  };
}

/**
 * A pattern for the full name of a test, whose source may hold placeholders.
 *
 * @param {string} name
 */
function patternOf(name) {
  return name
    .split(/%[a-z]|\.\.\.|\$\w+/u)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
    .join(".*");
}
