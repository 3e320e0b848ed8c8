"use strict";
const { default: Sequencer } = require("@jest/test-sequencer");

/** Unit tests first: the first test that fails ends the trial of a mutant, and those of properties take the longest. */
module.exports = class MutantsOrder extends Sequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    return [...tests].sort((one, other) => (one.path < other.path ? 1 : -1));
  }
};
