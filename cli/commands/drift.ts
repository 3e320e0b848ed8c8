import type { Command } from "commander";
import { line, type View } from "../../lib/output/view";
import { valueText } from "../../provider/values/differences";
import { textOf } from "../../provider/values/value-text";
import type { Comparison, DriftChange, DriftFinding } from "../../lib/site/drift";
import type { Context } from "../context";
import { work } from "./lazy";
import type { Result } from "../result";
import type { Runner } from "../run";
import { writeNamed } from "../written-file";
import { addReportOptions, type ReportShape } from "./summary/options";

interface DriftOptions extends ReportShape {
  readonly ignoreFile?: string;
  readonly markdown?: true;
}

/** Maximum number of items of a set to print. */
const MOST_ITEMS = 20;

/** `drift`: compares the state with the appliances. */
export function addDrift(program: Command, run: Runner): void {
  const command = program
    .command("drift")
    .helpGroup("Existing appliances:")
    .description("Compare the state of the stack with the appliances; runs no program and changes nothing")
    .option(
      "--ignore-file <file>",
      "Selectors of objects that need not be managed, one per line; .flowgateignore by default",
    )
    .option("--markdown", "Print Markdown for a comment, as flowgate summary does");
  addReportOptions(command)
    .addHelpText("after", "\nExits with 9 if something was changed, is missing or is not managed.")
    .action(run(drift));
}

async function drift(context: Context, options: DriftOptions): Promise<Result> {
  const comparisons = await work.drift().findDrift(context, options.ignoreFile);
  const findings = comparisons.map(({ finding }) => finding);
  const drifted = findings.filter(({ status }) => status !== "same" && status !== "unread");
  const counts = (Object.keys(titles) as DriftFinding["status"][]).map(
    (status) => [status, findings.filter((one) => one.status === status).length] as const,
  );
  const isPrinted = await writeReports(context, comparisons, options);
  return {
    data: { counts: Object.fromEntries(counts), findings },
    views: isPrinted ? [] : [...viewsOf(findings), end(drifted.length, findings.length)],
    ending: drifted.length === 0 ? "done" : "attention",
  };
}

/**
 * Writes the requested page and prints the requested comment. Returns whether there is nothing else to print for
 * people.
 */
async function writeReports(
  context: Context,
  comparisons: readonly Comparison[],
  { markdown, html, link, maxLength, title }: DriftOptions,
): Promise<boolean> {
  if (html === undefined && markdown !== true) return false;
  const { commentOf, pageOf, summaryOfDrift } = work.summary();
  const { stack } = context.options;
  const summary = summaryOfDrift(comparisons, typeof stack === "string" ? stack : "stack");
  const named = title === undefined ? {} : { title };
  if (html !== undefined) await writeNamed(html, pageOf(summary, named), context.io.cwd);
  if (markdown !== true || context.isJson || context.options.output === "yaml") return false;
  const shape = { ...named, ...(link === undefined ? {} : { link }), longest: maxLength, command: "drift" as const };
  await context.terminal.markdown(commentOf(summary, shape));
  return true;
}

const titles: Readonly<Record<DriftFinding["status"], string>> = {
  changed: "Changed on the appliance",
  missing: "In the state, but not on the appliance",
  notManaged: "On the appliance, but in no state",
  unread: "Could not be compared",
  same: "As declared",
};

function viewsOf(findings: readonly DriftFinding[]): View[] {
  return (["changed", "missing", "notManaged", "unread"] as const).flatMap((status): View[] => {
    const found = findings.filter((one) => one.status === status);
    if (found.length === 0) return [];
    return [{ kind: "list", title: titles[status], items: found.flatMap(linesOf), empty: "" }, line("")];
  });
}

function end(drifted: number, all: number): View {
  if (drifted === 0) return line(`No drift: ${String(all)} objects were compared.`, "good");
  return line(`${String(drifted)} of ${String(all)} objects differ.`, "bad");
}

function linesOf({ kind, id, label, name, site, changes, why }: DriftFinding): string[] {
  const at = site === undefined ? "" : ` of site ${site}`;
  const resource = name === undefined || name === label ? "" : `, resource "${name}"`;
  const head = `  ${kind} "${label}" (id ${id}${resource})${at}`;
  return [why === undefined ? head : `${head}: ${why}`, ...changes.flatMap(changeLines)];
}

function changeLines({ input, declared, live, missing, added }: DriftChange): string[] {
  if (missing === undefined || added === undefined) {
    return [`      ${input}: declared ${valueText(declared)}, on the appliance ${valueText(live)}`];
  }
  const items = [
    ...missing.map((item) => `      - ${input}: ${textOf(item)}`),
    ...added.map((item) => `      + ${input}: ${textOf(item)}`),
  ];
  const more = items.length - MOST_ITEMS;
  return more > 0 ? [...items.slice(0, MOST_ITEMS), `      and ${String(more)} more`] : items;
}
