import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { filled } from "./plugin/wire";

/** The engine that started this process. It shows lines to the user. */
export class Engine {
  #client: EngineClient | undefined;

  /** `address` is undefined if a person started the process; lines go to its standard error until an engine attaches. */
  constructor(address: string | undefined) {
    if (address !== undefined) this.attach(address);
  }

  attach(address: string): void {
    this.#client = new EngineClient(address, credentials.createInsecure());
  }

  /** Shows a warning, or writes to the debug log; about a resource if `urn` is set. A lost line fails no operation. */
  say(level: "WARNING" | "DEBUG", message: string, urn = ""): Promise<void> {
    const client = this.#client;
    if (client === undefined) {
      process.stderr.write(`${level.toLowerCase()}: ${message}\n`);
      return Promise.resolve();
    }
    const request = filled(new LogRequest(), { severity: LogSeverity[level], message, urn });
    return new Promise((resolve) => {
      client.log(request, () => resolve());
    });
  }
}
