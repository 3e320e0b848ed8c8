import { Argument, InvalidArgumentError, type Command } from "commander";
import { line, type View } from "../../output/view";
import { unknownWord } from "../../provider/values/unknown-word";
import { UsageError } from "../errors";
import type { Result } from "../result";
import type { Runner } from "../run";
import { entities, type Entity, type EntityName } from "./show/entities";

/** `show`: replication service, `show/[entity]/[filter]`. */
export function addShow(program: Command, run: Runner): void {
  program
    .command("show")
    .helpGroup("Replicator:")
    .description("Show what the replicator has configured, and how it is doing")
    .addArgument(entityArgument())
    .argument("[filter]", "Keyword that the appliance matches; all by default")
    .action(
      run(async (context, name: EntityName, filter: string | undefined) => {
        const entity: Entity = entities[name];
        if (filter !== undefined && !entity.filtered) throw new UsageError(`show ${name} takes no filter.`);
        const { client } = await context.replicator();
        const found = await context.progress.during(`Reading ${entity.what}`, () => entity.read(client.show, filter));
        return filter === undefined || found.views.some(hasEntries) ? found : nothing(found, name, filter);
      }),
    );
}

/** What was asked for by a word and is not there needs attention: a script must not take it for a list. */
function nothing(found: Result, name: EntityName, filter: string): Result {
  return { data: found.data, views: [line(`Nothing of show ${name} matches "${filter}".`)], ending: "attention" };
}

function hasEntries(view: View): boolean {
  if (view.kind === "table") return view.rows.length > 0;
  return view.kind === "list"
    ? view.items.length > 0
    : view.kind === "fields" && view.fields.some(([, one]) => one !== undefined);
}

/** Its words are in the help, and a misspelt one leads to the nearest. */
function entityArgument(): Argument {
  const known = Object.keys(entities);
  const argument = new Argument("<entity>", "What to show").choices(known);
  return argument.argParser((word) => {
    if (known.includes(word)) return word;
    const told = unknownWord("entity", word, known);
    throw new InvalidArgumentError(
      `There is an ${told.endsWith("?") ? told : `${told}.`} Allowed choices are ${known.join(", ")}.`,
    );
  });
}
