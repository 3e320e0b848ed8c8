import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The one folder outside the clone that the tools write to: `$XDG_CACHE_HOME/pulumi-flowgate`, by default
 * `~/.cache/pulumi-flowgate`. The base directory specification ignores relative values, so they are ignored here.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function cacheFolder(env = process.env) {
  const base = env["XDG_CACHE_HOME"];
  return join(base?.startsWith("/") === true ? base : join(homedir(), ".cache"), "pulumi-flowgate");
}

/**
 * The lock file for a task on this clone. It is outside of the clone, since the task may remove the folder that would
 * contain it.
 *
 * @param {string} task one word
 */
export function cloneLock(task) {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return join(cacheFolder(), "locks", `${task}-${name}`);
}
