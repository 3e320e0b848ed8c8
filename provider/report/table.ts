import Table from "cli-table3";
import { redact } from "../values/secret";
import type { Report, ReportColumn, ReportRow } from "./result";

/** How a report is shown as text. */
export interface TableOptions {
  /** Maximum number of rows to show; a last line says how many are hidden. Default all. */
  rows?: number | undefined;
}

type Shown = Pick<Report, "columns" | "rows" | "others" | "total" | "totalRowCount">;

/** A report as a text table: the rows with the appliance's labels, and below them the others and the total. */
export function reportTable(report: Shown, { rows: most = Number.POSITIVE_INFINITY }: TableOptions = {}): string {
  const { columns, total, others } = report;
  const shown = report.rows.slice(0, most);
  const table = new Table({
    head: columns.map(({ label, key }) => redact(label === "" ? key : label)),
    colAligns: columns.map(({ key }) => (isNumeric(key, report) ? "right" : "left")),
    // No colours: the text also goes into files and pull requests.
    style: { head: [], border: [] },
  });
  table.push(...shown.map((row) => cellsOf(columns, row)));
  table.push(...footerLine("Others", others, report), ...footerLine("Total", total, report));
  const hidden = report.totalRowCount - shown.length;
  return hidden > 0 ? `${table.toString()}\n${hidden} more rows` : table.toString();
}

function isNumeric(key: string, { rows, total }: Shown): boolean {
  return typeof (total[key] ?? rows[0]?.[key])?.raw === "number";
}

function cellsOf(columns: readonly ReportColumn[], row: ReportRow): string[] {
  return columns.map(({ key }) => redact(row[key]?.label ?? ""));
}

/**
 * A row of the footer, or none if the appliance sent none; labelled with its name if the appliance did not label it.
 */
function footerLine(name: string, row: ReportRow, report: Shown): string[][] {
  if (Object.keys(row).length === 0) return [];
  const cells = cellsOf(report.columns, row);
  const texts = report.columns.flatMap(({ key }, index) => (isNumeric(key, report) ? [] : [index]));
  const [first] = texts;
  if (first !== undefined && texts.every((index) => cells[index] === "")) cells[first] = name;
  return [cells];
}
