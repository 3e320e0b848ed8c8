"use strict";
/** Preloaded (`--require`) into the processes that a test starts, hundreds in a run, so that they start faster. */
const Module = require("node:module");
const { late, loadedLate } = require("./late.cjs");

require("../../tools/pulumi/typescript-option.cjs");
if (process.env.TEST_PACE !== undefined) require("./pace.cjs");

const load = Module._load;

Module._load = function (request, parent, ...rest) {
  const isLate = late.find(
    ({ importer, requests }) => requests.includes(request) && parent?.filename?.includes(importer) === true,
  );
  const real = () => load.call(this, request, parent, ...rest);
  return isLate === undefined ? real() : loadedLate(real, isLate.members);
};
