"use strict";
/**
 * What `@pulumi/pulumi` and zod load at their start although only other features need it: serialising functions,
 * running stacks, messages in other languages. It is more than two thirds of the start of a program or a provider.
 */
exports.late = [
  {
    importer: "/@pulumi/pulumi/",
    requests: ["typescript", "@npmcli/arborist", "normalize-package-data", "./automation"],
  },
  { importer: "/zod/", requests: ["../locales/index.cjs"] },
];

/**
 * A module that is loaded when something of it is used.
 *
 * @param {() => any} load
 */
exports.loadedLate = (load) => {
  let loaded;
  const real = () => (loaded ??= load());
  return new Proxy(function () {}, {
    // With `__esModule`, the importer does not copy each property immediately.
    get: (_target, name) => (name === "__esModule" ? true : name === "default" ? real() : real()[name]),
    has: (_target, name) => name in real(),
    apply: (_target, self, args) => Reflect.apply(real(), self, args),
  });
};
