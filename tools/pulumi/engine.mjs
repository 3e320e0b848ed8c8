import { chmod, copyFile, mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { readIfPresent } from "../lib/files.mjs";
import { withLock } from "../lib/lock.mjs";
import { cacheFolder, root } from "../lib/paths.mjs";
import { atLeast } from "../lib/versions.mjs";
import { buildFromGo, install } from "./make.mjs";
import {
  engineFiles,
  findExecutable,
  isExecutable,
  languageHostWorks,
  versionOf,
  wantedVersions,
} from "./versions.mjs";

/** @typedef {{ engine: string; language: string }} Wanted */
/** @typedef {{ folder: string; version: string; origin: string }} Engine its folder belongs first on PATH */
/** @typedef {{ name: string; find: (wanted: Wanted) => Promise<Engine> }} Way throws the reason why it provides none */

const MANIFEST = "engine.json";
/** Begin of the names of folders that are being filled. */
const STAGING = ".staging-";
const enginesFolder = () => join(cacheFolder(), "engine");

/** An engine that the user installed: `pulumi` on PATH, with its language host beside it or on PATH too. @type {Way} */
const fromPath = {
  name: "path",
  async find(wanted) {
    const onPath = (process.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
    const pulumi = await findExecutable("pulumi", onPath);
    if (pulumi === undefined) throw new SetupError("there is no `pulumi` on PATH");
    const version = await versionOf(pulumi);
    if (version === undefined) throw new SetupError(`${pulumi} does not run`);
    if (!atLeast(version, wanted.engine)) {
      throw new SetupError(`${pulumi} is version ${version}; ${wanted.engine} is the oldest that is tested`);
    }
    const folders = [dirname(await realpath(pulumi)), dirname(pulumi), ...onPath];
    const host = await findExecutable("pulumi-language-nodejs", folders);
    if (host === undefined) throw new SetupError(`${pulumi} has no language host for Node.js beside it or on PATH`);
    if (!(await languageHostWorks(host))) throw new SetupError(`${host} does not start`);
    if ((await findExecutable("pulumi-resource-pulumi-nodejs", folders)) === undefined) {
      throw new SetupError(`${pulumi} has no host for dynamic providers beside it or on PATH`);
    }
    return { folder: dirname(pulumi), version, origin: `from PATH, ${pulumi}` };
  },
};

/** An engine that was downloaded or built here before. @type {Way} */
const fromCache = {
  name: "cache",
  async find(wanted) {
    const folder = join(enginesFolder(), wanted.engine);
    const text = await readIfPresent(join(folder, MANIFEST));
    if (text === undefined) throw new SetupError(`there is none of version ${wanted.engine} in ${enginesFolder()}`);
    const { engine, language, made } = JSON.parse(text);
    if (engine !== wanted.engine || ![wanted.language, wanted.engine].includes(language)) {
      throw new SetupError(`the one in ${folder} was made from other versions`);
    }
    for (const file of engineFiles) {
      if (!(await isExecutable(join(folder, file)))) throw new SetupError(`the one in ${folder} lacks ${file}`);
    }
    return { folder, version: engine, origin: `${made}, ${folder}` };
  },
};

/** @type {Way} */
const fromInstaller = {
  name: "installer",
  find: (wanted) =>
    intoCache(wanted, { language: wanted.engine, made: "downloaded" }, (folder) => install(folder, wanted.engine)),
};

/** @type {Way} */
const fromGo = {
  name: "go",
  find: (wanted) =>
    intoCache(wanted, { language: wanted.language, made: "built from Go modules" }, (folder) =>
      buildFromGo(folder, wanted),
    ),
};

/**
 * Adds an engine to the cache after it has been tried out: no process ever sees an incomplete one. The caller holds the
 * lock.
 *
 * @param {Wanted} wanted
 * @param {{ language: string; made: string }} about
 * @param {(folder: string) => Promise<void>} fill
 */
async function intoCache(wanted, about, fill) {
  const engines = enginesFolder();
  // Folders of killed builds.
  for (const name of await readdir(engines)) {
    if (name.startsWith(STAGING)) await rm(join(engines, name), { recursive: true, force: true });
  }
  const staging = await mkdtemp(join(engines, STAGING));
  try {
    await fill(staging);
    const script = "pulumi-resource-pulumi-nodejs";
    await copyFile(join(root, "node_modules/@pulumi/pulumi", script), join(staging, script));
    for (const file of engineFiles) await chmod(join(staging, file), 0o755);
    const version = await versionOf(join(staging, "pulumi"));
    if (version !== wanted.engine) throw new SetupError(`the new pulumi says version ${version ?? "nothing"}`);
    if (!(await languageHostWorks(join(staging, "pulumi-language-nodejs")))) {
      throw new SetupError("the new language host does not start");
    }
    await writeFile(join(staging, MANIFEST), `${JSON.stringify({ engine: wanted.engine, ...about })}\n`);
    await chmod(staging, 0o755);
    await rm(join(engines, wanted.engine), { recursive: true, force: true });
    await rename(staging, join(engines, wanted.engine));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return fromCache.find(wanted);
}

/** The first way that provides an engine, or the reasons why none does. @param {readonly Way[]} ways */
async function firstOf(ways) {
  const wanted = await wantedVersions();
  // E.g. `path,cache` if downloads are forbidden.
  const allowed = process.env["FLOWGATE_ENGINE_WAYS"]?.split(",");
  const reasons = [];
  for (const { name, find } of ways) {
    if (allowed?.includes(name) === false) {
      reasons.push(`${name}: FLOWGATE_ENGINE_WAYS leaves it out`);
      continue;
    }
    try {
      return { engine: await find(wanted), reasons };
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { engine: undefined, reasons };
}

/** An engine that exists on this machine: on PATH, or in the cache. */
export async function findEngine() {
  return (await firstOf([fromPath, fromCache])).engine;
}

/**
 * An engine, downloaded or built if there is none. The first time takes some minutes, later calls milliseconds.
 *
 * @param {(message: string) => void} say
 */
export async function requireEngine(say) {
  const found = await firstOf([fromPath, fromCache]);
  if (found.engine !== undefined) return found.engine;
  await mkdir(enginesFolder(), { recursive: true });
  return withLock(join(enginesFolder(), "lock"), "getting the Pulumi engine", say, async () => {
    // After waiting for the lock, the engine of the other process is in the cache.
    const { engine, reasons } = await firstOf([fromCache, fromInstaller, fromGo]);
    if (engine !== undefined) return engine;
    const { engine: version } = await wantedVersions();
    const lines = [
      "There is no Pulumi engine on this machine, and none of the ways to get one worked:",
      ...[...found.reasons.filter((one) => one.startsWith("path")), ...reasons].map((reason) => `  - ${reason}`),
      "Do one of these, then run `npm run setup` again:",
      `  - install Pulumi ${version} or later, so that \`pulumi version\` works: https://www.pulumi.com/docs/install/`,
      "  - install Go 1.26 or later (https://go.dev/dl/) with access to a Go module proxy (GOPROXY)",
      `  - copy a folder with the engine's three files and its ${MANIFEST} to ${enginesFolder()}/${version}`,
    ];
    throw new SetupError(lines.join("\n"));
  });
}
