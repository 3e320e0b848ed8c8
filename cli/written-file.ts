import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { printable } from "../lib/output/text";
import { UsageError } from "./errors";

/** Writes a file that the user named. Throws UsageError if that fails. */
export async function writeNamed(path: string, text: string, cwd: string): Promise<void> {
  try {
    await writeFile(resolve(cwd, path), text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${printable(path)} cannot be written (${code ?? "unwritable"}).`, { cause: error });
  }
}
