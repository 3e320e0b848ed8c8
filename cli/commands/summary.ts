import type { Command } from "commander";
import { work } from "./lazy";
import type { Runner } from "../run";
import { writeNamed } from "../written-file";
import { addReportOptions, type ReportShape } from "./summary/options";

interface SummaryOptions extends ReportShape {
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
    .addHelpText("after", "\nExits with 9 if a preview failed, after everything is printed. Nothing is sent.")
    .action(
      run(async (context, files: readonly string[], { maxLength, html, link, ...options }: SummaryOptions) => {
        const { commentOf, pageOf, previewsOf, summaryOf } = work.summary();
        const summary = summaryOf(await previewsOf(files, context.io));
        const ending = summary.errors.length > 0 ? "attention" : "done";
        const commit = options.commit ?? commitOf(context.io.env);
        const named = { ...options, ...(commit === undefined ? {} : { commit }) };
        if (html !== undefined) await writeNamed(html, pageOf(summary, named), context.io.cwd);
        if (context.isJson || context.options.output === "yaml") return { data: summary, views: [], ending };
        await context.terminal.markdown(
          commentOf(summary, { ...named, ...(link === undefined ? {} : { link }), longest: maxLength }),
        );
        return { data: summary, views: [], ending };
      }),
    );
}

function commitOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return commitVariables.map((name) => env[name]).find((value) => value !== undefined && value !== "");
}
