"use strict";
/**
 * What `@pulumi/pulumi` and zod load at their start although only other features need it: serialising functions,
 * running stacks, messages in other languages, traces. It is more than two thirds of the start of a program or a
 * provider.
 */
exports.late = [
  {
    importer: "/@pulumi/pulumi/",
    requests: ["typescript", "@npmcli/arborist", "normalize-package-data", "./automation"],
  },
  { importer: "/zod/", requests: ["../locales/index.cjs"] },
  {
    importer: "/cmd/run/tracing.js",
    members: true,
    requests: [
      "@opentelemetry/exporter-zipkin",
      "@opentelemetry/instrumentation",
      "@opentelemetry/instrumentation-grpc",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace-base",
      "@opentelemetry/sdk-trace-node",
    ],
  },
];

/**
 * A module that is loaded when something of it is used.
 *
 * @param {() => any} load
 * @param {boolean} members whether reading a member does not use it yet: the importer takes the module apart
 */
exports.loadedLate = (load, members = false) => {
  let loaded;
  const real = () => (loaded ??= load());
  return new Proxy(function () {}, {
    get: (_target, name) => {
      // With it, the importer does not copy each property immediately.
      if (name === "__esModule") return true;
      if (name === "default") return real();
      return members ? exports.loadedLate(() => real()[name]) : real()[name];
    },
    has: (_target, name) => name in real(),
    construct: (_target, args) => Reflect.construct(real(), args),
    apply: (_target, self, args) => Reflect.apply(real(), self, args),
  });
};
