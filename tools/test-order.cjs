"use strict";
const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * Files that wait much longer than they work, until a late request or answer could have arrived. jest starts the
 * longest files first; if all workers waited at once, every core would be idle.
 */
const waiting = [
  "faults/every-kind",
  "faults/foreign-names",
  "faults/late-requests",
  "lifecycle/group-truth",
  "lifecycle/shared-values",
].map((name) => `/tests/${name}.test.ts`);
/** Number of files between the starts of two of them. */
const BETWEEN = 8;

/** The order of jest, but files that wait run one after the other. */
module.exports = class TestOrder extends Sequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    const isWaiting = (/** @type {{ path: string }} */ { path }) => waiting.some((name) => path.endsWith(name));
    const sorted = super.sort(tests);
    const others = sorted.filter((test) => !isWaiting(test));
    const order = [...others];
    for (const [index, test] of sorted.filter(isWaiting).entries()) order.splice(index * (BETWEEN + 1), 0, test);
    return order;
  }
};
