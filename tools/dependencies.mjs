import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readIfPresent } from "./lib/files.mjs";
import { root } from "./lib/paths.mjs";
import { show } from "./lib/run.mjs";

/**
 * Runs `npm ci` if it has not yet installed what package-lock.json names.
 *
 * @param {(message: string) => void} say
 */
export async function installDependencies(say) {
  const lockFile = await readFile(join(root, "package-lock.json"));
  const digest = createHash("sha256").update(lockFile).digest("hex");
  /** Digest of the lock file that was installed. */
  const stampFile = join(root, "node_modules", ".setup-stamp");
  if ((await readIfPresent(stampFile)) === digest) return;
  say("Installing dependencies (npm ci)");
  // Warnings would concern indirect dependencies, which users cannot change.
  await show("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root });
  await writeFile(stampFile, digest);
}
