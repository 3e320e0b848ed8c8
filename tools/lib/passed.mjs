import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readIfPresent } from "./files.mjs";
import { cacheFolder } from "./paths.mjs";

const DAY_MS = 86_400_000;
/** Days that a key is remembered after its last use. */
const DAYS = 30;

/**
 * The keys for which a check has passed on this machine, in any clone.
 *
 * @param {string} check
 */
export async function passedKeys(check) {
  const path = join(cacheFolder(), "passed", `${check}.json`);
  const today = Math.floor(Date.now() / DAY_MS);
  /** @type {Record<string, number>} day of the last use by key */
  const days = JSON.parse((await readIfPresent(path)) ?? "{}");
  return {
    /** @param {string} key */
    has: (key) => key in days,
    /** @param {Iterable<string>} keys */
    async remember(keys) {
      const kept = Object.entries(days).filter(([, day]) => day > today - DAYS);
      const all = Object.fromEntries([...kept, ...[...keys].map((key) => [key, today])]);
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${process.pid}`;
      await writeFile(draft, JSON.stringify(all));
      await rename(draft, path);
    },
  };
}
