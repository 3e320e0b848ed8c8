import { mkdir, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "./errors.mjs";

/** Milliseconds between two updates of a lock by its owner. */
const HEARTBEAT = 1_000;
/** A lock that was not updated for this many milliseconds was left by a process that is gone. */
const SILENCE = 10_000;
const POLL = 250;

/**
 * Runs `work` while no other process that shares the folder holds the lock. The lock is a folder, because only one
 * process can create it. This file is loaded before any package is installed.
 *
 * @template T
 * @param {string} folder
 * @param {string} task the task, e.g. "building the Pulumi engine"
 * @param {(message: string) => void} say called once if another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, task, say, work) {
  await mkdir(dirname(folder), { recursive: true });
  for (let hasSaid = false; !(await create(folder)); hasSaid = true) {
    if (!hasSaid) say(`waiting for another process, which is ${task}`);
    await sleep(POLL);
  }
  // A failed update is harmless by itself: at worst, another process builds the same thing again.
  const heartbeat = setInterval(() => void touch(folder), HEARTBEAT);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function touch(folder) {
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
}

/** Creates the lock, if it is free. @param {string} folder */
async function create(folder) {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  try {
    const silent = Date.now() - (await stat(folder)).mtimeMs;
    if (silent > SILENCE) await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  return false;
}
