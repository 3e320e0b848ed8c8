const { availableParallelism } = require("node:os");

/** One project a folder of tests/, so that `npx jest --selectProjects unit` runs only that part. */
const base = {
  testEnvironment: "<rootDir>/tools/test-environment.cjs",
  // Copies of the project that mutation testing works on.
  modulePathIgnorePatterns: ["<rootDir>/.stryker-tmp"],
  transform: { "\\.ts$|/node_modules/.*\\.c?js$": "<rootDir>/tools/test-transform.cjs" },
  transformIgnorePatterns: [
    "/node_modules/(?!@pulumi/pulumi/(index|typescript-shim|runtime/closure/codePaths)|zod/v4/c)",
  ],
  moduleFileExtensions: ["ts", "js", "json", "node"],
};
const folders = ["unit", "types", "lifecycle", "host", "engine", "faults", "switches", "property"];
// What takes longer than a change can wait for: npm run test:long.
if (process.env["FLOWGATE_LONG_TESTS"] !== undefined) folders.push("long");

/** Files that try a part of their cases in `npm test`, and all of them in the long tests. */
const shortened = ["engine/renamed", "types/*"];

// A third of the lifecycle through the plugin; all of it, and appliances of other kinds and faults, take longer than a
// change can wait for.
const ofPlugin =
  process.env["FLOWGATE_LONG_TESTS"] === undefined
    ? ["deletion-guard", "ip-group", "permission-set", "policy", "replicator-profile", "setting"].map(
        (name) => `lifecycle/${name}`,
      )
    : ["lifecycle/*"];
const plugin = {
  ...base,
  displayName: "plugin",
  setupFiles: ["<rootDir>/tests/support/plugin-host.cjs"],
  testMatch: [...ofPlugin, "plugin/**/*"].map((name) => `<rootDir>/tests/${name}.test.ts`),
};

/** @type {import("jest").Config} */
module.exports = {
  // Tests wait for appliances and other processes much of the time. More workers load each module more often.
  maxWorkers: 2 * availableParallelism(),
  globalSetup: "<rootDir>/tools/test-build.cjs",
  testSequencer: "<rootDir>/tools/test-order.cjs",
  // A busy machine takes its time; a test that hangs still ends.
  testTimeout: 120_000,
  projects: [
    ...folders.map((name) => ({
      ...base,
      displayName: name,
      testMatch: [`${name}/**/*`, ...(name === "long" ? shortened : [])].map((one) => `<rootDir>/tests/${one}.test.ts`),
    })),
    plugin,
  ],
};
