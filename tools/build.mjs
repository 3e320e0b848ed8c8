import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { hasCode, runMain, SetupError } from "./lib/errors.mjs";
import { withLock } from "./lib/lock.mjs";
import { cloneLock, root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

/** What tsconfig.build.json compiles. */
const folders = ["provider", "model", "sdk", "simulator", "cli", "fleet"];
const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];
const dist = join(root, "dist");
/** The sources that dist was made from: one line a file with its size and time of change. */
const stampFile = join(dist, ".sources");

/**
 * Compiles the package to dist/ when a source changed since it was done last. Types are checked; a mistake in them is
 * an error. Two processes at once do not write into the same dist/.
 *
 * @param {(message: string) => void} say
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function build(say) {
  if (await isCurrent()) return false;
  return withLock(cloneLock("build"), `building ${root}`, say, async () => {
    if (await isCurrent()) return false;
    say("Building dist");
    const before = await inventory();
    await removeOrphans();
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const { code, stdout } = await capture(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root });
    if (code !== 0) throw new SetupError(`The build failed:\n${stdout.trimEnd()}`);
    await writeFile(stampFile, before);
    return true;
  });
}

async function isCurrent() {
  try {
    return (await readFile(stampFile, "utf8")) === (await inventory());
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

async function inventory() {
  const files = [...settings.map((name) => join(root, name)), ...(await sources())];
  const lines = files.map(async (file) => {
    const { size, mtimeMs } = await stat(file);
    return `${relative(root, file)} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(lines)).join("\n");
}

async function sources() {
  const lists = folders.map((folder) => filesBelow(join(root, folder), ".ts"));
  return (await Promise.all(lists)).flat().sort();
}

/**
 * Output whose source was removed or renamed would still be found by `require`, and be packed. And output that
 * somebody removed by hand is written again only if the compiler's notes do not say that it is there.
 */
async function removeOrphans() {
  const expected = new Set((await sources()).map((file) => relative(root, file).slice(0, -".ts".length)));
  for (const file of await filesBelow(dist, ".js", ".d.ts")) {
    const name = relative(dist, file).replace(/(\.d\.ts|\.js)$/u, "");
    if (!expected.has(name)) await rm(file);
    else if (file.endsWith(".js")) expected.delete(name);
  }
  if (expected.size > 0) await rm(join(dist, ".tsbuildinfo"), { force: true });
}

/**
 * @param {string} folder
 * @param {...string} endings
 */
async function filesBelow(folder, ...endings) {
  if (!(await exists(folder))) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {string} path */
async function exists(path) {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    await build(console.log);
  });
}
