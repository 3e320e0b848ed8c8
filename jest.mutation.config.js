/** What mutation testing runs: tests whose code runs in their own process, so that a change of a source reaches them. */
const { projects } = require("./jest.config.js");

const folders = ["appliance", "gateway", "host", "http", "output", "replicator", "values"];

/** @type {import("jest").Config} */
module.exports = {
  ...projects.find(({ displayName }) => displayName === "unit"),
  testMatch: folders.map((folder) => `<rootDir>/tests/unit/${folder}/**/*.test.ts`),
};
