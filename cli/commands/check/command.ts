import { resolve } from "node:path";
import type { Command } from "commander";
import type { Mistake } from ".";
import { work } from "../../lazy";
import type { Runner } from "../../run";
import { mistakesResult } from "../mistakes";
import { counted } from "../../../provider/values/quoted";

/** `check`: every mistake of a program in one run, without an engine and without appliances. */
export function addCheck(program: Command, run: Runner): void {
  program
    .command("check")
    .helpGroup("Review:")
    .description("Report every mistake of a program with its place, offline")
    .argument("[folder]", "Folder of the program", ".")
    .action(
      run(async ({ io, options, progress, terminal }, folder: string) => {
        const { mistakes, notes, count } = await progress.during("Running the program", () =>
          work.check().checkProgram(io, resolve(io.cwd, folder), options.stack),
        );
        for (const note of notes) terminal.note(note);
        const found = mistakes.map((one) => ({ ...one, text: textOf(one) }));
        const data = { resources: count, mistakes: found };
        return mistakesResult(found, data, (counts) => `${counted(count, "resource")}: ${counts}.`);
      }),
    );
}

/** One line per mistake: `index.ts:12:5: Collector "analysis": threshold: must be ...`. */
function textOf({ severity, place, resource, message }: Mistake): string {
  const title = resource === undefined || message.startsWith(resource) ? "" : resource;
  const parts = [place ?? "", severity === "warning" ? "warning" : "", title, message];
  return parts.filter((part) => part !== "").join(": ");
}
