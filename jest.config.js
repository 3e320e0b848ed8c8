/** One project a folder of tests/, so that `npx jest --selectProjects unit` runs only that part. */
const base = {
  testEnvironment: "node",
  transform: { "^.+\\.ts$": ["ts-jest", { isolatedModules: true, diagnostics: false }] },
  moduleFileExtensions: ["ts", "js", "json", "node"],
};
const folders = ["unit", "types", "lifecycle", "host", "engine", "faults"];

/** @type {import("jest").Config} */
module.exports = {
  projects: folders.map((name) => ({ ...base, displayName: name, testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`] })),
};
