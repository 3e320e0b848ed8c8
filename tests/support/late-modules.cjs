"use strict";
/**
 * Preloaded (`--require`) into the processes that a test starts. At their start `@pulumi/pulumi` and zod load modules
 * that only other features need: serialising functions, running stacks, messages in other languages. This file defers
 * loading them until they are used. It saves more than two thirds of the start of each program and each provider
 * process, and the tests start hundreds of them.
 */
const Module = require("node:module");

require("../../tools/pulumi/typescript-option.cjs");
if (process.env.TEST_PACE !== undefined) require("./pace.cjs");

const late = [
  {
    importer: "/@pulumi/pulumi/",
    requests: ["typescript", "@npmcli/arborist", "normalize-package-data", "./automation"],
  },
  { importer: "/zod/", requests: ["../locales/index.cjs"] },
];
const load = Module._load;

Module._load = function (request, parent, ...rest) {
  const isLate = late.some(
    ({ importer, requests }) => requests.includes(request) && parent?.filename?.includes(importer) === true,
  );
  if (!isLate) return load.call(this, request, parent, ...rest);
  let loaded;
  const real = () => (loaded ??= load.call(this, request, parent, ...rest));
  return new Proxy(function () {}, {
    // With `__esModule`, the importer does not copy each property immediately.
    get: (_target, name) => (name === "__esModule" ? true : name === "default" ? real() : real()[name]),
    has: (_target, name) => name in real(),
    apply: (_target, self, args) => Reflect.apply(real(), self, args),
  });
};
