import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parse } from "yaml";
import { NoText, textIn, textOfFile } from "../provider/values/text-file";
import { printable } from "./output/text";
import { CommandError, UsageError } from "./errors";

/** Reads a text file that the user named, shown as the user wrote it. Throws UsageError if that fails. */
export function readNamed(path: string, shown = path): string {
  return named(shown, () => textOfFile(path));
}

/** What a file of Pulumi has, in YAML or JSON. Throws UsageError for any other. */
export function yamlIn(path: string): unknown {
  try {
    return parse(textOfFile(path));
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** The text in bytes that the user gave. Throws UsageError for others. */
export function textOf(bytes: Buffer, shown: string): string {
  return named(shown, () => textIn(bytes));
}

function named(shown: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    throw new UsageError(`${printable(shown)} ${error.message}.`, { cause: error });
  }
}

/** A text in the encoding of bytes that {@link textOf} read, with their byte order mark. */
export function encodedAs(bytes: Buffer, text: string): Buffer {
  const [mark = "", isUtf16] = /^(?:efbbbf|(fffe|feff))/u.exec(bytes.toString("hex", 0, 3)) ?? [];
  const encoded = Buffer.from(mark === "" ? text : `\ufeff${text}`, isUtf16 === undefined ? "utf8" : "utf16le");
  return mark === "feff" ? encoded.swap16() : encoded;
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
  files: readonly { readonly path: string; readonly text: string | Buffer }[],
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
