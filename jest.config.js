/** One project a folder of tests/, so that `npx jest --selectProjects unit` runs only that part. */
const base = {
  testEnvironment: "node",
  transform: { "^.+\\.ts$": ["ts-jest", { diagnostics: false }] },
  moduleFileExtensions: ["ts", "js", "json", "node"],
};
const folders = ["unit", "types", "lifecycle", "host", "engine", "faults"];

/** @type {import("jest").Config} */
module.exports = {
  // Tests wait for other processes most of the time, and jest leaves one core free by default.
  maxWorkers: "100%",
  projects: folders.map((name) => ({
    ...base,
    displayName: name,
    testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
  })),
};
