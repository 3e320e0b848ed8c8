"use strict";
const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * Files that wait much longer than they work, until a late request or answer could have arrived. jest starts the
 * longest files first; if all workers waited at once, every core would be idle.
 */
const waiting = ["faults/every-kind", "faults/foreign-names", "lifecycle/group-truth", "lifecycle/shared-values"].map(
  (name) => `/tests/${name}.test.ts`,
);
/** Number of files between the starts of two of them. */
const BETWEEN = 8;

/**
 * Files that work for long and are short. Without times of a former run, jest starts the largest files first, and these
 * would be left for the end, when most workers have nothing to do.
 */
const working = [
  ...["switches/each", "switches/personas", "plugin/personas", "property/refactor"],
  ...["engine/deletion-limit"],
  ...["property/plans"],
].map((name) => `/tests/${name}.test.ts`);

/** The order of jest, but long work comes first, and files that wait run one after the other. */
module.exports = class TestOrder extends Sequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    /** @type {(names: readonly string[]) => (test: { path: string }) => boolean} */
    const isIn =
      (names) =>
      ({ path }) =>
        names.some((name) => path.endsWith(name));
    const [isWaiting, isWorking] = [isIn(waiting), isIn(working)];
    const asJest = super.sort(tests);
    const sorted = [...asJest.filter(isWorking), ...asJest.filter((test) => !isWorking(test))];
    const others = sorted.filter((test) => !isWaiting(test));
    const order = [...others];
    for (const [index, test] of sorted.filter(isWaiting).entries()) order.splice(index * (BETWEEN + 1), 0, test);
    return order;
  }
};
