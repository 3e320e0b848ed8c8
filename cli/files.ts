import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import {
  access,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { printable } from "./output/text";
import { CommandError, UsageError } from "./errors";

/** Reads a text file that the user named, shown as the user wrote it. Throws UsageError if that fails. */
export async function readNamed(path: string, shown = path): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${printable(shown)} cannot be read (${code ?? "unreadable"}).`, { cause: error });
  });
  return textOf(bytes, shown);
}

/** The text in the bytes of a file: UTF-8, or UTF-16 with the mark that Windows writes. Other bytes are refused. */
export function textOf(bytes: Buffer, shown: string): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    const lines = bytes.toString("latin1").split("\n");
    const wrong = lines.findIndex((one) => Buffer.from(one, "latin1").toString("utf8").includes("\ufffd"));
    const where = `line ${String(wrong + 1)} is not ${encoding.toUpperCase()}`;
    throw new UsageError(`${printable(shown)} is no text: ${where}. Write it as UTF-8.`, { cause: error });
  }
}

/** The names in a folder to write into; none if it does not exist. Throws UsageError if it is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    const words = `${folder} is not a folder that can be written to (${code ?? "unreadable"}).`;
    throw new UsageError(words, { cause: error });
  });
}

/** A file to write, by its path in a folder. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** Mode of a new file. Default: what the process gives to files. */
  readonly mode?: number | undefined;
}

/**
 * Writes files into a folder, all of them or none. A new folder is written beside its place and then renamed. In an
 * existing folder, each file is replaced as a whole, once all of them are on the disk; a replaced file keeps its mode and
 * its owner, and a link still leads to it. After a failure, everything is as before.
 *
 * @param failure the sentence for the reason of a failure
 */
export async function writeFiles(
  folder: string,
  files: readonly NewFile[],
  failure: (reason: string) => string,
): Promise<void> {
  const mark = randomUUID();
  // Not a temporary folder: those are for their owner alone, and this one becomes the folder.
  const home = existsSync(folder) ? folder : join(dirname(folder), `.${basename(folder)}-${mark}`);
  const undo: (() => Promise<void>)[] = [];
  const drafts: { draft: string; target: string; isNew: boolean }[] = [];
  try {
    for (const { path, text, mode } of files) {
      const named = resolve(home, path);
      const target = await realpath(named).catch(() => named);
      const draft = `${target}.${mark}`;
      const made = await newFolder(dirname(target));
      if (made !== undefined) undo.push(() => rm(made, { recursive: true }));
      undo.push(() => rm(draft, { force: true }));
      await writeFile(draft, text, { flush: true, mode });
      const isNew = !existsSync(target);
      if (!isNew) await likeBefore(draft, target);
      drafts.push({ draft, target, isNew });
    }
    for (const { draft, target, isNew } of drafts) {
      const before = isNew ? undefined : await readFile(target);
      await rename(draft, target);
      undo.push(() => (before === undefined ? rm(target) : writeFile(target, before)));
    }
    if (home !== folder) await rename(home, folder);
  } catch (cause) {
    for (const step of undo.reverse()) await step();
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandError("usage", failure(code ?? message), { cause });
  }
}

/**
 * Creates a folder with those above it. Returns the first one that it created: another process may create some at the
 * same time. The option `recursive` of Node.js never ends where no folder can be created, such as below /proc.
 */
async function newFolder(path: string): Promise<string | undefined> {
  if (existsSync(path)) return undefined;
  const made = await newFolder(dirname(path));
  try {
    await mkdir(path);
    return made ?? path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return made;
  }
}

/** Gives a draft the mode and the owner of the file that it replaces. Throws if that file may not be written to. */
async function likeBefore(draft: string, target: string): Promise<void> {
  await access(target, constants.W_OK);
  const { mode, uid, gid } = await stat(target);
  await chmod(draft, mode);
  // Only an administrator may give a file away. Anybody else's file becomes the file of the user who replaces it.
  await chown(draft, uid, gid).catch(() => undefined);
}
