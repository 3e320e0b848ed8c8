import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { cacheFolder, root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";
import { atLeast } from "../lib/versions.mjs";
import { buildFromGo, install } from "./make.mjs";

/** @typedef {{ folder: string; version: string; origin: string }} Engine its folder belongs first on PATH */
/** @typedef {(wanted: string, installed?: Promise<void>) => Promise<Engine>} Way throws the reason why it provides none */

const engines = join(cacheFolder, "engine");
/** The host of dynamic providers, which `@pulumi/pulumi` contains. */
const dynamicHost = "pulumi-resource-pulumi-nodejs";

/** The ways to an engine, in the order in which they are tried. @satisfies {Readonly<Record<string, Way>>} */
const ways = {
  /** One that the user installed: `pulumi` on PATH, with its hosts beside it or on PATH too. @type {Way} */
  async path(wanted) {
    const onPath = (process.env["PATH"] ?? "").split(":");
    const pulumi = find("pulumi", onPath);
    if (pulumi === undefined) throw new SetupError("there is no `pulumi` on PATH");
    const version = await versionOf(pulumi);
    if (!atLeast(version, wanted)) {
      throw new SetupError(`${pulumi} is version ${version}; ${wanted} is the oldest that is tested`);
    }
    const folders = [dirname(await realpath(pulumi)), ...onPath];
    for (const name of ["pulumi-language-nodejs", dynamicHost]) {
      if (find(name, folders) === undefined) throw new SetupError(`${pulumi} has no ${name} beside it or on PATH`);
    }
    return { folder: dirname(pulumi), version, origin: `from PATH, ${pulumi}` };
  },
  /** One that was downloaded or built here before. @type {Way} */
  async cache(wanted) {
    const folder = join(engines, wanted);
    if (!existsSync(folder)) throw new SetupError(`${engines} has none of version ${wanted}`);
    return { folder, version: wanted, origin: `from ${folder}` };
  },
  /** @type {Way} */
  installer: (wanted, installed) =>
    intoCache(wanted, (folder, version) => install(folder, version, installed), installed),
  /** @type {Way} */
  go: (wanted, installed) => intoCache(wanted, buildFromGo, installed),
};

/** The path of a program in the first of the folders that has it. @param {string} name @param {readonly string[]} folders */
const find = (name, folders) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** @param {string} pulumi */
async function versionOf(pulumi) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return (await capture(pulumi, ["version"], { env })).trim().replace(/^v/u, "");
}

/**
 * Adds an engine to the cache after it has been tried out: no process ever sees an incomplete one.
 *
 * @param {string} wanted
 * @param {(folder: string, version: string) => Promise<void>} fill
 * @param {Promise<void>} [installed] when the dependencies are there
 */
async function intoCache(wanted, fill, installed) {
  await mkdir(engines, { recursive: true });
  const staging = await mkdtemp(join(engines, ".staging-"));
  try {
    await fill(staging, wanted);
    await installed;
    await copyFile(join(root, "node_modules/@pulumi/pulumi", dynamicHost), join(staging, dynamicHost));
    await chmod(join(staging, dynamicHost), 0o755);
    const version = await versionOf(join(staging, "pulumi"));
    if (version !== wanted) throw new SetupError(`the new pulumi says version ${version}`);
    await chmod(staging, 0o755);
    // Another process may have been faster.
    if (!existsSync(join(engines, wanted))) await rename(staging, join(engines, wanted));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return ways.cache(wanted);
}

/**
 * The engine of the first way that provides one. The first time takes some minutes, later calls milliseconds.
 *
 * @param {readonly string[]} [allowed] names of ways
 * @param {Promise<void>} [installed] when the dependencies are there, if they are still being installed
 * @returns {Promise<Engine>}
 */
export async function requireEngine(allowed = process.env["FLOWGATE_ENGINE_WAYS"]?.split(","), installed) {
  const module = await readFile(join(root, "tools/pulumi/engine/go.mod"), "utf8");
  // Also the oldest version that is accepted from PATH.
  const [, wanted = ""] = /pulumi\/pkg\/v3 v(\S+)/u.exec(module) ?? [];
  const reasons = [];
  for (const [name, way] of Object.entries(ways)) {
    if (allowed?.includes(name) === false) continue;
    try {
      return await way(wanted, installed);
    } catch (error) {
      reasons.push(`  - ${name}: ${/** @type {Error} */ (error).message}`);
    }
  }
  const lines = [
    "There is no Pulumi engine on this machine, and none of the ways to get one worked:",
    ...reasons,
    "Do one of these, then run `npm run setup`:",
    `  - install Pulumi ${wanted} or later, so that \`pulumi version\` works: https://www.pulumi.com/docs/install/`,
    "  - install Go 1.26 or later (https://go.dev/dl/) with access to a Go module proxy (GOPROXY)",
  ];
  throw new SetupError(lines.join("\n"));
}
