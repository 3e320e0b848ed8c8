"use strict";
const { TestEnvironment } = require("jest-environment-node");

/** What needs a process of its own: environment variables, and an engine that gives up. */
const ofProcesses = [
  "F152: a caller that gives up",
  "errors.md shows the current message of each error",
  "FLOWGATE_MAX_DELETES allows more once",
  "refuses an IpGroups that would delete more",
  "provide what the configuration lacks",
  "take precedence over the configuration for credentials",
  "a site overrides the top-level keys",
];

/** Skips the tests that the process of the tests cannot run, and after a test that fails the rest of its file. */
module.exports = class MutantsEnvironment extends TestEnvironment {
  #hasFailed = false;

  /** @type {NonNullable<import("@jest/environment").JestEnvironment["handleTestEvent"]>} */
  handleTestEvent = (event) => {
    if (event.name === "test_done") this.#hasFailed ||= event.test.errors.length > 0;
    if (event.name !== "test_start") return;
    const { test } = event;
    if (this.#hasFailed || ofProcesses.some((title) => test.name.includes(title))) test.mode = "skip";
  };
};
