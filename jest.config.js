const { availableParallelism } = require("node:os");

const isLong = process.env["FLOWGATE_LONG_TESTS"] !== undefined;
const base = {
  testEnvironment: "node",
  // Types are checked by `tsc`. Jest knows no `import()`, so modules are CommonJS.
  transform: {
    "\\.ts$": [
      "ts-jest",
      { tsconfig: { target: "ES2022", module: "commonjs", esModuleInterop: true, isolatedModules: true } },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/.stryker-tmp"],
  // What these prove with the engine, other tests prove without it, and the long run with it.
  testPathIgnorePatterns: isLong ? [] : ["/engine/(?:deletion-limit|drift-write|multi-site)[.]", "/faults/engine[.]"],
  moduleFileExtensions: ["ts", "js", "json", "node"],
};
/** One project a folder of tests/, so that `npx jest --selectProjects unit` runs only that part. */
const projectOf = (displayName, files = [`${displayName}/**/*`], more = {}) => ({
  ...base,
  displayName,
  testMatch: files.map((file) => `<rootDir>/tests/${file}.test.ts`),
  ...more,
});

/** @type {import("jest").Config} */
module.exports = {
  // Tests wait for appliances and other processes much of the time. Two more than the processors cost 3 % of the time.
  maxWorkers: availableParallelism() + 1,
  globalSetup: "<rootDir>/tools/test-build.cjs",
  // A busy machine takes its time; a test that hangs still ends.
  testTimeout: 120_000,
  projects: [
    ...["unit", "types", "contract", "lifecycle", "host", "faults", "property", "engine"].map((name) =>
      projectOf(name),
    ),
    ...(isLong ? [projectOf("long")] : []),
    // The long run repeats the whole lifecycle through the plugin.
    projectOf(
      "plugin",
      ["plugin/**/*", ...(isLong ? ["lifecycle/**/*", "faults/by-hand", "faults/found", "faults/links"] : [])],
      { setupFiles: ["<rootDir>/tests/support/plugin-host.cjs"] },
    ),
  ],
};
