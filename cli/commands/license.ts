import type { Command } from "commander";
import type { Runner } from "../run";

/** `license`: replication service, `license/check`. */
export function addLicense(program: Command, run: Runner): void {
  program
    .command("license")
    .helpGroup("Replicator:")
    .description("Show the replicator's license")
    .action(
      run(async (context) => {
        const { client } = await context.replicator();
        const data = await context.progress.during("Reading the license", () => client.licenseCheck());
        const fields: readonly (readonly [string, string])[] = [
          ["Type", data.licensedType],
          ["Version", data.licensedVersion],
          ["Expires", data.expiration],
          ["Days left", data.daysLeft],
          ["Machine", data.machineID],
          ["Role", data.role],
        ];
        return { data, views: [{ kind: "fields", fields }] };
      }),
    );
}
