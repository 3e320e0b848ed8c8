"use strict";
/**
 * Pulumi's dynamic provider, which the engine finds running instead of starting it. Whatever this package keeps in a
 * process begins anew each time that the engine configures the provider, which it does once a process.
 */
const { join } = require("node:path");
const grpc = require("@grpc/grpc-js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb");
const { obey } = require("./commands.cjs");

const root = join(__dirname, "../../..");
const entry = require(join(root, "dist/provider/index.js"));
const { dynamicProvider, newShared } = require(join(root, "dist/provider/host.js"));
const { definitionOf } = require(join(root, "dist/provider/registry.js"));
const { Config } = require("@pulumi/pulumi/cmd/dynamic-provider/config");

/** What the engine gave last, and the providers that it has reached since. */
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

// Pulumi's process keeps what this returns for ever, so each call goes to the provider of the present run.
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
  // What the engine asks of a provider that it has not started; Pulumi's class does not know it.
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
