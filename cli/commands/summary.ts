import { InvalidArgumentError, type Command } from "commander";
import { lazy } from "../lazy";
import type { Runner } from "../run";

/** What a comment on GitHub holds. */
const LONGEST = 65_536;
/** Below this, headings and heads of tables alone would take up most of it. */
const SHORTEST = 4_000;

interface SummaryOptions {
  readonly title?: string;
  readonly commit?: string;
  readonly html?: string;
  readonly link?: URL;
  readonly maxLength: number;
}

/** Variables in which CI systems name the commit of a run. */
const commitVariables = ["CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT", "GITHUB_SHA"];

/** `summary`: Markdown for a pull request. */
export function addSummary(program: Command, run: Runner): void {
  program
    .command("summary")
    .helpGroup("Many sites:")
    .description("Turn the output of pulumi preview --json or pulumi up --json into Markdown for a comment")
    .argument("[file...]", "Files with one preview or several, e.g. one a stack; stdin by default, or for -")
    .option("--title <text>", "What the title begins with; the names of the stacks by default")
    .option("--commit <id>", "Commit that the title names; the CI system's by default")
    .option("--html <file>", "Also write the whole report as one HTML file that opens without network")
    .option("--link <url>", "Where the HTML file will be, for a link in the comment", address)
    .option("--max-length <characters>", "Most characters: what a comment holds", length, LONGEST)
    .addHelpText("after", "\nEnds with 9 where a preview failed, after everything is printed. Nothing is sent.")
    .action(
      run(async (context, files: readonly string[], { maxLength, html, link, ...options }: SummaryOptions) => {
        const { commentOf, pageOf, previewsOf, summaryOf, writePage } = lazy.summary();
        const summary = summaryOf(await previewsOf(files, context.io));
        const ending = summary.errors.length > 0 ? "attention" : "done";
        const commit = options.commit ?? commitOf(context.io.env);
        const named = { ...options, ...(commit === undefined ? {} : { commit }) };
        if (html !== undefined) await writePage(html, pageOf(summary, named), context.io.cwd);
        if (context.isJson || context.options.output === "yaml") return { data: summary, views: [], ending };
        await context.terminal.markdown(
          commentOf(summary, { ...named, ...(link === undefined ? {} : { link }), longest: maxLength }),
        );
        return { data: summary, views: [], ending };
      }),
    );
}

function length(value: string): number {
  if (/^\d{1,7}$/u.test(value) && Number(value) >= SHORTEST) return Number(value);
  throw new InvalidArgumentError(`Write a number of characters from ${String(SHORTEST)}.`);
}

function commitOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return commitVariables.map((name) => env[name]).find((value) => value !== undefined && value !== "");
}

function address(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && /^https?:$/u.test(url.protocol)) return url;
  throw new InvalidArgumentError("Write a URL that begins with https:// or http://.");
}
