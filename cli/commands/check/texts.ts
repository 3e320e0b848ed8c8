import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";

/** Environment variable with the path of a JSON file: texts by path, that a program reads in place of its files. */
export const TEXTS_VARIABLE = "FLOWGATE_CHECK_TEXTS";

/** Makes this process read these texts in place of the files on the disk. Nothing is written. */
export function readInstead(texts: Readonly<Record<string, string>>): void {
  const read = fs.readFileSync;
  const isText = (path: unknown): path is string => typeof path === "string";
  fs.readFileSync = ((path: fs.PathOrFileDescriptor, options?: unknown) => {
    const text = isText(path) ? texts[realPath(path)] : undefined;
    if (text === undefined) return read(path, options as BufferEncoding);
    return options === undefined || options === null ? Buffer.from(text) : text;
  }) as typeof fs.readFileSync;
  syncBuiltinESMExports();
}

function realPath(path: string): string {
  return fs.existsSync(path) ? fs.realpathSync(path) : resolve(path);
}
