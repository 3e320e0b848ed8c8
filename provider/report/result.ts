import type { Direction, ReportCellReply, ReportColumnReply, ReportTableReply } from "../gateway/report";

/** One value of a report. */
export interface ReportCell {
  /** As the database has it: text, a number (even if the appliance sends it as text), or null. */
  raw: string | number | null;
  /** As the appliance writes it, with its unit. */
  label: string;
}

/** A column of a report. */
export interface ReportColumn {
  /** Key of its cells in a row: the element or else the label, with a number if two columns have the same. */
  key: string;
  /** The column's element; undefined for a rank. */
  elementName: string | undefined;
  /** Header. */
  label: string;
  /** Details of the formatting, in the appliance's own form. */
  format: unknown;
}

/** Cells by the key of their column. */
export type ReportRow = Record<string, ReportCell>;

/** A report with all rows of its window. Plain data: it can be an output. */
export interface Report {
  /** The number that the appliance gave the request. */
  requestId: string | undefined;
  /** The requested direction. */
  direction: Direction;
  /** Columns of the table. */
  columns: ReportColumn[];
  /** Number of rows on the appliance, inside or outside the window. */
  totalRowCount: number;
  /** Totals of the computed columns: the rows, and what is not in them. Empty if the appliance returns none. */
  total: ReportRow;
  /** Details of the time frame, in the appliance's own form. */
  timeDetails: Record<string, unknown>;
  /** Details of the exporters, in the appliance's own form. */
  exporterDetails: Record<string, unknown>;
  /** Rows of the window. */
  rows: ReportRow[];
  /**
   * What is not in the rows, by computed column. Empty if the window took several requests: each answer has others of
   * its own.
   */
  others: ReportRow;
}

/** The columns, each with a unique key. */
export function columnsOf(columns: readonly ReportColumnReply[]): ReportColumn[] {
  const taken = new Set<string>();
  return columns.map(({ elementName, label, format }, index) => {
    const name = elementName ?? (label === "" ? `column${index + 1}` : label);
    let key = name;
    for (let number = 2; taken.has(key); number += 1) key = `${name}_${number}`;
    taken.add(key);
    return { key, elementName, label, format };
  });
}

/** A row by its columns; `first` is the column of its first cell. */
export function reportRow(columns: readonly ReportColumn[], cells: readonly ReportCellReply[], first = 0): ReportRow {
  // fromEntries defines each key as data, even one like `__proto__`.
  return Object.fromEntries(
    columns.slice(first, first + cells.length).map(({ key }, index) => [key, cellOf(cells[index] as ReportCellReply)]),
  );
}

function cellOf({ rawValue, label }: ReportCellReply): ReportCell {
  return { raw: typeof rawValue === "string" ? numberIn(rawValue) : rawValue, label };
}

/** Converts a decimal number that was sent as text to a number; one with leading zeros, or a long id, stays a text. */
function numberIn(text: string): string | number {
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
  return isNumber ? Number(text) : text;
}

/** The rows of the footer. One that is shorter than the rows has the cells of the last columns, which are computed. */
export function footerOf(columns: readonly ReportColumn[], { footer }: Pick<ReportTableReply, "footer">) {
  const [others = [], total = []] = footer;
  const missing = Math.max(0, columns.length - Math.max(others.length, total.length));
  return { others: reportRow(columns, others, missing), total: reportRow(columns, total, missing) };
}
