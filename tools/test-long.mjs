// Runs all tests with larger numbers, and those that take too long for every change, then mutation testing. Arguments
// go to jest, and mutation testing is then skipped.
import { join } from "node:path";
import { argv, env, execPath } from "node:process";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";
import { show } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

runMain(async () => {
  await prepare(console.log);
  const args = argv.slice(2);
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const options = { cwd: root, env: { ...env, FLOWGATE_LONG_TESTS: "1" } };
  const code = await show(execPath, [jest, ...args], options);
  if (code !== 0) throw new SetupError(`jest ended with ${code}; what it printed is above.`);
  if (args.length > 0) return;
  const score = await show(execPath, [join(root, "tools/mutation/main.mjs")], { cwd: root });
  if (score !== 0) throw new SetupError(`Mutation testing ended with ${score}; what it printed is above.`);
});
