import { unlinkSync } from "node:fs";
import { resolve } from "node:path";
import { createLockFile, readLockFile, removeLockFile } from "../lib/lock-file";

/**
 * Locks of this process. Without them, a lock of this process would look like one of a dead process with the same id.
 */
const held = new Set<string>();

/**
 * Prevents a second simulator from using the same file of stores: a file beside it names the process. A lock of a dead
 * process is taken over.
 */
export class FileLock {
  private constructor(private readonly path: string) {}

  /** Throws an Error with the file and the process that holds it, or with the reason why it cannot be locked. */
  static take(file: string): FileLock {
    const path = `${resolve(file)}.lock`;
    if (held.has(path)) throw inUse(file, String(process.pid));
    held.add(path);
    try {
      while (!created(path, file)) {
        const owner = readLockFile(path);
        if (owner !== undefined && isAlive(Number(owner))) throw inUse(file, owner);
        if (owner !== undefined) removeLockFile(path, (found) => !isAlive(Number(found)));
      }
    } catch (error) {
      held.delete(path);
      throw error;
    }
    return new FileLock(path);
  }

  release(): void {
    if (!held.has(this.path)) return;
    unlinkSync(this.path);
    held.delete(this.path);
  }
}

function inUse(file: string, owner: string): Error {
  return new Error(
    `${file} is in use by a simulator, process ${owner}. End that one or name another file; two would overwrite each ` +
      "other.",
  );
}

function created(path: string, file: string): boolean {
  try {
    return createLockFile(path, String(process.pid));
  } catch (error) {
    throw new Error(`The simulator cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function isAlive(pid: number): boolean {
  // Locks of this process are in `held`: this one is of an earlier process with the same id.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // The process exists and belongs to another user.
  }
}
