"use strict";
/**
 * Preloaded (`--require`) into the processes that a test starts: what `@pulumi/pulumi` and zod load at their start and
 * use for something else (to serialise functions, to run stacks, to say messages in other languages) is loaded when it
 * is used. That is more than two thirds of the start of each program and each provider process, and the tests start
 * hundreds of them.
 */
const Module = require("node:module");

require("../../tools/pulumi/typescript-option.cjs");

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
    // `__esModule` keeps the importer from copying each property at once.
    get: (_target, name) => (name === "__esModule" ? true : name === "default" ? real() : real()[name]),
    has: (_target, name) => name in real(),
    apply: (_target, self, args) => Reflect.apply(real(), self, args),
  });
};
