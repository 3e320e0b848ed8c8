import type { Command } from "commander";
import type { Runner } from "../run";
import { matching } from "./matching";

/** `unassigned`: replication service, `exporter/noprofile/[filter]`. */
export function addUnassigned(program: Command, run: Runner): void {
  program
    .command("unassigned")
    .helpGroup("Replicator:")
    .description("List exporters that send data but belong to no profile")
    .argument("[filter]", "Keyword that the appliance matches; all by default")
    .action(
      run(async (context, filter: string | undefined) => {
        const { client } = await context.replicator();
        const data = await context.progress.during("Reading the exporters without a profile", () =>
          client.exporter.noprofile(filter),
        );
        const columns = ["Exporter", "Last seen", "Octets/s in", "Packets/s in", "Octets/s out", "Packets/s out"];
        const rows = [...data].map(([address, seen]) => [
          address,
          seen.lastseen,
          ...[seen.in_o_rate, seen.in_p_rate, seen.out_o_rate, seen.out_p_rate].map(asNumber),
        ]);
        const empty = "Every exporter that sends data belongs to a profile.";
        return matching(
          { data, views: [{ kind: "table", columns, rows, empty }] },
          "the exporters without a profile",
          filter,
        );
      }),
    );
}

/** Rates are texts in the answer; as numbers they are aligned to the right. */
function asNumber(rate: string): string | number {
  return rate.trim() !== "" && Number.isFinite(Number(rate)) ? Number(rate) : rate;
}
