import type { Command } from "commander";
import { line } from "../../lib/output/view";
import type { Runner } from "../run";

/** `rebuild`: replication service, `rebuild`. */
export function addRebuild(program: Command, run: Runner): void {
  program
    .command("rebuild")
    .helpGroup("Replicator:")
    .description("Rebuild the replicator's configuration now, without waiting for the automatic rebuild")
    .action(
      run(async (context) => {
        await context.assertChanges();
        const { client } = await context.replicator();
        const data = await context.progress.during("Rebuilding the configuration", () => client.rebuild());
        return { data, views: [line(`Rebuilt the configuration of ${client.host}.`, "good")] };
      }),
    );
}
