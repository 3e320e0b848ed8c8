const { availableParallelism } = require("node:os");

const isLong = process.env["FLOWGATE_LONG_TESTS"] !== undefined;
// What these prove with the engine, other tests prove without it, and the long run with it.
const onlyLong = ["/tests/long/", "/engine/(?:multi-site|not-done)[.]", "/faults/engine[.]"];
const base = {
  testEnvironment: "node",
  // Types are checked by `tsc`. Jest knows no `import()`, so modules are CommonJS.
  transform: {
    "\\.ts$": [
      "ts-jest",
      { tsconfig: { target: "ES2022", module: "commonjs", esModuleInterop: true, isolatedModules: true } },
    ],
  },
  moduleFileExtensions: ["ts", "js", "json", "node"],
  // Tests run what is shipped, which is compiled once and not in every worker.
  moduleNameMapper: { "^(?:[.][.]/)+((?:provider|sdk|cli|simulator)(?:/.*)?)$": "<rootDir>/dist/$1" },
};
/** The whole lifecycle once more, through the plugin. */
const throughPlugin = {
  ...base,
  displayName: "plugin",
  testMatch: [
    "lifecycle/**/*",
    "property/plans",
    ...["by-hand", "every-kind", "found", "links"].map((file) => `faults/${file}`),
  ].map((file) => `<rootDir>/tests/${file}.test.ts`),
  setupFiles: ["<rootDir>/tests/support/plugin-host.cjs"],
};

/** @type {import("jest").Config} */
module.exports = {
  // Tests wait for appliances and other processes much of the time.
  maxWorkers: availableParallelism() + 2,
  testSequencer: "<rootDir>/tools/slow-first.cjs",
  globalSetup: "<rootDir>/tools/test-build.cjs",
  // A busy machine takes its time; a test that hangs still ends.
  testTimeout: 120_000,
  // It also frees the memory of its workers later than in jest's 500 ms. A worker that never ends is still reported.
  workerGracefulExitTimeout: 10_000,
  // Every project compiles the sources once more, so only the long run has two.
  projects: [
    {
      ...base,
      testMatch: ["<rootDir>/tests/**/*.test.ts"],
      testPathIgnorePatterns: isLong ? [] : onlyLong,
    },
    ...(isLong ? [throughPlugin] : []),
  ],
};
