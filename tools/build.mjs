import { rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { runMain, SetupError } from "./lib/errors.mjs";
import { filesBelow, readIfPresent } from "./lib/files.mjs";
import { withLock } from "./lib/lock.mjs";
import { cloneLock, root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

/** Folders that tools/tsconfig.build.json compiles. */
const folders = ["provider", "sdk", "simulator", "cli"];
const settings = ["tsconfig.json", "tools/tsconfig.build.json", "package-lock.json"];
const dist = join(root, "dist");
/** Generator of the type files. */
const generator = join(root, "tools", "declarations");
/** Folder of dist that is not written by the compiler. */
const types = "types";
/** The sources that dist was built from: one line per file with its size and modification time. */
const stampFile = join(dist, ".sources");

/**
 * Compiles the package to dist/ if a source has changed since the last build. Types are checked; a type error fails the
 * build. Two processes never write into the same dist/ at once.
 *
 * @param {(message: string) => void} say
 * @returns {Promise<boolean>} whether a build was necessary
 */
export async function build(say) {
  if (await isCurrent()) return false;
  return withLock(cloneLock("build"), `building ${root}`, say, async () => {
    if (await isCurrent()) return false;
    say("Building dist");
    const before = await inventory();
    await removeOrphans();
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const compiled = await capture(process.execPath, [tsc, "-p", "tools/tsconfig.build.json"], { cwd: root });
    if (compiled.code !== 0) throw new SetupError(`The build failed:\n${compiled.stdout.trimEnd()}`);
    const typed = await capture(process.execPath, [join(generator, "main.mjs")], { cwd: root });
    if (typed.code !== 0) throw new SetupError(`The build of the type files failed:\n${typed.stderr.trimEnd()}`);
    await writeFile(stampFile, before);
    return true;
  });
}

async function isCurrent() {
  return (await readIfPresent(stampFile)) === (await inventory());
}

async function inventory() {
  const files = [...settings.map((name) => join(root, name)), ...(await filesBelow(generator)), ...(await sources())];
  const lines = files.map(async (file) => {
    const { size, mtimeMs } = await stat(file);
    return `${relative(root, file)} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(lines)).join("\n");
}

async function sources() {
  const lists = await Promise.all(folders.map((folder) => filesBelow(join(root, folder))));
  return lists.flat().filter((file) => file.endsWith(".ts"));
}

/**
 * Removes orphaned output. `require` would still find output whose source was removed or renamed, and npm would pack
 * it. If output is missing, removes the compiler's build info too, since the compiler would otherwise not write it
 * again.
 */
async function removeOrphans() {
  const expected = new Set((await sources()).map((file) => relative(root, file).slice(0, -".ts".length)));
  for (const file of await filesBelow(dist)) {
    const name = /^(.*?)(?:\.d\.ts|\.js)$/u.exec(relative(dist, file))?.[1];
    if (name === undefined || dirname(name) === types) continue;
    if (!expected.has(name) || file.endsWith(".d.ts")) await rm(file);
    else expected.delete(name);
  }
  if (expected.size > 0) await rm(join(dist, ".tsbuildinfo"), { force: true });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    await build(console.log);
  });
}
