// Runs everything that must pass before a change is done, like CI. Further arguments go to jest.
import { join } from "node:path";
import process, { argv, execPath } from "node:process";
import { build } from "./build.mjs";
import { installDependencies } from "./dependencies.mjs";
import { runMain, SetupError } from "./lib/errors.mjs";
import { checkNode } from "./lib/node-version.mjs";
import { root } from "./lib/paths.mjs";
import { elapsed } from "./lib/progress.mjs";
import { capture, show } from "./lib/run.mjs";
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

/**
 * Cache of a check, for files that have not changed. A fresh clone has no cache: rules that also depend on other files,
 * such as those that need types, are checked there at the latest.
 *
 * @param {string} name
 */
const memory = (name) => join(root, "node_modules/.cache/flowgate", name);

/** Checks of the sources that use one core each and run in parallel. The output of each is printed as a whole. */
const checks = [
  [join(root, "tools/docs/check.mjs"), memory("docs")],
  [pathOf("eslint/bin/eslint.js"), ".", "--max-warnings", "0", "--cache", "--cache-location", memory("eslint")],
  [
    pathOf("prettier/bin/prettier.cjs"),
    ".",
    "--check",
    "--log-level",
    "warn",
    "--cache",
    "--cache-location",
    memory("prettier"),
  ],
  [pathOf("typescript/bin/tsc"), "--noEmit", "--incremental", "--tsBuildInfoFile", memory("types")],
  [pathOf("typescript/bin/tsc"), "-p", "tools", "--incremental", "--tsBuildInfoFile", memory("tools")],
];

/** @param {readonly string[]} check */
async function run([script = "", ...args]) {
  const { code, stdout, stderr } = await capture(execPath, [script, ...args], { cwd: root });
  process.stdout.write(stdout + stderr);
  if (code !== 0) throw failed(script, code);
}

runMain(async () => {
  const began = Date.now();
  await step("Dependencies", async () => {
    await checkNode();
    await installDependencies(console.log);
  });
  await step("Build", () => build(console.log));
  await step("Pulumi engine", async () => console.log((await requireEngine(console.log)).origin));
  await step("Lint, format, types and documentation", async () => {
    // All checks print their findings, even if one has failed.
    const results = await Promise.allSettled(checks.map(run));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  });
  await step("Tests", async () => {
    const env = { ...process.env, FLOWGATE_TESTS_BUILT: "true" };
    const code = await show(execPath, [pathOf("jest/bin/jest.js"), ...argv.slice(2)], { cwd: root, env });
    if (code !== 0) throw failed("jest", code);
  });
  console.log(`\nAll of it passed in ${elapsed(began)}.`);
});
