import { readFileSync } from "node:fs";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { endWithEngine } from "../dynamic/engine-watch";
import { Engine } from "../engine";
import { Service } from "./service";

/** Maximum size of a message in bytes: a state holds thousands of rules. The engine has the same limit. */
const MOST_BYTES = 400 * 1024 * 1024;

/** Serves the engine that started this process, until it ends. The engine reads the port from standard output. */
export async function servePlugin({ version, schema }: Record<"version" | "schema", string>): Promise<void> {
  endWithEngine(true);
  const [address] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
  const service = new Service(new Engine(address), version, () => readFileSync(schema, "utf8"));
  const server = new Server({
    "grpc.max_receive_message_length": MOST_BYTES,
    "grpc.max_send_message_length": MOST_BYTES,
  });
  server.addService(ResourceProviderService, service.handlers());
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  process.stdout.write(`${String(port)}\n`);
}
