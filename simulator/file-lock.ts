import { randomUUID } from "node:crypto";
import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

/** Locks of this process: a process id alone does not tell them from those of a dead one that had the same. */
const held = new Set<string>();

/**
 * Keeps a second simulator off a file of stores, with a file beside it that names the process. What a process left that
 * is dead by now is taken over.
 */
export class FileLock {
  private constructor(private readonly path: string) {}

  /** Throws an Error that names the file and who has it, or why it cannot be locked. */
  static async take(file: string): Promise<FileLock> {
    const path = `${resolve(file)}.lock`;
    if (held.has(path)) throw inUse(file, process.pid);
    held.add(path);
    try {
      while (!(await created(path, file))) {
        const owner = await ownerOf(path);
        if (owner !== undefined && isAlive(owner)) throw inUse(file, owner);
        if (owner !== undefined) await removeDead(path);
      }
    } catch (error) {
      held.delete(path);
      throw error;
    }
    return new FileLock(path);
  }

  async release(): Promise<void> {
    if (!held.has(this.path)) return;
    await unlink(this.path);
    held.delete(this.path);
  }
}

function inUse(file: string, owner: number): Error {
  return new Error(
    `${file} is in use by a simulator, process ${owner}. End that one or name another file; two would overwrite each ` +
      "other.",
  );
}

/** The file appears with its content or not at all: no reader sees half of it. */
async function created(path: string, file: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, String(process.pid), { mode: 0o600 });
  } catch (error) {
    throw new Error(`The simulator cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** Undefined where the lock was released in the meantime. */
async function ownerOf(path: string): Promise<number | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : Number(text);
}

function isAlive(pid: number): boolean {
  // What this process holds is known without a file: this is of an earlier one that had its id.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // It is there, and belongs to another user.
  }
}

/** Moves the lock away before it is deleted: if another process has taken it over by now, it is put back. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const owner = await ownerOf(aside);
  if (owner !== undefined && isAlive(owner)) await link(aside, path);
  await unlink(aside);
}
