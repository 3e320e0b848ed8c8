/** What mutation testing runs: tests whose code runs in their own process, so that a change of a source reaches them. */
const { join } = require("node:path");
const { projects } = require("../../jest.config.js");

const [tests] = projects;

/** @type {import("jest").Config} */
module.exports = {
  ...tests,
  rootDir: join(__dirname, "../.."),
  // Worlds run the provider in the process of the tests.
  moduleNameMapper: { "^\\./provider-process$": "<rootDir>/tests/support/in-process.ts" },
  dependencyExtractor: join(__dirname, "dependencies.cjs"),
  // A change that makes a test wait for ever is noticed soon.
  testTimeout: 20_000,
  testRunner: join(__dirname, "jest-circus.cjs"),
  testMatch: ["<rootDir>/tests/{unit,lifecycle,contract,faults}/**/*.test.ts"],
  testPathIgnorePatterns: ["/tests/unit/(?:tools|docs)/", "/tests/faults/(?:engine|host|kill|read-back)[.]"],
};
