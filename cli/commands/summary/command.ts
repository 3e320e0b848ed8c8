import type { Command } from "commander";
import { work } from "../../lazy";
import type { Runner } from "../../run";
import { writeNamed } from "../../files";
import type { Size } from "../../../lib/fleet/fleet";
import { addReportOptions, deletions, type ReportShape } from "./options";
import { present } from "../../../provider/values/collections";

interface SummaryOptions extends ReportShape {
  readonly maxDeletes?: Size;
  readonly commit?: string;
}

/** Variables in which CI systems name the commit of a run. */
const commitVariables = ["CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT", "GITHUB_SHA"];

/** `summary`: Markdown for a pull request. */
export function addSummary(program: Command, run: Runner): void {
  const command = program
    .command("summary")
    .helpGroup("Many sites:")
    .description("Turn the output of pulumi preview --json or pulumi up --json into Markdown for a comment")
    .argument("[file...]", "Files with one or more previews, e.g. one per stack; stdin by default, or for -");
  addReportOptions(command)
    .option("--commit <id>", "Commit to name in the title; the CI system's by default")
    .option(
      "--max-deletes <number>",
      "Refuse more deletions than this, a number of objects or a share such as 5%",
      deletions,
    )
    .addHelpText(
      "after",
      "\nExits with 9 if a preview failed or deletes too much, after everything is printed. Nothing is sent.",
    )
    .action(
      run(
        async (
          context,
          files: readonly string[],
          { maxLength, html, link, maxDeletes, ...options }: SummaryOptions,
        ) => {
          const { commentOf, overLimit, pageOf, previewsOf, summaryOf } = work.summary();
          const summary = summaryOf(await previewsOf(files, context.io));
          const refused =
            maxDeletes === undefined ? undefined : overLimit([summary], { most: maxDeletes, option: "--max-deletes" });
          if (refused !== undefined) context.terminal.warn(refused);
          const ending = summary.errors.length > 0 || refused !== undefined ? "attention" : "done";
          const commit = options.commit ?? commitOf(context.io.env);
          const named = { ...options, ...present({ commit }) };
          if (html !== undefined) await writeNamed(html, pageOf(summary, named), context.io.cwd);
          const { drawn: _, ...data } = summary;
          if (!context.isForPeople) return { data, views: [], ending };
          await context.terminal.markdown(commentOf(summary, { ...named, ...present({ link }), longest: maxLength }));
          return { data, views: [], ending };
        },
      ),
    );
}

function commitOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return commitVariables.map((name) => env[name]).find((value) => value !== undefined && value !== "");
}
