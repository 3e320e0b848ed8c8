// Lets Node.js load TypeScript, which later versions do by themselves. Import it before `await import("./file.ts")`.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transformSync } from "esbuild";

// Node.js loads this file again for its hooks, in a thread.
if (isMainThread) register(import.meta.url);

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  const { code } = transformSync(text, { loader: "ts", target: "node20", sourcemap: "inline", sourcefile: url });
  return { format: "module", source: code, shortCircuit: true };
}
