// Prepares a fresh clone: dependencies, dist/, the Pulumi engine. Each step is skipped if there is nothing to do.
import { runMain } from "./lib/errors.mjs";
import { elapsed } from "./lib/progress.mjs";
import { prepare } from "./prepare.mjs";

runMain(async () => {
  const began = Date.now();
  const engine = await prepare(console.log);
  console.log(
    `Ready in ${elapsed(began)}: Node.js ${process.versions.node}, Pulumi ${engine.version} (${engine.origin}).`,
  );
});
