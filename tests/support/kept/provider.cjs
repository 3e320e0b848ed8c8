"use strict";
/**
 * Pulumi's dynamic provider as a running process that the engine attaches to instead of starting its own. Everything
 * that this package keeps per process is reset each time the engine configures the provider, which it does once per
 * process.
 */
const { join } = require("node:path");
const grpc = require("@grpc/grpc-js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb");
const { obey } = require("./commands.cjs");

const root = join(__dirname, "../../..");
const entry = require(join(root, "dist/provider/index.js"));
const { dynamicProvider, newShared } = require(join(root, "dist/provider/dynamic/host.js"));
const { definitionOf } = require(join(root, "dist/provider/registry.js"));
const { Config } = require("@pulumi/pulumi/cmd/dynamic-provider/config");

/** The configuration that the engine sent last, and the providers that it has used since. */
let run = { config: {}, shared: newShared(), providers: new Map() };

function providerOf(kind) {
  let provider = run.providers.get(kind);
  if (provider === undefined) {
    provider = dynamicProvider(definitionOf(kind), run.shared);
    provider.configure({ config: new Config(run.config, "") });
    run.providers.set(kind, provider);
  }
  return provider;
}

// Pulumi's process caches the returned object, so each call looks up the provider of the current run.
entry.kind = (kind) => ({
  check: (...args) => providerOf(kind).check(...args),
  diff: (...args) => providerOf(kind).diff(...args),
  create: (...args) => providerOf(kind).create(...args),
  read: (...args) => providerOf(kind).read(...args),
  update: (...args) => providerOf(kind).update(...args),
  delete: (...args) => providerOf(kind).delete(...args),
});

const { addService, bindAsync } = grpc.Server.prototype;
grpc.Server.prototype.addService = function (definition, service) {
  const configure = service.configure.bind(service);
  // The engine calls `attach` on a provider that it did not start. Pulumi's class does not implement it.
  Object.assign(service, { attach: (_call, callback) => callback(null, new Empty()) });
  service.configure = (call, callback) =>
    configure(call, (...answer) => {
      run = { config: service.config, shared: newShared(), providers: new Map() };
      callback(...answer);
    });
  return addService.call(this, definition, service);
};
grpc.Server.prototype.bindAsync = function (address, credentials, callback) {
  bindAsync.call(this, address, credentials, (error, port) => {
    callback(error, port);
    process.send({ port });
  });
};

obey();
process.argv[2] = "127.0.0.1:1";
require("@pulumi/pulumi/cmd/dynamic-provider");
