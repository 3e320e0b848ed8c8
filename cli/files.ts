import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
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

/**
 * Writes files into a folder: each beside its place, and renamed once all of them are on the disk, so that a failure
 * leaves every file whole.
 *
 * @param failure the sentence for the reason of a failure
 */
export async function writeFiles(
  folder: string,
  files: readonly { readonly path: string; readonly text: string }[],
  failure: (reason: string) => string,
): Promise<void> {
  const mark = randomUUID();
  const targets = files.map(({ path, text }) => ({ target: resolve(folder, path), text }));
  try {
    await mkdir(folder, { recursive: true });
    for (const { target, text } of targets) await writeFile(`${target}.${mark}`, text, { flush: true });
    for (const { target } of targets) await rename(`${target}.${mark}`, target);
  } catch (cause) {
    for (const { target } of targets) await rm(`${target}.${mark}`, { force: true });
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandError("usage", failure(code ?? message), { cause });
  }
}
