import { relative } from "node:path";
import type { Command } from "commander";
import { line } from "../../output/view";
import { work } from "./lazy";
import type { Runner } from "../run";

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
    .description("Keep in a file what the appliances of all sites, or of --site, answer: for previews that ask none")
    .argument(
      "[file]",
      "Where it is written; with --site, other sites that it holds are kept",
      "flowgate.snapshot.json",
    )
    .option("--filter <keyword...>", "Also what functions read with these filters")
    .option("--search <text...>", "Also what getIpGroups finds by these parts of names")
    .option("--address <address...>", "Also the names of these addresses, for resolveName")
    .addHelpText(
      "after",
      "\nReads only: nothing is changed on the appliances. The file holds no credentials. What an earlier run into the " +
        "same file\nasked by these options is asked again.",
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
            line(`Next: pulumi preview --config flowgate:snapshot=${relative(context.io.cwd, file)}`),
          ],
        };
      }),
    );
}

function dataOf(one: { kind: string; url: string; recorded: string; answers: readonly unknown[] }): object {
  const { kind, url, recorded, answers } = one;
  return { kind, url, recorded, answers: answers.length };
}
