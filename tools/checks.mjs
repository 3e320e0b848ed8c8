// Lint, format, types and generated pages. ESLint, Prettier and the compiler remember what has passed in this clone.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";

const memory = (/** @type {string} */ name) => join("node_modules/.cache/flowgate", name);
const compiler = "node_modules/typescript/bin/tsc";

/** Scripts and their arguments. ESLint takes as long as all others together. */
const checks = [
  [
    "node_modules/eslint/bin/eslint.js",
    ...[".", "--max-warnings", "0", "--cache", "--cache-strategy", "content", "--cache-location", memory("eslint")],
  ],
  [
    "node_modules/prettier/bin/prettier.cjs",
    ...[".", "--check", "--log-level", "warn", "--cache", "--cache-strategy", "content"],
    ...["--cache-location", memory("prettier")],
  ],
  ["tools/docs/main.mjs", "--check"],
  [compiler, "--noEmit", "--incremental", "--tsBuildInfoFile", memory("types")],
  [compiler, "-p", "tools", "--incremental", "--tsBuildInfoFile", memory("tools")],
];

/** Runs all checks, one a processor. The findings of all are printed, even if one has failed. */
export async function runChecks() {
  // A fresh clone has no packages when this file is loaded.
  const { default: pLimit } = await import("p-limit");
  const lanes = pLimit(availableParallelism());
  // With room for young objects, ESLint collects garbage less often: a seventh of its time.
  const run = (/** @type {string[]} */ args) =>
    lanes(() => capture(execPath, ["--max-semi-space-size=64", ...args], { cwd: root }));
  const ended = await Promise.allSettled(checks.map(run));
  const failed = ended.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []));
  if (failed.length > 0) throw new SetupError(failed.join("\n"));
}

if (argv[1] === fileURLToPath(import.meta.url)) runMain(runChecks);
