// Runs the bench, which compares the provider with the engine alone, scripts and curl (docs/internals/performance.md).
// Arguments go to the bench.
import { join } from "node:path";
import { argv, env, execPath } from "node:process";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { capture, show } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

runMain(async () => {
  const engine = await prepare(console.error);
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { code, stdout } = await capture(execPath, [tsc, "-p", "bench"], { cwd: root });
  if (code !== 0) throw new SetupError(`The bench does not compile:\n${stdout.trimEnd()}`);
  const settings = { ...env, BENCH_ENGINE: engine.folder, BENCH_ENGINE_VERSION: engine.version };
  process.exitCode = await show(execPath, [join(root, ".bench/main.js"), ...argv.slice(2)], {
    cwd: root,
    env: settings,
  });
});
