import { Option, type Command } from "commander";
import type { ReportArguments } from "../../provider/report/arguments";
import type { Report, ReportColumn, ReportRow } from "../../provider/report/run";
import { amountText } from "../output/text";
import type { View } from "../output/view";
import type { Context } from "../context";
import { asUsage, UsageError } from "../errors";
import { lazy } from "../lazy";
import type { Runner } from "../run";
import { valueOf } from "./values";

type Pairs = readonly (readonly [string, string])[];

interface ReportOptions {
  readonly filter?: Pairs;
  readonly time: string;
  readonly direction: string;
  readonly unit: string;
  readonly rows: string;
  readonly set?: Pairs;
  readonly csv?: true;
}

/** `report`: management gateway, `rm=report_api`. */
export function addReport(program: Command, run: Runner): void {
  program
    .command("report")
    .helpGroup("Look:")
    .description("Run a flow report; print its rows as a table, CSV or JSON")
    .argument("[type]", "Key of the report, such as host2host: its API tab on the appliance shows it", "conversations")
    .option("--filter <name=value...>", "exporter, ipGroup, deviceGroup, or a key as it is sent", pair)
    .option("--time <range>", "Such as Today, or two times: 2026-01-31T08:00:00Z/2026-01-31T09:00:00Z", "LastHour")
    .addOption(new Option("--direction <name>", "Relative to the interfaces").default("inbound"))
    .addOption(new Option("--unit <name>", "bits, bytes or percent").default("bits"))
    .option("--rows <count>", 'Maximum number of rows, or "all"', "50")
    .option("--set <key=value...>", "dataMode, rateTotal, granularity, clientTimezone, offset or pageSize", pair)
    .option("--csv", "Print CSV with the values of the database")
    .action(
      run(async (context, type: string, options: ReportOptions) => {
        if (options.csv === true && context.isJson) throw new UsageError("Give one of --csv and --json.");
        const args = argumentsOf(type, options);
        const { checkedReport, remarkOn, runReport } = lazy.report();
        asUsage(() => checkedReport(args));
        const client = await context.gateway();
        const remark = remarkOn(args);
        if (remark !== undefined) context.terminal.note(remark);
        const report = await context.progress.during("Running the report", () => runReport(client, args));
        if (options.csv === true) for (const line of csvOf(report)) await context.terminal.line(line);
        else await printWhole(context, report);
        return undefined;
      }),
    );
}

async function printWhole(context: Context, report: Report): Promise<void> {
  const { rows, totalRowCount } = report;
  await context.print({ data: report, views: [tableOf(report)] });
  if (rows.length >= totalRowCount) return;
  context.terminal.note(`${amountText(rows.length)} of ${amountText(totalRowCount)} rows; --rows all reads them all.`);
}

function tableOf({ columns, rows, total, others, totalRowCount }: Report): View {
  const footer = [named("Others", columns, others), named("Total", columns, total)].filter(
    (row) => rows.length > 0 && Object.keys(row).length > 0,
  );
  return {
    kind: "table",
    columns: columns.map(({ label, key }) => (label === "" ? key : label)),
    numeric: new Set(columns.flatMap(({ key }, index) => (typeof rows[0]?.[key]?.raw === "number" ? [index] : []))),
    rows: [...rows, ...footer].map((row) => columns.map(({ key }) => row[key]?.label)),
    empty: totalRowCount === 0 ? "The report has no rows." : "The rows that were asked for are behind the last one.",
  };
}

/** A row of the footer with its name in the first text column, unless the appliance has filled that column. */
function named(name: string, columns: readonly ReportColumn[], row: ReportRow): ReportRow {
  const first = columns.find(({ key }) => typeof row[key]?.raw !== "number");
  if (first === undefined || (row[first.key]?.label ?? "") !== "" || Object.keys(row).length === 0) return row;
  return { ...row, [first.key]: { raw: null, label: name } };
}

/** Converts the options to arguments, whose check reports wrong values. */
function argumentsOf(reportType: string, options: ReportOptions): ReportArguments {
  const { filter: filters = [], direction, unit, rows, time, set = [] } = options;
  const [start, end] = time.split("/");
  const frame = end === undefined ? { dateRange: time } : { dateRange: "Custom", start, end };
  return { reportType, filters, direction, unit, rows, ...frame, ...Object.fromEntries(set) } as ReportArguments;
}

const pairOf = valueOf((text): readonly [string, string] | undefined => {
  const [, key, value] = /^([^=]+)=(.+)$/u.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : [key, value];
}, "Write name=value.");

const pair = (text: string, before: Pairs = []): Pairs => [...before, pairOf(text)];

/** The lines of a report as CSV, with the values of the database. A rank has none: its text stands for it. */
function csvOf({ columns, rows }: Report): string[] {
  const lines = rows.map((row) => columns.map(({ key }) => row[key]?.raw ?? row[key]?.label ?? ""));
  return [columns.map(({ key }) => key), ...lines].map((fields) => fields.map(csvField).join(","));
}

function csvField(field: string | number): string {
  // Names come from outside: a spreadsheet would run a text that begins like a formula.
  const isFormula = typeof field === "string" && /^[=+\-@\t\r]/u.test(field) && !/^-?\d+(?:\.\d+)?$/u.test(field);
  const text = `${isFormula ? "'" : ""}${String(field)}`;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
