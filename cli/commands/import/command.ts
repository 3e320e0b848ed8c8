import type { Command } from "commander";
import { line } from "../../../lib/output/view";
import { work } from "../../lazy";
import type { Runner } from "../../run";
import { counted, someLines } from "../../../provider/values/quoted";

/** Maximum number of resources to list by name. */
const MOST_NAMED = 20;

/** `import`: imports the objects of an export into the state of the stack. */
export function addImport(program: Command, run: Runner): void {
  program
    .command("import")
    .helpGroup("Existing appliances:")
    .description("Take the objects of an export into the state of the stack, and compare program, state and appliances")
    .argument("<file>", "The file that flowgate export wrote beside the program")
    .option("--no-protect", "Let Pulumi delete what is imported; the next up follows the program's option")
    .addHelpText("after", "\nRun it in the folder of the program. Nothing is changed on the appliances.")
    .action(
      run(async (context, file: string, { protect }: { protect: boolean }) => {
        const { imported, held, differences } = await work.import().importAll(context, file, { protect });
        const inState = held === 0 ? "" : `, ${String(held)} ${held === 1 ? "was" : "were"} in the state already`;
        const count = counted(differences.length, "difference");
        const end = `${String(imported)} imported${inState}, ${count}. Nothing was sent to the appliances.`;
        const items = differences.map(({ what, urn }) => `${what} ${urn.split("::").slice(2).join(" ")}`);
        return {
          data: { imported, held, differences },
          views: [
            ...(items.length === 0
              ? []
              : [
                  {
                    kind: "list" as const,
                    title: "An up would",
                    items: someLines(items, MOST_NAMED),
                    empty: "",
                  },
                ]),
            line(end, differences.length === 0 ? "good" : "bad"),
          ],
          ending: differences.length === 0 ? "done" : "attention",
        };
      }),
    );
}
