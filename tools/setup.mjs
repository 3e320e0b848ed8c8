// Prepares a fresh clone: dependencies, dist/, the Pulumi engine. Each step is skipped if there is nothing to do.
import { build } from "./build.mjs";
import { installDependencies } from "./dependencies.mjs";
import { checkNode } from "./lib/node-version.mjs";
import { runMain } from "./lib/errors.mjs";
import { elapsed } from "./lib/progress.mjs";
import { requireEngine } from "./pulumi/engine.mjs";

runMain(async () => {
  const began = Date.now();
  await checkNode();
  await installDependencies(console.log);
  await build(console.log);
  const engine = await requireEngine(console.log);
  console.log(
    `Ready in ${elapsed(began)}: Node.js ${process.versions.node}, Pulumi ${engine.version} (${engine.origin}).`,
  );
});
