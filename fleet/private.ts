import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** What a fleet writes says what is where, so only its owner can read it: folders and files. */
const [FOLDER, FILE] = [0o700, 0o600];

/** The folder of a fleet where nothing else is named. */
export const HOME = ".fleet";

/** The folder for what a fleet writes belongs to another user, who could read it. */
export class FolderError extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} belongs to another user, who could read what is written there: name another folder.`, { cause });
    this.name = "FolderError";
  }
}

/** Where the parts of a fleet's folder are. */
export interface Home {
  readonly logs: string;
  readonly claims: string;
  /** What the last preview of each site found. */
  readonly previews: string;
}

/**
 * Makes the folder of a fleet, or closes the one of an earlier run to others. A folder of another name that was there
 * before may hold what is not a fleet's: it stays as it is, and only what a fleet makes in it is private. Throws
 * FolderError.
 */
export function openHome(path: string): Home {
  const isNew = !existsSync(path);
  if (isNew || basename(path) === HOME) privateFolder(path);
  // What is in a working copy must not be committed with it.
  if (!existsSync(join(path, ".gitignore"))) writePrivate(join(path, ".gitignore"), "*\n");
  const home = { logs: join(path, "logs"), claims: join(path, "claims"), previews: join(path, "previews") };
  privateFolder(home.logs);
  privateFolder(home.previews);
  privateFolder(home.claims);
  return home;
}

/** Makes a folder that only its owner can enter, or closes one that is there, with the files in it. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER });
  restrict(path, FOLDER);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isFile()) restrict(join(path, entry.name), FILE);
  }
}

/** Writes a new file that only its owner can read. */
export function writePrivate(path: string, text: string): void {
  writeFileSync(path, text, { mode: FILE });
}

/** Puts a file in the place of one that may be there: no reader sees half of it, or the new text with the rights of the old file. */
export function replacePrivate(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writePrivate(draft, text);
  renameSync(draft, path);
}

/** Opens a file to read it and to add to its end. */
export function openPrivate(path: string): number {
  return openSync(path, "a+", FILE);
}

/** Takes from others what they may do, if it is there: a worker may have removed its claim meanwhile. */
function restrict(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    if (code === "EPERM") throw new FolderError(path, error);
    throw error;
  }
}
