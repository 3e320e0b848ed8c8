// Runs everything that must pass before a change is done, like CI. Further arguments go to jest.
import { join } from "node:path";
import { argv, env, execPath } from "node:process";
import { runChecks } from "./checks.mjs";
import { runMain } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { show } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

runMain(async () => {
  const { folder } = await prepare(console.log);
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const built = { FLOWGATE_TESTS_BUILT: "true", FLOWGATE_TESTS_ENGINE: folder };
  console.log("Checking lint, format, types and documentation");
  await runChecks();
  await show(execPath, [jest, ...argv.slice(2)], { cwd: root, env: { ...env, ...built } });
});
