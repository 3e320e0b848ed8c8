import { ApplianceError } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { GatewayClient } from "../gateway/client";
import type { Direction, ReportCellReply, ReportColumnReply, ReportReply, ReportTableReply } from "../gateway/report";
import { checkedReport, MOST_ROWS, questionOf, type CheckedReport, type ReportArguments } from "./arguments";

export { checkedReport, remarkOn } from "./arguments";

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

interface Page extends ReportTableReply {
  readonly reply: ReportReply;
}

/**
 * Runs a report and reads its window, page by page. Throws a Refusal for invalid arguments (nothing is sent), and
 * otherwise the errors of the client. A relative time frame moves while pages are read: if rows must fit together
 * exactly, use `Custom`. Management gateway, "`rm=report_api`".
 */
export async function runReport(client: GatewayClient, args: ReportArguments): Promise<Report> {
  const report = checkedReport(args);
  const { direction, offset, rows: limit } = report;
  const most = limit === "all" ? MOST_ROWS : limit;
  const first = await loadPage(client, report, 0, most);
  if (limit === "all" && first.totalRowCount - offset > MOST_ROWS) {
    throw new Refusal(
      `the report has ${first.totalRowCount} rows, more than the ${MOST_ROWS} that are read at once: narrow it by ` +
        "filters or time, or read it in windows.",
    );
  }
  const columns = columnsOf(first.columns);
  const { others, total } = footerOf(columns, first);
  const isWhole = first.rows.length >= Math.min(most, first.totalRowCount - offset);
  const { request_id, time_details, exporter_details } = first.reply;
  return {
    requestId: request_id,
    direction,
    columns,
    totalRowCount: first.totalRowCount,
    total,
    timeDetails: { ...time_details },
    exporterDetails: { ...exporter_details },
    rows: (await rowsOf(client, report, first, most)).map((cells) => reportRow(columns, cells)),
    others: isWhole ? others : {},
  };
}

/**
 * The rows of all pages. Throws if the appliance returns the same rows again, or none although it says that there are
 * more: missing rows must not look like the end.
 */
async function rowsOf(client: GatewayClient, report: CheckedReport, first: Page, most: number): Promise<Page["rows"]> {
  const { offset } = report;
  const rows = [...first.rows];
  let page = first;
  while (rows.length < most && offset + rows.length < page.totalRowCount) {
    const next = page.rows.length === 0 ? page : await loadPage(client, report, rows.length, most);
    if (next.rows.length === 0) {
      const said = `although it says that there are ${next.totalRowCount}`;
      throw wrong(client, `the appliance gives no rows from ${offset + rows.length} on, ${said}`);
    }
    // The rows of one report differ.
    if (JSON.stringify(next.rows) === JSON.stringify(page.rows)) {
      throw wrong(client, "the appliance gives the same rows for another offset");
    }
    rows.push(...next.rows);
    page = next;
  }
  return rows;
}

async function loadPage(client: GatewayClient, report: CheckedReport, read: number, most: number): Promise<Page> {
  const { direction, offset, pageSize } = report;
  const rows = Math.min(most - read, pageSize);
  const page = { offset: offset + read, rows };
  const reply = await client.call("report_api/get", questionOf(report, page));
  const table = reply.table[direction];
  if (table === undefined) throw wrong(client, `the answer has no ${direction} table`);
  if (table.rows.some((cells) => cells.length > table.columns.length)) {
    throw wrong(client, "a row has more cells than there are columns");
  }
  return { ...table, rows: table.rows.slice(0, rows), reply };
}

function wrong(client: GatewayClient, words: string): ApplianceError {
  return new ApplianceError(client.place("report_api/get"), "none", words);
}

/** The columns, each with a unique key. */
function columnsOf(columns: readonly ReportColumnReply[]): ReportColumn[] {
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
function reportRow(columns: readonly ReportColumn[], cells: readonly ReportCellReply[], first = 0): ReportRow {
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
function footerOf(columns: readonly ReportColumn[], { footer }: Pick<ReportTableReply, "footer">) {
  const [others = [], total = []] = footer;
  const missing = Math.max(0, columns.length - Math.max(others.length, total.length));
  return { others: reportRow(columns, others, missing), total: reportRow(columns, total, missing) };
}
