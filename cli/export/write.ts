import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { CommandError, UsageError } from "../errors";

/** A file to be written. */
interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** Refuses a folder that is not empty, unless the user forces it. */
export async function assertWritable(folder: string, isForced: boolean): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new UsageError(`${folder} is not a folder that can be written to (${code ?? "unreadable"}).`);
  });
  if (found.length === 0 || isForced) return;
  throw new UsageError(`${folder} is not empty. Name another folder, or replace the files of an export with --force.`);
}

/**
 * Writes files into a folder, all of them or none. A new folder is written beside its place and then renamed. In an
 * existing folder, each file is replaced as a whole, once all of them are on the disk.
 */
export async function writeAll(folder: string, files: readonly NewFile[]): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  // Not a temporary folder: those are for their owner alone, and this one becomes the export.
  const beside = join(dirname(folder), `.${basename(folder)}-${randomUUID()}`);
  await mkdir(beside);
  try {
    for (const { path, text } of files) await writeFile(join(beside, path), text, { flush: true });
    if (existsSync(folder)) {
      for (const { path, text } of files) await writeFileAtomic(join(folder, path), text);
    } else {
      await rename(beside, folder);
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandError("usage", `Nothing is exported: ${folder} cannot be written (${code ?? message}).`, {
      cause,
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}
