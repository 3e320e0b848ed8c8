"use strict";
const TestEnvironment = require("../../tools/test-environment.cjs");

/** What needs a process of its own, because of an environment variable. */
const ofProcesses = ["FLOWGATE_MAX_DELETES allows more once", "refuses an IpGroups that would delete more"];

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
