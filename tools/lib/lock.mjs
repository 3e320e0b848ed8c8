import { randomUUID } from "node:crypto";
import { link, mkdir, rename, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "./errors.mjs";
import { readIfPresent } from "./files.mjs";

/** The owner touches its lock this often, in milliseconds. */
const HEARTBEAT = 2_000;
/** A lock that was not touched for this long has no owner any more, whatever its process id says. */
const SILENCE = 30_000;
const POLL = 250;

/**
 * @typedef {object} Owner
 * @property {number} pid
 * @property {string} host
 * @property {string} token tells two locks of one process apart
 * @property {string} task what the owner does, for the message of those who wait
 */

/**
 * Runs `work` while no other process on any machine that shares the file holds the lock. A lock whose process is dead,
 * or that was not touched for 30 s (process ids are reused, most of all in containers), is taken over. `lib/lock-file.ts`
 * does not serve here: the compiler may not be installed yet.
 *
 * @template T
 * @param {string} file
 * @param {string} task what is done, e.g. "building the Pulumi engine"
 * @param {(message: string) => void} say told once when another process has to be waited for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, task, say, work) {
  await mkdir(dirname(file), { recursive: true });
  const token = randomUUID();
  /** @type {Owner} */
  const mine = { pid: process.pid, host: hostname(), token, task };
  await acquire(file, mine, say);
  const heartbeat = setInterval(() => {
    // A failed touch is harmless by itself: the worst case is that another process builds the same thing again.
    utimes(file, new Date(), new Date()).catch(() => undefined);
  }, HEARTBEAT);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await readOwner(file))?.token === token) await unlink(file);
  }
}

/**
 * @param {string} file
 * @param {Owner} mine
 * @param {(message: string) => void} say
 */
async function acquire(file, mine, say) {
  let announced = "";
  for (;;) {
    if (await create(file, mine)) return;
    const owner = await readOwner(file);
    if (owner === undefined) continue;
    if (await isStale(file, owner)) {
      say(`taking over the lock of process ${owner.pid}, which is gone`);
      await removeStale(file, owner);
      continue;
    }
    if (announced !== owner.token) say(`waiting for process ${owner.pid}, which is ${owner.task}`);
    announced = owner.token;
    await sleep(POLL);
  }
}

/**
 * The file appears with its content or not at all: a reader never sees half an owner.
 *
 * @param {string} file
 * @param {Owner} mine
 */
async function create(file, mine) {
  const draft = `${file}.${mine.token}`;
  await writeFile(draft, JSON.stringify(mine));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/**
 * @param {string} file
 * @returns {Promise<Owner | undefined>}
 */
async function readOwner(file) {
  const text = await readIfPresent(file);
  return text === undefined ? undefined : /** @type {Owner} */ (JSON.parse(text));
}

/**
 * @param {string} file
 * @param {Owner} owner
 */
async function isStale(file, owner) {
  if (owner.host === hostname() && !isAlive(owner.pid)) return true;
  try {
    return Date.now() - (await stat(file)).mtimeMs > SILENCE;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

/**
 * Whether a process of this machine runs.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return !hasCode(error, "ESRCH");
  }
}

/**
 * Renaming is atomic, so of several waiting processes one removes the stale lock. If in the meantime another one had
 * removed it and made its own, that new lock is what was renamed: it is put back.
 *
 * @param {string} file
 * @param {Owner} stale
 */
async function removeStale(file, stale) {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  const removed = await readOwner(aside);
  if (removed !== undefined && removed.token !== stale.token) await restore(aside, file);
  await unlink(aside);
}

/**
 * @param {string} aside
 * @param {string} file
 */
async function restore(aside, file) {
  try {
    await link(aside, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}
