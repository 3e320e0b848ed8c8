import type { ReportColumn, ReportRow } from "../../../provider/report/result";
import type { ReportStream } from "../../../provider/report/stream";
import { counted } from "../../../provider/values/quoted";
import type { Context } from "../../context";
import { lazy } from "../../lazy";
import { jsonText } from "../../../lib/output/json";
import type { View } from "../../../lib/output/view";

/** Prints a report while its rows arrive, so that memory holds one page regardless of their number. */
export interface Format {
  begin(): Promise<void>;
  row(row: ReportRow): Promise<void>;
  /** Called after the last row, when the total and the remaining rows are known. */
  end(): Promise<void>;
}

/** Rows per table. A longer report is several tables, since the width of a column depends on its longest value. */
const ROWS_A_TABLE = 1000;

/** Tables with the appliance's labels, followed by the remaining rows combined and the total. */
export function tableFormat(context: Context, report: ReportStream): Format {
  const { columns } = report;
  let waiting: ReportRow[] = [];
  const flush = async (footer: readonly ReportRow[]): Promise<void> => {
    await context.terminal.views([tableOf(report, waiting, footer)]);
    waiting = [];
  };
  return {
    begin: async () => undefined,
    row: async (row) => {
      if (waiting.length === ROWS_A_TABLE) await flush([]);
      waiting.push(row);
    },
    end: () => flush([named("Others", columns, report.others()), named("Total", columns, report.total)]),
  };
}

/** RFC 4180: one line of headers, then one line per row. */
export function csvFormat({ terminal }: Context, { columns }: ReportStream, values: "raw" | "label"): Format {
  const { csvHeader, csvLine } = lazy.reportCsv();
  return {
    begin: () => terminal.csv(csvHeader(columns, { values })),
    row: (row) => terminal.csv(csvLine(columns, row, { values })),
    end: async () => undefined,
  };
}

/** One object, with one line per row. */
export function jsonFormat({ terminal }: Context, report: ReportStream): Format {
  const { rows: _rows, others, ...head } = report;
  let separator = "\n";
  return {
    begin: () => terminal.text(`${jsonText(head).replace(/\n\}$/u, "")},\n  "rows": [`),
    row: async (row) => {
      await terminal.text(`${separator}    ${jsonText(row).replaceAll(/\n */gu, " ")}`);
      separator = ",\n";
    },
    end: () => terminal.text(`\n  ],\n  "others": ${jsonText(others()).replaceAll("\n", "\n  ")}\n}\n`),
  };
}

function tableOf(
  { columns, totalRowCount }: ReportStream,
  rows: readonly ReportRow[],
  footer: readonly ReportRow[],
): View {
  const shown = rows.length === 0 ? [] : [...rows, ...footer.filter((row) => Object.keys(row).length > 0)];
  return {
    kind: "table",
    columns: columns.map(({ label, key }) => (label === "" ? key : label)),
    numeric: new Set(columns.flatMap(({ key }, index) => (typeof rows[0]?.[key]?.raw === "number" ? [index] : []))),
    rows: shown.map((row) => columns.map(({ key }) => row[key]?.label)),
    empty:
      totalRowCount === 0
        ? "The report has no rows."
        : `The report has ${counted(totalRowCount, "row")}; --offset skips all of them.`,
  };
}

/** A row of the footer with its name in the first text column, unless the appliance has filled that column. */
function named(name: string, columns: readonly ReportColumn[], row: ReportRow): ReportRow {
  const texts = columns.filter(({ key }) => typeof row[key]?.raw !== "number");
  const [first] = texts;
  const isNamed = texts.some(({ key }) => (row[key]?.label ?? "") !== "");
  if (first === undefined || isNamed || Object.keys(row).length === 0) return row;
  return Object.fromEntries([...Object.entries(row), [first.key, { raw: null, label: name }]]);
}
