import { randomUUID } from "node:crypto";
import { link, mkdir, rename, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "./errors.mjs";
import { readIfPresent } from "./files.mjs";

/** Milliseconds between two updates of the lock's timestamp by its owner. */
const HEARTBEAT = 2_000;
/** A lock that was not updated for this many milliseconds counts as abandoned, regardless of its process id. */
const SILENCE = 30_000;
const POLL = 250;

/**
 * The token distinguishes two locks of one process; the task is for the message of waiting processes.
 *
 * @typedef {{ pid: number; host: string; token: string; task: string }} Owner
 */

/**
 * Runs `work` while no other process on any machine that shares the file holds the lock. A lock is taken over if its
 * process is dead, or if it was not updated for 30 s (process ids are reused, especially in containers).
 *
 * @template T
 * @param {string} file
 * @param {string} task the task, e.g. "building the Pulumi engine"
 * @param {(message: string) => void} say called once if another process holds the lock
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
    // A failed update is harmless by itself: at worst, another process builds the same thing again.
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
 * Creates the lock file. It appears with its complete content, so that no reader sees half of it.
 *
 * @param {string} file
 * @param {Owner} mine
 */
async function create(file, mine) {
  const draft = `${file}.${mine.token}`;
  await writeFile(draft, JSON.stringify(mine));
  return moved(draft, file);
}

/**
 * Moves a file to a place, unless another file is there; then removes it. Returns whether the place was free.
 *
 * @param {string} from
 * @param {string} to
 */
async function moved(from, to) {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await unlink(from);
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
 * Whether a process with this id runs on this machine.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return !hasCode(error, "ESRCH");
  }
}

/**
 * Renaming is atomic, so of several waiting processes only one removes the stale lock. If another process has removed
 * it and created its own lock meanwhile, that new lock was renamed, and is restored.
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
  if ((await readOwner(aside))?.token === stale.token) await unlink(aside);
  else await moved(aside, file);
}
