import type { Command } from "commander";
import { line, type View } from "../../../lib/output/view";
import type { Comparison, DriftFinding } from "../../../lib/site/drift";
import { titleOf } from "../../../lib/site/title";
import type { Line } from "../../../provider/values/differences";
import type { Context } from "../../context";
import { alike } from "../../../provider/values/alike";
import { work } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { writeNamed } from "../../files";
import { addReportOptions, type ReportShape } from "../summary/options";
import { counted, someLines } from "../../../provider/values/quoted";
import { present } from "../../../provider/values/collections";

interface DriftOptions extends ReportShape {
  readonly ignoreFile?: string;
  readonly stacks?: readonly string[];
  readonly unmanaged?: true;
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
    .option("--unmanaged", "List the objects that are in no state, with the lines for .flowgateignore that hide them")
    .option("--stacks <name...>", "Other stacks whose objects are on these appliances; '*' for all of the project")
    .option("--markdown", "Print Markdown for a comment, as flowgate summary does");
  addReportOptions(command)
    .addHelpText("after", "\nExits with 9 if something was changed or is missing.")
    .action(run(drift));
}

async function drift(context: Context, options: DriftOptions): Promise<Result> {
  const comparisons = await work.drift().findDrift(context, options);
  const findings = comparisons.map(({ finding }) => finding);
  const of = (status: DriftFinding["status"]): DriftFinding[] => findings.filter((one) => one.status === status);
  const counts = (Object.keys(titles) as DriftFinding["status"][]).map(
    (status) => [status, of(status).length] as const,
  );
  const isPrinted = await writeReports(context, comparisons, options);
  const unreadable = work.drift().unreadableText(findings);
  const drifted = of("changed").length + of("missing").length;
  const shown = options.unmanaged === true ? order : order.filter((status) => status !== "notManaged");
  return {
    data: { counts: Object.fromEntries(counts), findings },
    views: isPrinted
      ? []
      : [
          ...shown.flatMap((status) =>
            viewsOf(
              status,
              of(status).filter((one) => !work.drift().isUnreadable(one)),
            ),
          ),
          ...(unreadable === undefined ? [] : [line(unreadable)]),
          ...(options.unmanaged === true ? ignoreLines(of("notManaged")) : unmanagedLine(of("notManaged").length)),
          end(drifted, drifted + of("same").length),
        ],
    ending: drifted === 0 ? "done" : "attention",
  };
}

/**
 * Writes the requested page and prints the requested comment. Returns whether there is nothing else to print for
 * people.
 */
async function writeReports(
  context: Context,
  comparisons: readonly Comparison[],
  { markdown, html, link, maxLength, title, unmanaged }: DriftOptions,
): Promise<boolean> {
  if (html === undefined && markdown !== true) return false;
  const { commentOf, pageOf, summaryOfDrift } = work.summary();
  const { stack } = context.options;
  const summary = summaryOfDrift(comparisons, {
    stack: typeof stack === "string" ? stack : "stack",
    isListing: unmanaged === true,
  });
  const named = title === undefined ? {} : { title };
  if (html !== undefined) await writeNamed(html, pageOf(summary, named), context.io.cwd);
  if (markdown !== true || !context.isForPeople) return false;
  const shape = { ...named, ...present({ link }), longest: maxLength, command: "drift" as const };
  await context.terminal.markdown(commentOf(summary, shape));
  return true;
}

/** The title of each part of the output. */
const titles: Readonly<Record<DriftFinding["status"], string>> = {
  missing: "In the state, but not on the appliance",
  changed: "Changed on the appliance",
  notManaged: "On the appliance, but in no state that was read",
  elsewhere: "Managed by another stack",
  unread: "Could not be compared",
  same: "As declared",
};

/** What is listed, the worst first. */
const order = ["missing", "changed", "notManaged", "elsewhere", "unread"] as const;

function viewsOf(status: DriftFinding["status"], found: readonly DriftFinding[]): View[] {
  if (found.length === 0) return [];
  const isBad = status === "missing" || status === "changed";
  const head = isBad ? line(titles[status], "bad") : line(titles[status]);
  const lines = status === "unread" ? unreadLines(found) : found.flatMap(linesOf);
  return [head, ...lines.map((text) => line(text)), line("")];
}

/** What was not compared, each reason once. */
function unreadLines(found: readonly DriftFinding[]): string[] {
  return alike(found, ({ why }) => why).flatMap((same) => [
    `  ${same[0].why ?? ""}`,
    ...same.flatMap(({ why: _, ...one }) => linesOf(one)).map((text) => `  ${text}`),
  ]);
}

function unmanagedLine(count: number): View[] {
  if (count === 0) return [];
  const objects = counted(count, "more object is", "more objects are");
  return [line(`${objects} not managed by this stack: --unmanaged lists them, .flowgateignore hides them.`)];
}

/** The lines of an ignore file that hide objects. */
function ignoreLines(found: readonly DriftFinding[]): View[] {
  if (found.length === 0) return [];
  const items = [...new Set(found.map(({ kind, label }) => `${kind}:${label}`))];
  return [line("Lines for .flowgateignore that hide them"), ...items.map((item) => line(item)), line("")];
}

function end(drifted: number, all: number): View {
  if (drifted === 0) return line(`No drift: ${counted(all, "object was", "objects were")} compared.`, "good");
  return line(`${String(drifted)} of ${String(all)} objects differ.`, "bad");
}

function linesOf({ site, stack, changes, why, ...object }: DriftFinding): string[] {
  const at = site === undefined ? "" : ` of site ${site}`;
  const owner = stack === undefined ? "" : `: stack ${stack}`;
  const head = `  ${titleOf(object)}${at}${owner}`;
  return [why === undefined ? head : `${head}: ${why}`, ...changeLines(changes)];
}

/** The differences, each value with where it is. */
function changeLines(changes: readonly Line[]): string[] {
  const values = changes.flatMap(({ property, before = "not set", after = "not set", sizes }) =>
    sizes === undefined ? [`${property}: declared ${after}, on the appliance ${before}`] : [],
  );
  const items = changes.filter(({ sizes }) => sizes !== undefined);
  const lines = [
    ...values,
    ...items.flatMap(({ property, after }) => (after === undefined ? [] : [`- ${property}: ${after}`])),
    ...items.flatMap(({ property, before }) => (before === undefined ? [] : [`+ ${property}: ${before}`])),
  ];
  return someLines(lines, MOST_ITEMS).map((text) => `      ${text}`);
}
