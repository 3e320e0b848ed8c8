// Prepares a clone: dependencies, dist/ and the Pulumi engine, each only when needed. As a program: `npm run setup`.
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { installDependencies } from "./dependencies.mjs";
import { runMain } from "./lib/errors.mjs";
import { checkNode } from "./lib/node-version.mjs";
import { requireEngine } from "./pulumi/engine.mjs";

/** @param {(message: string) => void} say */
export async function prepare(say) {
  await checkNode();
  // A build of the engine takes minutes of the processors, an installation mostly waits.
  const installed = installDependencies(say);
  const [engine] = await Promise.all([requireEngine(undefined, installed), installed.then(() => build(say))]);
  say(`Node.js ${process.versions.node}, Pulumi ${engine.version} ${engine.origin}`);
  return engine;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const { folder, origin } = await prepare(console.log);
    if (!origin.startsWith("from PATH")) console.log(`export PATH="${folder}:$PATH"`);
  });
}
