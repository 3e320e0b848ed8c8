const { default: Sequencer } = require("@jest/test-sequencer");

/** Tests that mostly wait begin first. Without the times of an earlier run, jest goes by the size of files. */
module.exports = class extends Sequencer {
  sort(/** @type {import("jest-runner").Test[]} */ tests) {
    const isSlow = (/** @type {{ path: string }} */ { path }) =>
      /[\\/](?:(?:engine|property|faults)[\\/]|readme[.])/u.test(path);
    const sorted = super.sort(tests);
    return [...sorted.filter(isSlow), ...sorted.filter((one) => !isSlow(one))];
  }
};
