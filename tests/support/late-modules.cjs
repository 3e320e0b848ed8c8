"use strict";
/**
 * Preloaded (`--require`) into the processes that a test starts: what `@pulumi/pulumi` loads at its start and uses only
 * to serialise functions is loaded when it is used. That is two thirds of the start of each program and each provider
 * process, and the tests start hundreds of them.
 */
const Module = require("node:module");

require("../../tools/pulumi/typescript-option.cjs");

const late = new Set(["typescript", "@npmcli/arborist"]);
const load = Module._load;

Module._load = function (request, parent, ...rest) {
  if (!late.has(request) || !parent?.filename?.includes("/@pulumi/pulumi/")) {
    return load.call(this, request, parent, ...rest);
  }
  let loaded;
  const real = () => (loaded ??= load.call(this, request, parent, ...rest));
  return new Proxy(real, {
    // `__esModule` keeps the importer from copying each property at once.
    get: (_target, name) => (name === "__esModule" ? true : name === "default" ? real() : real()[name]),
    has: (_target, name) => name in real(),
  });
};
