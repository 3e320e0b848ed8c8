// Prints "N passed, N failed" from a result file of jest's --json. Exits with 1 if a test failed or none ran.
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { runMain } from "./lib/errors.mjs";

runMain(async () => {
  // Empty if jest did not run because lint or the build failed before.
  const text = await readFile(argv[2] ?? "", "utf8");
  const result = text === "" ? {} : JSON.parse(text);
  const passed = Number(result.numPassedTests ?? 0);
  // A file that fails to load has no tests that could fail.
  const failed = Number(result.numFailedTests ?? 0) + Number(result.numRuntimeErrorTestSuites ?? 0);
  if (passed === 0 || failed > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
});
