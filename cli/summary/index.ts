import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { secretsOf } from "../../provider/config/environment";
import { conceal } from "../../provider/values/secret";
import { UsageError } from "../errors";
import { readNamed, textOf } from "../files";
import type { Io } from "../io";
import { readPreviews, type Preview } from "../engine/preview";

export { commentOf } from "./comment";
export type { Summary } from "./findings";
export { overLimit } from "./limit";
export { summaryOf } from "./summary";

/** Reads previews from files, or from stdin if no file is named or one is `-`. Throws UsageError for other contents. */
export async function previewsOf(files: readonly string[], io: Pick<Io, "stdin" | "cwd" | "env">): Promise<Preview[]> {
  // Conceals secrets that the engine did not mask, e.g. in a message of an appliance.
  for (const secret of secretsOf(io.env)) conceal(secret);
  const sources = files.length === 0 ? ["-"] : files;
  if (sources.filter((source) => source === "-").length > 1) throw new UsageError("stdin (-) can be read only once.");
  const previews: Preview[] = [];
  for (const source of sources) {
    const read = source === "-" ? readStdin(io) : readNamed(resolve(io.cwd, source));
    previews.push(...readPreviews(await read, source === "-" ? "stdin" : source));
  }
  return previews;
}

async function readStdin({ stdin }: Pick<Io, "stdin">): Promise<string> {
  if (stdin.isTTY === true) {
    throw new UsageError("Name a file that pulumi preview --json wrote, or pipe its output into this command.");
  }
  return textOf(await buffer(stdin), "stdin");
}
