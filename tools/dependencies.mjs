import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "./lib/errors.mjs";
import { readIfPresent } from "./lib/files.mjs";
import { withLock } from "./lib/lock.mjs";
import { cloneLock, root } from "./lib/paths.mjs";
import { show } from "./lib/run.mjs";

const lockFile = join(root, "package-lock.json");
/** npm's own record of the installed packages. */
const installedFile = join(root, "node_modules", ".package-lock.json");
/** Digest of the lock file that node_modules matched. */
const stampFile = join(root, "node_modules", ".setup-stamp");

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [peer]
 * @property {boolean} [link]
 */

/**
 * Runs `npm ci` if node_modules is missing or does not match package-lock.json. Only one process at a time does so,
 * since `npm ci` starts by removing node_modules.
 *
 * @param {(message: string) => void} say
 */
export async function installDependencies(say) {
  if (await isStamped()) return;
  await withLock(cloneLock("install"), `installing the dependencies of ${root}`, say, async () => {
    if (await isStamped()) return;
    const lockText = await readFile(lockFile, "utf8");
    if (!(await matchesInstalled(lockText))) {
      say("Installing dependencies (npm ci)");
      // Warnings would concern indirect dependencies, which users cannot change.
      const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
      if ((await show("npm", args, { cwd: root })) !== 0) {
        throw new SetupError("npm ci failed; what it printed is above.");
      }
    }
    await writeFile(stampFile, digestOf(lockText));
  });
}

async function isStamped() {
  return (await readIfPresent(stampFile)) === digestOf(await readFile(lockFile, "utf8"));
}

/** @param {string} text */
function digestOf(text) {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Whether node_modules already matches the lock file, because a user ran npm directly.
 *
 * @param {string} lockText
 */
async function matchesInstalled(lockText) {
  const installedText = await readIfPresent(installedFile);
  if (installedText === undefined) return false;
  /** @type {Record<string, LockedPackage>} */
  const wanted = JSON.parse(lockText).packages;
  /** @type {Record<string, LockedPackage>} */
  const installed = JSON.parse(installedText).packages;
  return Object.entries(wanted).every(([path, want]) => {
    if (!path.startsWith("node_modules/")) return true; // the root and the workspaces themselves
    if (want.link === true) return existsSync(join(root, path));
    const have = installed[path];
    if (have === undefined) return want.optional === true || want.devOptional === true || want.peer === true;
    return have.version === want.version && have.integrity === want.integrity;
  });
}
