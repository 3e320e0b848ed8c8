import { ApplianceError } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { GatewayClient } from "../gateway/client";
import type { ReportReply, ReportTableReply } from "../gateway/report";
import { checkedReport, MOST_ROWS, questionOf, type CheckedReport, type ReportArguments } from "./arguments";
import { columnsOf, footerOf, reportRow, type Report } from "./result";

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
