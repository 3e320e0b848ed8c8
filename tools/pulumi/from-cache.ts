import { chmod, copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../lib/errors.mjs";
import { cacheFolder, root } from "../lib/paths.mjs";
import { isExecutable, languageHostWorks, versionOf } from "./check.ts";
import type { Way, Wanted } from "./engine.ts";
import { replaceFolder, STAGING } from "./go.ts";
import { engineFiles } from "./versions.ts";

const MANIFEST = "engine.json";

/** Folder of the engines, one subfolder per version. */
export const enginesFolder = () => join(cacheFolder(), "engine");

/** An engine that was downloaded or built here before. */
export const fromCache: Way = {
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
};

async function readManifest(folder: string): Promise<{ engine: string; language: string; made: string } | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Adds an engine to the cache, after a test run: `fill` writes `pulumi` and `pulumi-language-nodejs`. The caller holds
 * the lock.
 *
 * @param version of the language host; text for the origin
 */
export async function addToCache(
  wanted: Wanted,
  { language, made }: { language: string; made: string },
  fill: (staging: string) => Promise<void>,
) {
  await removeLeftovers(enginesFolder());
  await replaceFolder(join(enginesFolder(), wanted.engine), async (staging) => {
    await fill(staging);
    const script = "pulumi-resource-pulumi-nodejs";
    await copyFile(join(root, "node_modules", "@pulumi", "pulumi", script), join(staging, script));
    for (const file of engineFiles) await chmod(join(staging, file), 0o755);
    await tryOut(staging, wanted);
    await writeFile(join(staging, MANIFEST), `${JSON.stringify({ engine: wanted.engine, language, made })}\n`);
    await chmod(staging, 0o755);
  });
}

/** Removes folders of killed builds. */
async function removeLeftovers(engines: string) {
  for (const name of await readdir(engines)) {
    if (name.startsWith(STAGING)) await rm(join(engines, name), { recursive: true, force: true });
  }
}

async function tryOut(folder: string, wanted: Wanted) {
  const version = await versionOf(join(folder, "pulumi"));
  if (version !== wanted.engine) throw new Error(`the new pulumi says version ${version ?? "nothing"}`);
  if (!(await languageHostWorks(join(folder, "pulumi-language-nodejs")))) {
    throw new Error("the new language host does not start");
  }
}
