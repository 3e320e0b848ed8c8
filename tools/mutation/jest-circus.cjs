/**
 * Runs a file of tests, unless it cannot tell more of a mutant: after the first failure, and if it has none of the
 * tests that reach the mutant. Loading a file takes a second, and a mutant of the lifecycle reaches a hundred of them:
 * the sample of 300 lines takes 40 minutes in place of six hours.
 */
const { env } = require("node:process");
const { createEmptyTestResult } = require("@jest/test-result");
const { default: circus } = require("jest-circus/runner");

/** The names of the tests of each file, as far as it was loaded. */
const namesIn = new Map();
/** The mutant of the last failure. */
let killed;

module.exports = async function run(globalConfig, config, environment, runtime, path, send) {
  const mutant = env["__STRYKER_ACTIVE_MUTANT__"];
  const names = namesIn.get(path);
  const pattern = new RegExp(globalConfig.testNamePattern || "", "i");
  if (mutant !== undefined && names !== undefined && (mutant === killed || !names.some((name) => pattern.test(name)))) {
    return leftOut(path);
  }
  const result = await circus(globalConfig, config, environment, runtime, path, send);
  // A mutant may keep a file from being loaded: then it has no names, and nothing is learned.
  const found = result.testResults.map(({ fullName }) => fullName);
  if (found.length > 0) namesIn.set(path, found);
  if (result.numFailingTests > 0) killed = mutant;
  return result;
};

/** The result of a file with one test that did not run: jest takes a file without tests for a mistake. */
function leftOut(testFilePath) {
  const test = {
    ancestorTitles: [],
    failureMessages: [],
    fullName: "",
    numPassingAsserts: 0,
    status: "pending",
    title: "",
  };
  return { ...createEmptyTestResult(), numPendingTests: 1, skipped: true, testFilePath, testResults: [test] };
}
