import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";

/**
 * Creates a file that names its owner. Returns false if another process has created it first. The file appears with its
 * complete content, so no reader sees half of it. Only its owner can read it.
 */
export function createLockFile(path: string, owner: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, owner, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** The owner in the file; undefined if it was removed in the meantime. */
export function readLockFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Removes a file whose owner is gone, and returns whether it did. Renaming is atomic, so of several processes that find
 * the same file only one removes it. If another process has put its own file in that place meanwhile, that file was
 * renamed: `isAbandoned` returns false for it, and it is restored.
 */
export function removeLockFile(path: string, isAbandoned: (owner: string) => boolean): boolean {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
  const removes = isAbandoned(readFileSync(aside, "utf8"));
  if (!removes) putBack(aside, path);
  unlinkSync(aside);
  return removes;
}

function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    // A third process has created its own file in the meantime.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
