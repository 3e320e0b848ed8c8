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
};
// The long run repeats the whole lifecycle through the plugin.
const throughPlugin = [
  "plugin/**/*",
  ...(isLong
    ? ["lifecycle/**/*", "faults/by-hand", "faults/every-kind", "faults/found", "faults/links", "property/plans"]
    : []),
];

/** @type {import("jest").Config} */
module.exports = {
  // Tests wait for appliances and other processes much of the time.
  maxWorkers: availableParallelism() + 2,
  testSequencer: "<rootDir>/tools/slow-first.cjs",
  globalSetup: "<rootDir>/tools/test-build.cjs",
  // A busy machine takes its time; a test that hangs still ends.
  testTimeout: 120_000,
  // Every project compiles the sources once more, so settings that differ have one, and folders do not.
  projects: [
    {
      ...base,
      testMatch: ["<rootDir>/tests/**/*.test.ts"],
      testPathIgnorePatterns: ["/tests/plugin/", ...(isLong ? [] : onlyLong)],
    },
    {
      ...base,
      displayName: "plugin",
      testMatch: throughPlugin.map((file) => `<rootDir>/tests/${file}.test.ts`),
      setupFiles: ["<rootDir>/tests/support/plugin-host.cjs"],
    },
  ],
};
