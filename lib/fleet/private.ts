import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

/** Modes of folders and files. They describe the appliances, so only the owner may read them. */
const [FOLDER, FILE] = [0o700, 0o600];

/** Default folder of a fleet. */
export const HOME = ".fleet";

/** Thrown if a fleet cannot have its files in a folder, or if another user could read them there. */
export class FolderError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "FolderError";
  }
}

/** Bytes that must be free before a run starts: enough for its claims and the beginnings of its logs. */
const LEAST_ROOM = 65_536;

/** Paths in a fleet's folder. */
export interface Home {
  readonly logs: string;
  readonly claims: string;
  /** Folder for the results of the last preview of each site. */
  readonly previews: string;
  /** File for what kept processes print while they serve no site. */
  readonly kept: string;
  /** Folder in which Node.js 22.1 and later keeps compiled modules, so that the next process need not compile them. */
  readonly compiled: string;
}

/**
 * Creates the folder of a fleet, or restricts an existing one to its owner. A folder with another name that existed
 * before may hold other files: its mode stays, and only the fleet's own files in it are private. Throws FolderError.
 */
export function openHome(path: string): Home {
  try {
    return opened(path);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof FolderError || code === undefined || syscall === undefined) throw error;
    const reason = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : code;
    throw new FolderError(`The folder ${path} for logs and reports cannot be used (${reason}).`, error);
  }
}

function opened(path: string): Home {
  const isNew = !existsSync(path);
  if (isNew || basename(path) === HOME) privateFolder(path);
  // The folder may be in a working copy and must not be committed.
  if (!existsSync(join(path, ".gitignore"))) writePrivate(join(path, ".gitignore"), "*\n");
  const home = {
    logs: join(path, "logs"),
    claims: join(path, "claims"),
    previews: join(path, "previews"),
    kept: join(path, "kept.log"),
    compiled: join(path, "compiled"),
  };
  for (const folder of [home.logs, home.previews, home.claims, home.compiled]) privateFolder(folder);
  const room = join(path, ".room");
  writePrivate(room, " ".repeat(LEAST_ROOM));
  removePrivate(room);
  return home;
}

/** Creates a folder that only its owner can enter, or restricts an existing one and its files. */
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

/**
 * Writes a file atomically, replacing an existing one: no reader sees half of it, or the new text with the mode of the
 * old file.
 */
export function replacePrivate(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writePrivate(draft, text);
  renameSync(draft, path);
}

/** Adds a text to a file. */
export function appendPrivate(path: string, text: string): void {
  appendFileSync(path, text, { mode: FILE });
}

/** Removes a file, if it exists. */
export function removePrivate(path: string): void {
  rmSync(path, { force: true });
}

/** Opens a file for reading and appending. */
export function openPrivate(path: string): number {
  return openSync(path, "a+", FILE);
}

/** Restricts a file to its owner, if it exists: a worker may have removed its claim meanwhile. */
function restrict(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    if (code === "EPERM") {
      const words = `${path} belongs to another user, who could read what is written there: name another folder.`;
      throw new FolderError(words, error);
    }
    throw error;
  }
}
