import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { present } from "../../provider/values/collections";
import { work } from "../lazy";
import type { Runner } from "../run";
import { numberFrom, valueOf } from "./values";

interface SummaryOptions {
  readonly title?: string;
  readonly link?: URL;
  readonly commit?: string;
  readonly maxDeletes?: number;
  readonly then?: string;
}

/** Variables in which CI systems name the commit of a run. */
const commitVariables = ["CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT", "GITHUB_SHA"];

/** `summary`: Markdown for a pull request. */
export function addSummary(program: Command, run: Runner): void {
  program
    .command("summary")
    .helpGroup("Review:")
    .description("Turn a preview or an update (--json) into a comment")
    .argument("[file...]", "Files with one or more previews, e.g. one per stack; stdin by default, or for -")
    .option("--title <text>", "Beginning of the title; the names of the stacks by default")
    .option("--link <url>", "Link to the run that has the whole report", address)
    .option("--commit <id>", "Commit to name in the title; the CI system's by default")
    .option("--then <file>", "Preview after an update that failed: shows what was not done")
    .option("--max-deletes <number>", "Exit with 9 for more deletions than this number", deletions)
    .action(
      run(async (context, files: readonly string[], { maxDeletes, then, ...options }: SummaryOptions) => {
        const { commentOf, overLimit, previewsOf, summaryOf } = work.summary();
        const previews = await previewsOf(files, context.io);
        // Pipelines write it only after a failure.
        const isMissing = then === undefined || !existsSync(resolve(context.io.cwd, then));
        const summary = summaryOf(previews, isMissing ? [] : await previewsOf([then], context.io));
        const refused = maxDeletes === undefined ? undefined : overLimit(summary, maxDeletes);
        if (refused !== undefined) context.terminal.error(refused);
        const ending = summary.errors.length > 0 || refused !== undefined ? "attention" : "done";
        const { drawn: _, ...data } = summary;
        if (context.isJson) return { data, views: [], ending };
        const commit = options.commit ?? commitVariables.map((name) => context.io.env[name]).find(Boolean);
        await context.terminal.text(commentOf(summary, { ...options, ...present({ commit }) }));
        return { data, views: [], ending };
      }),
    );
}

export const deletions = numberFrom(0, 9_999_999, "Write a number of objects.");

const address = valueOf(
  (text) => (URL.canParse(text) && /^https?:/iu.test(text) ? new URL(text) : undefined),
  "Write a URL that begins with https:// or http://.",
);
