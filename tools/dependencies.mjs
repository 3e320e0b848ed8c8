import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "./lib/errors.mjs";
import { readIfPresent } from "./lib/files.mjs";
import { withLock } from "./lib/lock.mjs";
import { cloneLock, root } from "./lib/paths.mjs";
import { show } from "./lib/run.mjs";

const lockFile = join(root, "package-lock.json");
/** Digest of the lock file that node_modules matched. */
const stampFile = join(root, "node_modules", ".setup-stamp");

/**
 * Runs `npm ci` if it has not yet installed what package-lock.json names. Only one process at a time does so, since
 * `npm ci` starts by removing node_modules.
 *
 * @param {(message: string) => void} say
 */
export async function installDependencies(say) {
  if (await isStamped()) return;
  await withLock(cloneLock("install"), `installing the dependencies of ${root}`, say, async () => {
    if (await isStamped()) return;
    say("Installing dependencies (npm ci)");
    // Warnings would concern indirect dependencies, which users cannot change.
    const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    if ((await show("npm", args, { cwd: root })) !== 0)
      throw new SetupError("npm ci failed; what it printed is above.");
    await writeFile(stampFile, await digest());
  });
}

async function isStamped() {
  return (await readIfPresent(stampFile)) === (await digest());
}

async function digest() {
  return createHash("sha256")
    .update(await readFile(lockFile))
    .digest("hex");
}
