/**
 * What the sample of mutants runs: the tests whose code runs in their own process, so that a change of a source reaches
 * them. Worlds run the provider in that process. Tests of real processes and engines notice further changes.
 */
const { projects } = require("../../jest.config.js");

const files = [
  "lifecycle/**/*",
  "faults/by-hand",
  "unit/{appliance,fleet,sdk}/**/*",
  "unit/cli/{accept/lists,diagram/*,existing/*,summary/*}",
  "unit/cli/{export-notes,matrix,model,plan-requests,state}",
  "unit/host/state",
];
const leftOut = [
  // They wait for windows of time of the provider, whose clock runs faster only in its own process.
  "lifecycle/(group-rules|group-truth|shared-values|sites|wire)",
  "lifecycle/counts/(accounts|faults)",
  // They need environment variables of a process, and a process that ends.
  "lifecycle/configuration",
  "unit/sdk/ownership",
];

/** @type {import("jest").Config} */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  rootDir: "../..",
  testEnvironment: require.resolve("./mutants-environment.cjs"),
  testTimeout: 30_000,
  runner: "<rootDir>/tests/long/mutants-runner.cjs",
  moduleNameMapper: { "^\\./provider-process$": "<rootDir>/tests/support/in-process.ts" },
  roots: ["cli", "lib", "provider", "sdk", "simulator", "tests"].map((folder) => `<rootDir>/${folder}`),
  testMatch: files.map((name) => `<rootDir>/tests/${name}.test.ts`),
  testPathIgnorePatterns: leftOut.map((name) => `/tests/${name}`),
};
