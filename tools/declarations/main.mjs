// Writes the type files of the package: one per entry point, with every type spelled out and its doc comments.
//   node tools/declarations/main.mjs <folder>
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import ts from "typescript";
import { runMain } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import "../lib/typescript.mjs";

/** The source file of each entry point, by the name of its type file. @type {Readonly<Record<string, string>>} */
export const entries = {
  index: "sdk/index.ts",
  client: "provider/client.ts",
  provider: "provider/index.ts",
  simulator: "simulator/index.ts",
  testing: "sdk/testing.ts",
};

/**
 * The text of each type file, by its name.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function declarations() {
  const file = join(root, "tools/tsconfig.build.json");
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, "tools"));
  const { declarationsOf } = await import("./entry.ts");
  const present = Object.entries(entries).filter(([, path]) => ts.sys.fileExists(join(root, path)));
  const sources = present.map(([, path]) => join(root, path));
  const program = ts.createProgram({ rootNames: sources, options: { ...options, incremental: false } });
  /** @type {Record<string, string>} */
  const texts = {};
  for (const [name, path] of present) {
    const source = program.getSourceFile(join(root, path));
    if (source === undefined) continue;
    const text = declarationsOf(program.getTypeChecker(), source);
    texts[name] = await format(text, { parser: "typescript", printWidth: 120 });
  }
  return texts;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const folder = argv[2] ?? join(root, "dist/types");
    await mkdir(folder, { recursive: true });
    const files = Object.entries(await declarations());
    await Promise.all(files.map(([name, text]) => writeFile(join(folder, `${name}.d.ts`), text)));
  });
}
