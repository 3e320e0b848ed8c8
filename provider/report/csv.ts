import type { Report, ReportCell, ReportColumn, ReportRow } from "./result";

/** The content of the cells: the database's values for programs, or the appliance's texts with their units. */
export interface CsvOptions {
  /** Default `raw`. */
  values?: "raw" | "label" | undefined;
}

/** RFC 4180. */
const LINE_END = "\r\n";

/** A report as CSV (RFC 4180): one header line, then one line per row. Totals and others are left out. */
export function reportCsv({ columns, rows }: Pick<Report, "columns" | "rows">, options: CsvOptions = {}): string {
  return csvHeader(columns, options) + rows.map((row) => csvLine(columns, row, options)).join("");
}

/**
 * The header line: the keys of the columns for raw values, their headers for texts. A header may contain the unit of
 * the texts (bits), which may differ from that of the values.
 */
export function csvHeader(columns: readonly ReportColumn[], { values = "raw" }: CsvOptions = {}): string {
  return line(columns.map(({ label, key }) => (values === "raw" || label === "" ? key : label)));
}

/** One line, with its line end: for reports that are written while they are read. */
export function csvLine(columns: readonly ReportColumn[], row: ReportRow, { values = "raw" }: CsvOptions = {}): string {
  return line(columns.map(({ key }) => fieldOf(row[key], values)));
}

function fieldOf(cell: ReportCell | undefined, values: "raw" | "label"): string | number {
  if (cell === undefined) return "";
  // A rank has no value in the database.
  return values === "raw" && cell.raw !== null ? cell.raw : cell.label;
}

function line(fields: readonly (string | number)[]): string {
  return fields.map(quotedIfNeeded).join(",") + LINE_END;
}

function quotedIfNeeded(field: string | number): string {
  const text = typeof field === "number" ? String(field) : harmless(field);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Names of hosts and applications come from outside: a spreadsheet would run a text that begins like a formula. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/u.test(text) && !/^-?\d+(?:\.\d+)?$/u.test(text) ? `'${text}` : text;
}
