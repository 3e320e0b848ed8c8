import { readFileSync } from "node:fs";

/** Why a file gives no text, as a clause about it: `cannot be read (EACCES)`. */
export class NoText extends Error {}

/** The text of a file. Throws {@link NoText} if it cannot be read, or holds other bytes than text. */
export function textOfFile(path: string): string {
  try {
    return textIn(readFileSync(path));
  } catch (error) {
    if (error instanceof NoText) throw error;
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw new NoText(`cannot be read (${code})`, { cause: error });
  }
}

/** The text in bytes: UTF-8, or UTF-16 with the mark that Windows writes. The mark is no part of it. */
export function textIn(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    const lines = bytes.toString("latin1").split("\n");
    const wrong = lines.findIndex((one) => Buffer.from(one, "latin1").toString("utf8").includes("\ufffd"));
    const words = `is no text: line ${wrong + 1} is not ${encoding.toUpperCase()}. Write it as UTF-8`;
    throw new NoText(words, { cause: error });
  }
}

/** Whether a file is missing. */
export function isMissing({ cause }: NoText): boolean {
  return (cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
}
