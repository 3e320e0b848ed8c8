// Runs everything that must pass before a change is done, like CI. Further arguments go to jest.
import { join } from "node:path";
import process, { argv, execPath } from "node:process";
import { build } from "./build.mjs";
import { runChecks } from "./checks.mjs";
import { installDependencies } from "./dependencies.mjs";
import { runMain, SetupError } from "./lib/errors.mjs";
import { checkNode } from "./lib/node-version.mjs";
import { root } from "./lib/paths.mjs";
import { elapsed } from "./lib/progress.mjs";
import { show } from "./lib/run.mjs";
import { requireEngine } from "./pulumi/engine.mjs";

/**
 * @param {string} title
 * @param {() => Promise<unknown>} work
 */
async function step(title, work) {
  const began = Date.now();
  console.log(`\n== ${title}`);
  try {
    await work();
  } catch (error) {
    console.log(`== ${title}: failed after ${elapsed(began)}`);
    throw error;
  }
  console.log(`== ${title}: ${elapsed(began)}`);
}

// Tools of node_modules run without npx, which would start npm first.
/** @param {string} script below node_modules */
const pathOf = (script) => join(root, "node_modules", script);

/** @param {string} script */
const failed = (script, /** @type {number} */ code) =>
  new SetupError(`${script} ended with ${code}; what it printed is above.`);

runMain(async () => {
  const began = Date.now();
  await step("Dependencies", async () => {
    await checkNode();
    await installDependencies(console.log);
  });
  await step("Build", () => build(console.log));
  let folder = "";
  await step("Pulumi engine", async () => {
    const engine = await requireEngine(console.log);
    console.log(engine.origin);
    folder = engine.folder;
  });
  await step("Lint, format, types and documentation", runChecks);
  await step("Tests", async () => {
    const env = { ...process.env, FLOWGATE_TESTS_BUILT: "true", FLOWGATE_TESTS_ENGINE: folder };
    const code = await show(execPath, [pathOf("jest/bin/jest.js"), ...argv.slice(2)], { cwd: root, env });
    if (code !== 0) throw failed("jest", code);
  });
  console.log(`\nAll of it passed in ${elapsed(began)}.`);
});
