import { InvalidArgumentError, type Command } from "commander";
import { lazy } from "../lazy";
import type { Runner } from "../run";

/** What a comment on GitHub holds. */
const LONGEST = 65_536;
/** Below this, headings and heads of tables alone would take up most of it. */
const SHORTEST = 4_000;

interface SummaryOptions {
  readonly title: string;
  readonly maxLength: number;
}

/** `summary`: Markdown for a pull request. */
export function addSummary(program: Command, run: Runner): void {
  program
    .command("summary")
    .helpGroup("Many sites:")
    .description("Turn the output of pulumi preview --json into Markdown for a comment on a pull request")
    .argument("[file...]", "Files with one preview or several, e.g. one a stack; stdin by default, or for -")
    .option("--title <text>", "First line", "Flowgate preview")
    .option("--max-length <characters>", "Most characters: what a comment holds", length, LONGEST)
    .addHelpText("after", "\nEnds with 9 where a preview failed, after everything is printed. Nothing is sent.")
    .action(
      run(async (context, files: readonly string[], { title, maxLength }: SummaryOptions) => {
        const { commentOf, previewsOf, summaryOf } = lazy.summary();
        const summary = summaryOf(await previewsOf(files, context.io));
        const ending = summary.errors.length > 0 ? "attention" : "done";
        if (context.options.json === true) return { data: summary, views: [], ending };
        await context.terminal.markdown(commentOf(summary, { title, longest: maxLength }));
        return { data: summary, views: [], ending };
      }),
    );
}

function length(value: string): number {
  if (/^\d{1,7}$/u.test(value) && Number(value) >= SHORTEST) return Number(value);
  throw new InvalidArgumentError(`Write a number of characters from ${String(SHORTEST)}.`);
}
