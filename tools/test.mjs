// Everything that must hold before a change is done, as CI runs it. Further arguments go to jest.
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { build } from "./build.mjs";
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

/**
 * Runs a tool of node_modules; not through npx, which starts npm first.
 *
 * @param {string} script below node_modules
 * @param {readonly string[]} args
 */
async function tool(script, ...args) {
  const code = await show(execPath, [join(root, "node_modules", script), ...args], { cwd: root });
  if (code !== 0) throw new SetupError(`${script} ended with ${code}; what it printed is above.`);
}

runMain(async () => {
  const began = Date.now();
  await step("Dependencies", async () => {
    await checkNode();
    await installDependencies(console.log);
  });
  await step("Build", () => build(console.log));
  await step("Pulumi engine", async () => console.log((await requireEngine(console.log)).origin));
  await step("Lint", () => tool("eslint/bin/eslint.js", ".", "--max-warnings", "0"));
  await step("Format", () => tool("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."));
  await step("Types", async () => {
    await tool("typescript/bin/tsc", "--noEmit");
    await tool("typescript/bin/tsc", "-p", "tools");
  });
  await step("Tests", () => tool("jest/bin/jest.js", ...argv.slice(2)));
  console.log(`\nAll of it passed in ${elapsed(began)}.`);
});
