import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import { unknownWord, sentence } from "../../../provider/values/quoted";
import { UsageError } from "../../errors";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { matching } from "../matching";
import { entities, type Entity, type EntityName } from "./entities";
import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../context";

interface ShowOptions {
  /** Seconds between two reads. */
  readonly watch?: number;
}

/** `show`: replication service, `show/[entity]/[filter]`. */
export function addShow(program: Command, run: Runner): void {
  program
    .command("show")
    .helpGroup("Replicator:")
    .description("Show the configuration and the status of the replicator")
    .addArgument(entityArgument())
    .argument("[filter]", "Keyword that the appliance matches; all by default")
    .addOption(
      new Option("--watch [seconds]", "Repeat until Ctrl-C, by default 2 seconds after each answer")
        .argParser(seconds)
        .preset("2"),
    )
    .action(
      run(async (context, name: EntityName, filter: string | undefined, { watch }: ShowOptions) => {
        const entity: Entity = entities[name];
        if (filter !== undefined && !entity.filtered) throw new UsageError(`show ${name} takes no filter.`);
        const { client } = await context.replicator();
        const read = async (): Promise<Result> =>
          matching(await entity.read(client.show, filter), `show ${name}`, filter);
        if (watch !== undefined) return watchResult(context, watch, read);
        return context.progress.during(`Reading ${entity.what}`, read);
      }),
    );
}

/** The help lists its values, and the error for a misspelt value suggests the nearest. */
function entityArgument(): Argument {
  const known = Object.keys(entities);
  const argument = new Argument("<entity>", "What to show").choices(known);
  return argument.argParser((word) => {
    if (known.includes(word)) return word;
    const refusal = unknownWord("entity", word, known);
    throw new InvalidArgumentError(`There is an ${sentence(refusal)} Allowed choices are ${known.join(", ")}.`);
  });
}

function seconds(value: string): number {
  const number = Number(value);
  if (/^\d{1,4}(?:\.\d)?$/u.test(value) && number >= 0.5 && number <= 3600) return number;
  throw new InvalidArgumentError("Write a number of seconds from 0.5 to 3600.");
}

/**
 * Reads and prints again and again, until the user interrupts it. On a terminal it overwrites the last output;
 * otherwise it appends. An error ends it, since stale output would look current.
 */
async function watchResult(context: Context, seconds: number, read: () => Promise<Result>): Promise<undefined> {
  const end = new AbortController();
  const interrupted = context.io.interrupted().then(() => {
    end.abort();
  });
  while (!end.signal.aborted) {
    const result = await read();
    await context.printAgain(result);
    await Promise.race([interrupted, wait(seconds * 1000, undefined, { signal: end.signal }).catch(ended)]);
  }
  return undefined;
}

/** Ignores the rejection of a wait that was interrupted. */
function ended(error: unknown): void {
  if ((error as Error).name !== "AbortError") throw error;
}
