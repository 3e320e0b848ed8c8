// A reporter for jest. After a run of all tests, each row of docs/internals/faults.md must have a passed test with the row's
// number: its name, or that of a surrounding group, contains `F21: ` or `F21, F22: `.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const numbers = /(?:^| )F\d+(?:(?:, | and )F\d+)*(?=: |$)/u;

/**
 * The rows of the page that `npm test` covers; other rows name the script that does.
 *
 * @param {string} page
 */
function rowsOf(page) {
  const lines = page.split("\n").filter((line) => !line.includes("`npm run test:long`"));
  return lines.flatMap((line) => /^\| (F\d+) /u.exec(line)?.[1] ?? []);
}

/**
 * The rows without a test.
 *
 * @param {string} page
 * @param {Iterable<string>} titles of passed tests and of their groups
 */
function rowsWithoutTest(page, titles) {
  const carried = new Set([...titles].flatMap((title) => numbers.exec(title)?.[0].match(/F\d+/gu) ?? []));
  return rowsOf(page).filter((row) => !carried.has(row));
}

class FaultRows {
  /** @type {Set<string>} */
  #titles = new Set();
  /** @type {Error | undefined} */
  #error;

  /** @param {import("@jest/reporters").Config.GlobalConfig} config */
  constructor(config) {
    this.config = config;
  }

  /**
   * @param {unknown} _test
   * @param {import("@jest/test-result").TestResult} result
   */
  onTestResult(_test, { testResults }) {
    for (const { status, title, ancestorTitles } of testResults) {
      if (status !== "passed") continue;
      for (const one of [title, ...ancestorTitles]) this.#titles.add(one);
    }
  }

  /** @param {ReadonlySet<unknown>} contexts */
  onRunComplete(contexts) {
    const { testPathPatterns, testNamePattern, onlyChanged, shard, projects } = this.config;
    const isPart = testPathPatterns.patterns.length > 0 || testNamePattern || onlyChanged || shard;
    if (isPart || contexts.size < projects.length) return;
    const missing = rowsWithoutTest(readFileSync(join(__dirname, "../docs/internals/faults.md"), "utf8"), this.#titles);
    if (missing.length === 0) return;
    this.#error = new Error(`These rows of docs/internals/faults.md have no test that passed: ${missing.join(", ")}.`);
    console.error(this.#error.message);
  }

  getLastError() {
    return this.#error;
  }
}

module.exports = FaultRows;
module.exports.rowsWithoutTest = rowsWithoutTest;
