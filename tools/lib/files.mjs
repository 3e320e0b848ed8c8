import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The text of a file; undefined if it does not exist. @param {string} file */
export async function readIfPresent(file) {
  return existsSync(file) ? readFile(file, "utf8") : undefined;
}

/** All files in a folder and its subfolders, sorted; empty if the folder does not exist. @param {string} folder */
export async function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
