import { Argument, type Command } from "commander";
import { UsageError } from "../errors";
import type { Runner } from "../run";
import { entities, type Entity, type EntityName } from "./show/entities";

/** `show`: replication service, `show/[entity]/[filter]`. */
export function addShow(program: Command, run: Runner): void {
  program
    .command("show")
    .helpGroup("Replicator:")
    .description("Show what the replicator has configured, and how it is doing")
    .addArgument(new Argument("<entity>", "What to show").choices(Object.keys(entities)))
    .argument("[filter]", "Keyword that the appliance matches; all by default")
    .action(
      run(async (context, name: EntityName, filter: string | undefined) => {
        const entity: Entity = entities[name];
        if (filter !== undefined && !entity.filtered) throw new UsageError(`show ${name} takes no filter.`);
        const { client } = await context.replicator();
        return context.progress.during(`Reading ${entity.what}`, () => entity.read(client.show, filter));
      }),
    );
}
