import { isIPv4 } from "node:net";
import { InvalidArgumentError, type Command } from "commander";
import type { Runner } from "../run";

/** `dns`: replication service, `dnscheck`. */
export function addDns(program: Command, run: Runner): void {
  program
    .command("dns")
    .helpGroup("Replicator:")
    .description("Let the replicator resolve the name of addresses now")
    .argument("<address...>", "IPv4 addresses", addresses)
    .action(
      run(async (context, asked: readonly string[]) => {
        const { client } = await context.replicator();
        const data = await context.progress.during("Resolving names", () =>
          Promise.all(asked.map((address) => client.dnscheck(address))),
        );
        const columns = ["Address", "Name", "Status", "Resolved in (s)", "Kept until"];
        const rows = data.map(({ addr, name, status, resolveTime, expiry }) => {
          return [addr, name, status, resolveTime, expiry.time];
        });
        return { data, views: [{ kind: "table", columns, rows, isOrdered: true, empty: "" }] };
      }),
    );
}

/** Commander calls this for each value, with the earlier values. */
function addresses(value: string, before: readonly string[] | undefined): readonly string[] {
  if (!isIPv4(value)) throw new InvalidArgumentError("Write an IPv4 address such as 192.0.2.10.");
  return [...(before ?? []), value];
}
