import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { printable } from "../lib/output/text";
import { CommandError, UsageError } from "./errors";

/** Reads a file that the user named, shown as the user wrote it. Throws UsageError if that fails. */
export async function readNamed(path: string, shown = path, rest = ""): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${printable(shown)} cannot be read (${code ?? "unreadable"}).${rest}`, { cause: error });
  });
}

/** Writes a file that the user named, a new one with this mode. Throws UsageError if that fails. */
export async function writeNamed(path: string, text: string, cwd: string, mode?: number): Promise<void> {
  try {
    await writeFile(resolve(cwd, path), text, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${printable(path)} cannot be written (${code ?? "unwritable"}).`, { cause: error });
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

/** The mode of a file that only its owner may read. */
export const PRIVATE = 0o600;

/** A file to write, by its path in a folder. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Writes files into a folder, all of them or none. A new folder is written beside its place and then renamed. In an
 * existing folder, each file is replaced as a whole, once all of them are on the disk. After a failure, everything is as
 * before.
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
  try {
    for (const { path, text } of files) {
      const [place, draft] = [dirname(join(home, path)), join(home, `${path}.${mark}`)];
      const made = await mkdir(place, { recursive: true });
      if (made !== undefined) undo.push(() => rm(made, { recursive: true }));
      undo.push(() => rm(draft, { force: true }));
      await writeFile(draft, text, { flush: true });
    }
    for (const { path } of files) {
      const target = join(home, path);
      const before = existsSync(target) ? await readFile(target) : undefined;
      await rename(`${target}.${mark}`, target);
      undo.push(() => (before === undefined ? rm(target) : writeFile(target, before)));
    }
    if (home !== folder) await rename(home, folder);
  } catch (cause) {
    for (const step of undo.reverse()) await step();
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandError("usage", failure(code ?? message), { cause });
  }
}
