import { isIPv4 } from "node:net";
import { Argument, type Command } from "commander";
import { line } from "../../lib/output/view";
import type { Runner } from "../run";
import { valueOf } from "./values";

interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** `ack`: replication service, `acknowledge/[entity]/[ip:port]`. */
export function addAck(program: Command, run: Runner): void {
  program
    .command("ack")
    .helpGroup("Replicator:")
    .description("Acknowledge a collector or exporter that is in an alarm state")
    .addArgument(new Argument("<entity>", "What is in an alarm state").choices(["collector", "exporter"]))
    .argument("<address:port>", "Its IPv4 address and port, as `flowgate show alarms` lists them", endpoint)
    .action(
      run(async (context, entity: "collector" | "exporter", { address, port }: Endpoint) => {
        await context.assertChanges();
        const { client } = await context.replicator();
        const reply = await context.progress.during("Acknowledging", () => client.acknowledge(entity, address, port));
        return {
          data: { entity, address, port, ...reply },
          views: [line(`Acknowledged the ${entity} ${address}:${port} on ${client.host}.`, "good")],
        };
      }),
    );
}

const endpoint = valueOf((text): Endpoint | undefined => {
  const [, address = "", port = ""] = /^([\d.]+):(\d{1,5})$/u.exec(text) ?? [];
  const isIn = isIPv4(address) && Number(port) >= 1 && Number(port) <= 65_535;
  return isIn ? { address, port: Number(port) } : undefined;
}, "Write address and port such as 192.0.2.10:2055.");
