import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError, UsageError } from "../errors";

/** A file to write, by its path in the folder. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** Files in a folder that still counts as empty: those of package managers and git, and readme and license files. */
const harmless =
  /^(?:node_modules|package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|\.(?:git.*|npmrc|pnp\..*|yarn.*|nvmrc|node-version|DS_Store)|readme.*|licen[cs]e.*)$/iu;

/** Maximum number of names in a message. */
const MOST_NAMES = 5;

/** Refuses a folder if a project could overwrite something in it. */
export async function assertEmpty(folder: string): Promise<void> {
  const found = (await namesIn(folder)).filter((name) => !harmless.test(name));
  if (found.length === 0) return;
  const more = found.length > MOST_NAMES ? ` and ${String(found.length - MOST_NAMES)} more` : "";
  throw new UsageError(
    `${folder} is not empty: it has ${found.sort().slice(0, MOST_NAMES).join(", ")}${more}. Nothing was written. Name a ` +
      "new folder: flowgate init <folder>",
  );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new UsageError(`${folder} is not a folder that can be written to (${code ?? "unreadable"}).`, {
      cause: error,
    });
  }
}

/**
 * Writes files into a folder, all of them or none: first beside their places, then each is renamed. After a failure,
 * renamed files are restored. Only the files of `replaced`, by path, existed before.
 */
export async function writeProject(
  folder: string,
  files: readonly NewFile[],
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  const written: string[] = [];
  let draft: string | undefined;
  try {
    const made = await mkdir(folder, { recursive: true });
    if (made !== undefined) written.push(made);
    draft = await mkdtemp(join(folder, ".flowgate-init-"));
    for (const { path, text } of files) {
      await mkdir(dirname(join(draft, path)), { recursive: true });
      await writeFile(join(draft, path), text, { flush: true });
    }
    for (const { path } of files) {
      const made = await mkdir(dirname(join(folder, path)), { recursive: true });
      if (made !== undefined) written.push(made);
      await rename(join(draft, path), join(folder, path));
      written.push(join(folder, path));
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (draft !== undefined) await rm(draft, { recursive: true });
    await takeBack(folder, written, replaced);
    throw new CommandError("usage", `Nothing was written: ${folder} cannot be filled (${code ?? message}).`, { cause });
  }
  await rm(draft, { recursive: true });
}

/** The last first, so that folders are empty when it is their turn. */
async function takeBack(
  folder: string,
  written: readonly string[],
  replaced: ReadonlyMap<string, string>,
): Promise<void> {
  for (const path of [...written].reverse()) {
    const before = [...replaced].find(([name]) => join(folder, name) === path)?.[1];
    if (before !== undefined) await writeFile(path, before);
    else await rm(path, { recursive: true });
  }
}
