import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./errors.mjs";

/**
 * The text of a file; undefined if it does not exist.
 *
 * @param {string} file
 */
export async function readIfPresent(file) {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/**
 * All files in a folder and its subfolders, sorted; empty if the folder does not exist.
 *
 * @param {string} folder
 */
export async function filesBelow(folder) {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
