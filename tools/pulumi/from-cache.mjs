import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../lib/errors.mjs";
import { cacheFolder, root } from "../lib/paths.mjs";
import { isExecutable, languageHostWorks, versionOf } from "./check.mjs";
import { engineFiles } from "./versions.mjs";

/** @import { Way, Wanted } from "./engine.mjs" */

const MANIFEST = "engine.json";
const STAGING = ".staging-";

/** Folder of the engines, one subfolder per version. */
export const enginesFolder = () => join(cacheFolder(), "engine");

/** An engine that was downloaded or built here before. */
export const fromCache = /** @satisfies {Way} */ ({
  name: "cache",
  async find({ wanted }) {
    const folder = join(enginesFolder(), wanted.engine);
    const manifest = await readManifest(folder);
    if (manifest === undefined) return { missing: `there is none of version ${wanted.engine} in ${enginesFolder()}` };
    if (manifest.engine !== wanted.engine || ![wanted.language, wanted.engine].includes(manifest.language)) {
      return { missing: `the one in ${folder} was made from other versions` };
    }
    for (const file of engineFiles) {
      if (!(await isExecutable(join(folder, file)))) return { missing: `the one in ${folder} lacks ${file}` };
    }
    return { folder, version: manifest.engine, origin: `${manifest.made}, ${folder}` };
  },
});

/**
 * @param {string} folder
 * @returns {Promise<{ engine: string; language: string; made: string } | undefined>}
 */
async function readManifest(folder) {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Adds an engine to the cache: `fill` writes `pulumi` and `pulumi-language-nodejs` into a new folder beside the final
 * one. After a test run, the folder is renamed, so that no process ever sees an incomplete engine. The caller holds the
 * lock.
 *
 * @param {Wanted} wanted
 * @param {{ language: string; made: string }} version of the language host; text for the origin
 * @param {(staging: string) => Promise<void>} fill
 */
export async function addToCache(wanted, { language, made }, fill) {
  const engines = enginesFolder();
  await mkdir(engines, { recursive: true });
  await removeLeftovers(engines);
  const staging = await mkdtemp(join(engines, STAGING));
  try {
    await fill(staging);
    const script = "pulumi-resource-pulumi-nodejs";
    await copyFile(join(root, "node_modules", "@pulumi", "pulumi", script), join(staging, script));
    for (const file of engineFiles) await chmod(join(staging, file), 0o755);
    await tryOut(staging, wanted);
    await writeFile(join(staging, MANIFEST), `${JSON.stringify({ engine: wanted.engine, language, made })}\n`);
    await chmod(staging, 0o755);
    const folder = join(engines, wanted.engine);
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Removes folders of killed builds. @param {string} engines */
async function removeLeftovers(engines) {
  for (const name of await readdir(engines)) {
    if (name.startsWith(STAGING)) await rm(join(engines, name), { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {Wanted} wanted
 */
async function tryOut(folder, wanted) {
  const version = await versionOf(join(folder, "pulumi"));
  if (version !== wanted.engine) throw new Error(`the new pulumi says version ${version ?? "nothing"}`);
  if (!(await languageHostWorks(join(folder, "pulumi-language-nodejs")))) {
    throw new Error("the new language host does not start");
  }
}
