"use strict";
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { default: Runner } = require("jest-runner");

/**
 * Loads only the files that have a test of the mutant, the quickest first, and ends the trial with the first file that
 * fails. Stryker would load every file and run each of these tests. The run without a mutant measures the files.
 *
 * @typedef {{ load: number, tests: [name: string, milliseconds: number][] }} Measured
 */
module.exports = class MutantsRunner extends Runner {
  /** @type {import("jest-runner").default["runTests"]} */
  async runTests(tests, watcher, options) {
    const { rootDir, testNamePattern } = this._globalConfig;
    const record = join(rootDir, ".stryker-tmp/measured-tests.json");
    /** @type {Record<string, Measured>} */
    const measured = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
    // Stryker writes `\-`, which is a mistake in a pattern with the flag `u`.
    const wanted = new RegExp((testNamePattern ?? "").replaceAll("\\-", "-"), "iu");
    /** @param {import("@jest/test-result").Test} test */
    const timeOf = ({ path }) => {
      const { load, tests: own } = measured[path] ?? { load: 0, tests: [["", 0]] };
      const matching = own.filter(([name]) => wanted.test(name));
      return matching.length === 0 ? undefined : matching.reduce((sum, [, time]) => sum + time, load);
    };
    const timed = tests.flatMap((test) => ({ test, time: timeOf(test) ?? [] })).filter(({ time }) => time >= 0);
    timed.sort((one, other) => one.time - other.time);

    let hasFailed = false;
    this.on("test-file-failure", () => void (hasFailed = true));
    this.on("test-file-success", ([{ path }, { perfStats, numFailingTests, testResults }]) => {
      hasFailed ||= numFailingTests > 0;
      const times = testResults.map(({ fullName, duration }) => [fullName, duration ?? 0]);
      const all = times.reduce((sum, [, time]) => sum + time, 0);
      measured[path] = { load: perfStats.runtime - all, tests: times };
    });
    for (const { test } of timed) {
      if (hasFailed && testNamePattern !== undefined) break;
      await super.runTests([test], watcher, options);
    }
    if (testNamePattern !== undefined) return;
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify(measured));
  }
};
