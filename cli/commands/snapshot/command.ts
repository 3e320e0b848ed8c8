import { shellWord } from "../../../provider/values/quoted";
import { relative } from "node:path";
import type { Command } from "commander";
import { line } from "../../../lib/output/view";
import { work } from "../../lazy";
import type { Runner } from "../../run";

interface SnapshotOptions {
  readonly filter?: readonly string[];
  readonly search?: readonly string[];
  readonly address?: readonly string[];
}

/** `snapshot`: records the appliances' answers in a file, from which previews can be answered. */
export function addSnapshot(program: Command, run: Runner): void {
  program
    .command("snapshot")
    .helpGroup("Existing appliances:")
    .description(
      "Record in a file what the appliances of all sites, or of --site, answer, for previews without appliances",
    )
    .argument("[file]", "File to write; with --site, the other sites in it are kept", "flowgate.snapshot.json")
    .option("--filter <keyword...>", "Also record what functions read with these filters")
    .option("--search <text...>", "Also record what getIpGroups finds by these parts of names")
    .option("--address <address...>", "Also record the names of these addresses, for resolveName")
    .addHelpText(
      "after",
      "\nOnly reads: nothing is changed on the appliances. The file contains no credentials. What an earlier run " +
        "recorded\nin the same file with these options is recorded again.",
    )
    .action(
      run(async (context, given: string, { filter = [], search = [], address = [] }: SnapshotOptions) => {
        const wanted = { filters: filter, searches: search, addresses: address };
        const { file, appliances, kept, extras } = await context.progress.during("Reading the appliances", () =>
          work.snapshot().record(context, given, wanted),
        );
        const count = (list: readonly { answers: readonly unknown[] }[]): string =>
          String(list.reduce((sum, { answers }) => sum + answers.length, 0));
        const also = kept.length === 0 ? "" : ` ${String(kept.length)} of other sites are kept as they were.`;
        return {
          data: { file, appliances: [...appliances, ...kept].map(dataOf), extras },
          views: [
            {
              kind: "table",
              columns: ["Appliance", "URL", "Answers"],
              rows: appliances.map(({ kind, url, answers }) => [kind, url, answers.length]),
              empty: "",
            },
            line(`${count(appliances)} answers are kept in ${file}, without credentials.${also}`, "good"),
            line(`Next: pulumi preview --config ${shellWord(`flowgate:snapshot=${relative(context.io.cwd, file)}`)}`),
          ],
        };
      }),
    );
}

function dataOf(one: { kind: string; url: string; recorded: string; answers: readonly unknown[] }): object {
  const { kind, url, recorded, answers } = one;
  return { kind, url, recorded, answers: answers.length };
}
