// Lets Node.js load TypeScript, which later versions do by themselves. Import it before `await import("./file.ts")`.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import ts from "typescript";

// Node.js loads this file again for its hooks, in a thread.
if (isMainThread) register(import.meta.url);

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, inlineSourceMap: true };
  const { outputText } = ts.transpileModule(await readFile(fileURLToPath(url), "utf8"), { compilerOptions });
  return { format: "module", source: outputText, shortCircuit: true };
}
