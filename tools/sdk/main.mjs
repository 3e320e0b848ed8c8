// Writes the SDK of the provider plugin for another language: npm run sdk -- python <folder>, or go <folder> <import
// path>.
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { runMain, SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { capture } from "../lib/run.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const usage = `Arguments: python <folder>, or go <folder> <import path>.
The folder is new or empty. The import path is the one by which Go programs know it, e.g. example.com/network/flowgate.`;

runMain(async () => {
  const [language = "", folder, importPath, ...more] = argv.slice(2);
  const isComplete = language === "go" ? importPath !== undefined : language === "python" && importPath === undefined;
  if (folder === undefined || !isComplete || more.length > 0) throw new SetupError(usage);
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  // The generators would mix their output with files of another version.
  if ((await readdir(target)).length > 0) throw new SetupError(`${target} is not empty.`);
  const args = [language, join(root, "schema.json"), target, ...(importPath === undefined ? [] : [importPath])];
  const options = { cwd: here, env: { ...process.env, CGO_ENABLED: "0" } };
  const run = ["run", "-mod=readonly", "-buildvcs=false", "-tags", "osusergo,grpcnotrace", ".", ...args];
  const { code, stderr } = await capture("go", run, options);
  if (code === 127)
    throw new SetupError("The generators are written in Go: install Go 1.26 or later, with a module proxy.");
  if (code !== 0) throw new SetupError(`The SDK was not written: ${stderr.trim()}`);
  console.log(`${String((await readdir(target, { recursive: true })).length)} files and folders in ${target}`);
});
