import fs from "node:fs";
import { type LoadHook, register, syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Environment variable with the path of a JSON file: texts by path, that a program reads in place of its files. */
export const TEXTS_VARIABLE = "FLOWGATE_CHECK_TEXTS";

type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};

/** Makes this process read these texts in place of the files on the disk. Nothing is written. */
export function readInstead(given: Texts): void {
  initialize(given);
  const read = fs.readFileSync;
  fs.readFileSync = ((path: fs.PathOrFileDescriptor, options?: unknown) => {
    const text = typeof path === "string" || path instanceof URL ? textOf(path) : undefined;
    if (text === undefined) return read(path, options as BufferEncoding);
    return options === undefined || options === null ? Buffer.from(text) : text;
  }) as typeof fs.readFileSync;
  syncBuiltinESMExports();
  // Node.js reads imported ES modules another way. It loads this file in a thread of its own, for the hooks below.
  register(pathToFileURL(__filename), { data: given });
}

/** Called by Node.js in the thread of the hooks, before all others. */
export function initialize(given: Texts): void {
  texts = given;
}

/** Called by Node.js for each module that is imported. One in CommonJS has no source here: `readFileSync` reads it. */
export const load: LoadHook = async (url, context, next) => {
  const loaded = await next(url, context);
  const source = loaded.source ? textOf(new URL(url)) : undefined;
  return source === undefined ? loaded : { ...loaded, source };
};

function textOf(file: string | URL): string | undefined {
  if (typeof file !== "string" && file.protocol !== "file:") return undefined;
  const path = typeof file === "string" ? file : fileURLToPath(file);
  return texts[fs.existsSync(path) ? fs.realpathSync(path) : resolve(path)];
}
