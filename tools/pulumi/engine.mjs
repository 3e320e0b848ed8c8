import { join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { withLock } from "../lib/lock.mjs";
import { enginesFolder, fromCache } from "./from-cache.mjs";
import { fromGo } from "./from-go.mjs";
import { fromInstaller } from "./from-installer.mjs";
import { fromPath } from "./from-path.mjs";
import { wantedVersions } from "./versions.mjs";

/**
 * @typedef {object} Engine
 * @property {string} folder folder to put first on PATH
 * @property {string} version without the `v`
 * @property {string} origin its origin, as text for people
 */

/** @typedef {{ engine: string; language: string }} Wanted */

/**
 * One of the ways to obtain an engine.
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {(context: { wanted: Wanted; say: (message: string) => void }) => Promise<Engine | { missing: string }>}
 * find the engine, or the reason why this way provides none
 */

/** In this order: the user's own engine, one in the cache, then a download or a build. */
const present = [fromPath, fromCache];
const made = [fromInstaller, fromGo];

/**
 * An engine that exists on this machine. Does not download or build.
 *
 * @returns {Promise<Engine | undefined>}
 */
export async function findEngine() {
  const { engine } = await firstOf(present, () => undefined);
  return engine;
}

/**
 * An engine, downloaded or built if there is none. The first time takes some minutes, later calls milliseconds.
 *
 * @param {(message: string) => void} say
 * @returns {Promise<Engine>}
 */
export async function requireEngine(say) {
  const found = await firstOf(present, say);
  if (found.engine !== undefined) return found.engine;
  const lock = join(enginesFolder(), "lock");
  return withLock(lock, "getting the Pulumi engine", say, async () => {
    // After waiting for the lock, the engine of the other process is in the cache.
    const afterWait = await firstOf([fromCache], say);
    if (afterWait.engine !== undefined) return afterWait.engine;
    const { engine, reasons } = await firstOf(made, say);
    if (engine !== undefined) return engine;
    throw new SetupError(await explain([...found.reasons, ...reasons]));
  });
}

/**
 * @param {readonly Way[]} ways
 * @param {(message: string) => void} say
 */
async function firstOf(ways, say) {
  const wanted = await wantedVersions();
  const reasons = [];
  for (const way of ways) {
    const outcome = isAllowed(way)
      ? await way.find({ wanted, say })
      : { missing: "FLOWGATE_ENGINE_WAYS leaves it out" };
    if (!("missing" in outcome)) return { engine: outcome, reasons };
    reasons.push(`${way.name}: ${outcome.missing}`);
  }
  return { engine: undefined, reasons };
}

/**
 * Whether a way is allowed. `FLOWGATE_ENGINE_WAYS` lists the allowed ways, separated by commas, e.g. `path,cache` if
 * downloads are forbidden. Default: all.
 *
 * @param {Way} way
 */
function isAllowed(way) {
  const allowed = process.env["FLOWGATE_ENGINE_WAYS"];
  return allowed === undefined || allowed.split(",").includes(way.name);
}

/** @param {readonly string[]} reasons */
async function explain(reasons) {
  const { engine } = await wantedVersions();
  return [
    "There is no Pulumi engine on this machine, and none of the ways to get one worked:",
    ...reasons.map((reason) => `  - ${reason}`),
    "Do one of these, then run `npm run setup` again:",
    `  - install Pulumi ${engine} or later, so that \`pulumi version\` works: https://www.pulumi.com/docs/install/`,
    "  - install Go 1.26 or later (https://go.dev/dl/) with access to a Go module proxy (GOPROXY)",
    `  - copy a folder with the engine's three files and its engine.json from another machine to ${enginesFolder()}/${engine}`,
  ].join("\n");
}
