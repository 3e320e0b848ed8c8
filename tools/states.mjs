// Records the states that the current code writes as those of the present version, below tests/fixtures/states. Run it
// for every release, and when the form of the state changes.
import { env, execPath } from "node:process";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { show } from "./lib/run.mjs";

runMain(async () => {
  env["KEEP_STATES"] = "1";
  const code = await show(execPath, ["node_modules/jest/bin/jest.js", "tests/engine/upgrades.test.ts"], { cwd: root });
  if (code !== 0) throw new SetupError("The states could not be kept, or are not taken up by today's code; see above.");
});
