import { resolve } from "node:path";
import type { Command } from "commander";
import { line, type View } from "../../lib/output/view";
import type { Mistake } from "../check";
import { lazy, work } from "../lazy";
import type { Result } from "../result";
import type { Runner } from "../run";

/** `check`: every mistake of a program in one run, without an engine and without appliances. */
export function addCheck(program: Command, run: Runner): void {
  program
    .command("check")
    .helpGroup("Programs:")
    .description("Report every mistake in the resources of a program, with file and line; contacts no appliance")
    .argument("[folder]", "Folder of the program", ".")
    .addHelpText(
      "after",
      "\nReads the state of the stack if there is an engine, to find renames without an alias. Reads the configuration from Pulumi.<stack>.yaml, without its secrets. A comment\n" +
        '"flowgate-accept <id>: <reason>" beside a declaration accepts a warning; so does a line in .flowgateaccept.',
    )
    .action(
      run(async ({ io, options, progress, terminal }, folder: string) => {
        const stack = typeof options.stack === "string" ? options.stack : undefined;
        const { mistakes, notes, count } = await progress.during("Running the program", () =>
          work.check().checkProgram(io, resolve(io.cwd, folder), stack),
        );
        for (const note of notes) terminal.note(note);
        return resultOf(mistakes, count);
      }),
    );
}

function resultOf(mistakes: readonly Mistake[], count: number): Result {
  const errors = mistakes.filter(({ severity }) => severity === "error").length;
  const data = { resources: count, mistakes: mistakes.map((one) => ({ ...one, text: textOf(one) })) };
  const views: View[] = mistakes.map((one) => line(textOf(one), one.severity === "error" ? "bad" : undefined));
  const resources = `${String(count)} ${count === 1 ? "resource" : "resources"}`;
  const end = `${resources}: ${lazy.modelProblems().countsText(mistakes)}.`;
  if (errors === 0) return { data, views: [...views, line(end, "good")] };
  return { data, views: [...views, line(end, "bad")], ending: "attention" };
}

/** One line per mistake: `index.ts:12:5: Collector "analysis": threshold: must be ...`. */
function textOf({ severity, id, place, resource, message }: Mistake): string {
  const title = resource === undefined || message.startsWith(resource) ? "" : resource;
  const parts = [place ?? "", severity === "warning" ? "warning" : "", id ?? "", title, message];
  return parts.filter((part) => part !== "").join(": ");
}
