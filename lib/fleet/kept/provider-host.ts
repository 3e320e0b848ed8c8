// The process that serves the dynamic resources of one site after another, see KeptProcess.
import { createRequire } from "node:module";
import { counted, doNotReuse, modules, quietly, serve, type Host, type Service } from "./host";

/** A server of gRPC, as far as it is used here. */
interface Server {
  addService(definition: unknown, service: Service): void;
  bindAsync(address: string, credentials: unknown, bound: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
}

/** The providers of this package. Those of other packages run code that may keep something of a site. */
const ours = /^exports\.handler = \(\) => require\("pulumi-flowgate\/provider"\)\.kind\("\w+"\)$/u;
const events = ["uncaughtException", "unhandledRejection", "exit"] as const;

/**
 * Pulumi's own dynamic provider. Its module keeps the providers and their configuration, and starts a server when it is
 * loaded, so it is loaded again for each site.
 */
function open(): Host {
  const path = modules.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const ofPulumi = createRequire(path);
  const { Server: grpcServer } = ofPulumi("@grpc/grpc-js") as { Server: { prototype: Server } };
  const { Empty } = ofPulumi("google-protobuf/google/protobuf/empty_pb") as { Empty: new () => unknown };
  noteForeignProviders(ofPulumi);
  let server: Server | undefined;
  let bound: (port: number) => void;

  const { addService, bindAsync } = grpcServer.prototype;
  grpcServer.prototype.addService = function (definition, service) {
    const counts = counted(service, ["check", "diff", "create", "read", "update", "delete"]);
    // The engine calls `attach` on a provider that it did not start. Pulumi's class does not implement it.
    counts["attach"] = (_call: unknown, reply: (error: null, value: unknown) => void) => reply(null, new Empty());
    addService.call(this, definition, counts);
  };
  grpcServer.prototype.bindAsync = function (address, credentials, then) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the server that this site's engine uses
    server = this;
    bindAsync.call(this, address, credentials, (error, port) => {
      then(error, port);
      bound(port);
    });
  };
  return {
    begin: async () => {
      const port = new Promise<number>((resolve) => (bound = resolve));
      for (const event of events) process.removeAllListeners(event);
      process.on("uncaughtException", () => doNotReuse("an error of the provider was not caught"));
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the cache of modules is an object
      delete require.cache[path];
      // The module prints the port for the engine that usually starts it.
      return quietly(async () => {
        ofPulumi(path);
        await port;
        await new Promise(setImmediate);
        return port;
      });
    },
    end: () => {
      server?.forceShutdown();
      return Promise.resolve(undefined);
    },
  };
}

/** Notices providers of other packages, see `ours`. */
function noteForeignProviders(ofPulumi: NodeJS.Require): void {
  const path = ofPulumi.resolve("require-from-string");
  const compile = ofPulumi(path) as (code: string, ...rest: unknown[]) => unknown;
  const loaded = require.cache[path];
  if (loaded === undefined) throw new Error(`${path} is not in the cache of modules`);
  loaded.exports = (code: string, ...rest: unknown[]) => {
    if (!ours.test(code)) doNotReuse("the site has dynamic resources of another package");
    return compile(code, ...rest);
  };
}

process.argv[2] = "127.0.0.1:1";
serve(open);
