/**
 * What the sample of mutants runs: the tests of the folders in `mutants.test.ts` whose code runs in their own process,
 * so that a change of a source reaches them. Tests with a provider process or an engine notice further changes.
 */
const { projects } = require("../../jest.config.js");

const files = [
  "property/{plans,refactor,site,interleavings}",
  "unit/{appliance,fleet,functions,host,sdk}/**/*",
  "unit/cli/{accept/{hand-written,lists},diagram/*,existing/*,summary/*}",
  "unit/cli/{export-files,matrix,model,plan-requests,state}",
];

/** @type {import("jest").Config} */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  rootDir: "../..",
  testEnvironment: "node",
  testTimeout: 60_000,
  testSequencer: "<rootDir>/tests/long/mutants-order.cjs",
  testMatch: files.map((name) => `<rootDir>/tests/${name}.test.ts`),
  testPathIgnorePatterns: ["unit/functions/docs", "unit/sdk/ownership"],
};
