/**
 * What the sample of mutants runs: the tests whose code runs in their own process, so that a change of a source reaches
 * them. Worlds run the provider in that process. Tests of real processes and engines notice further changes.
 */
const { projects } = require("../../jest.config.js");

const files = [
  "{lifecycle,faults}/**/*",
  "property/{plans,refactor,site,interleavings}",
  "unit/{appliance,fleet,functions,host,sdk}/**/*",
  "unit/cli/{accept/{hand-written,lists},diagram/*,existing/*,summary/*}",
  "unit/cli/{export-files,matrix,model,plan-requests,state}",
];
/** What needs a real process or engine. `mutants-environment.cjs` names single tests. */
const ofProcesses = ["faults/(kill|engine|host)", "unit/functions/docs", "unit/sdk/ownership"];

/** @type {import("jest").Config} */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  rootDir: "../..",
  testEnvironment: require.resolve("./mutants-environment.cjs"),
  testTimeout: 40_000,
  runner: "<rootDir>/tests/long/mutants-runner.cjs",
  moduleNameMapper: { "^\\./provider-process$": "<rootDir>/tests/support/in-process.ts" },
  roots: ["cli", "lib", "provider", "sdk", "simulator", "tests"].map((folder) => `<rootDir>/${folder}`),
  testMatch: files.map((name) => `<rootDir>/tests/${name}.test.ts`),
  testPathIgnorePatterns: ofProcesses.map((name) => `/tests/${name}`),
};
