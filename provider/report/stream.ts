import { ApplianceError } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { GatewayClient } from "../gateway/client";
import type { ReportCellReply, ReportReply, ReportTableReply } from "../gateway/report-reply";
import type { GraphChoice } from "../gateway/report-words";
import { checkedReport, MOST_ROWS, questionOf, type CheckedReport, type ReportArguments } from "./arguments";
import { columnsOf, footerOf, graphOf, rowOf, type Report, type ReportHead, type ReportRow } from "./result";

/**
 * A report whose rows are read page by page while they are used, so that memory holds one page at a time. A relative
 * time frame moves while its pages are read: if rows must fit together exactly, use `Custom`.
 */
export interface ReportStream extends ReportHead {
  /** The rows of the window, readable once. Breaking off early reads no further page. */
  rows(): AsyncGenerator<ReportRow, void, undefined>;
  /** What is not in the rows. Empty if the window took several requests: each answer has others of its own. */
  others(): ReportRow;
}

/** The table of the requested direction, and the answer that contains it. */
interface Page extends ReportTableReply {
  readonly reply: ReportReply;
}

/**
 * Runs a report and reads its first page. Throws a Refusal for invalid arguments (nothing is sent), and otherwise the
 * errors of the client. Management gateway, "`rm=report_api`".
 */
export async function openReport(client: GatewayClient, args: ReportArguments): Promise<ReportStream> {
  const report = checkedReport(args);
  const { direction, window } = report;
  const most = window.limit === "all" ? MOST_ROWS : window.limit;
  const first = await load(client, report, { offset: window.offset, left: most, graph: report.graph });
  if (window.limit === "all" && first.totalRowCount - window.offset > MOST_ROWS) {
    throw new Refusal(
      `the report has ${first.totalRowCount} rows, more than the ${MOST_ROWS} that are read at once: narrow it by ` +
        "filters or time, or read it in windows.",
    );
  }
  const columns = columnsOf(first.columns);
  const { others, total } = footerOf(columns, first);
  const isWhole = first.rows.length >= Math.min(most, first.totalRowCount - window.offset);
  const pages = pagesAfter(client, report, first, most);
  async function* rows(): AsyncGenerator<ReportRow, void, undefined> {
    for (const cells of first.rows) yield rowOf(columns, cells);
    for await (const page of pages) yield* page.rows.map((cells) => rowOf(columns, cells));
  }
  return {
    requestId: first.reply.request_id,
    direction,
    columns,
    totalRowCount: first.totalRowCount,
    total,
    graph: graphOf(first.reply, direction),
    timeDetails: { ...first.reply.time_details },
    exporterDetails: { ...first.reply.exporter_details },
    rows,
    others: () => (isWhole ? others : {}),
  };
}

/** Runs a report and reads the whole window. As {@link openReport}, with all rows in memory. */
export async function runReport(client: GatewayClient, args: ReportArguments): Promise<Report> {
  const { rows, others, ...head } = await openReport(client, args);
  const all: ReportRow[] = [];
  for await (const row of rows()) all.push(row);
  return { ...head, rows: all, others: others() };
}

/**
 * The pages after the first, with one request each. Throws if the appliance returns the same rows again, or none
 * although it says that there are more: missing rows must not look like the end.
 */
async function* pagesAfter(
  client: GatewayClient,
  report: CheckedReport,
  first: Page,
  most: number,
): AsyncGenerator<Page, void, undefined> {
  const wrong = (words: string): ApplianceError => new ApplianceError(client.place("report_api/get"), "none", words);
  const { offset: start } = report.window;
  let previous = first;
  for (
    let read = first.rows.length;
    read < most && start + read < previous.totalRowCount;
    read += previous.rows.length
  ) {
    const page =
      previous.rows.length === 0
        ? previous
        : await load(client, report, { offset: start + read, left: most - read, graph: "none" });
    if (page.rows.length === 0) {
      throw wrong(
        `the appliance gives no rows from ${start + read} on, although it says that there are ${page.totalRowCount}`,
      );
    }
    if (page.columns.length !== first.columns.length) throw wrong("the columns changed between two pages");
    if (isSame(page.rows, previous.rows)) throw wrong("the appliance gives the same rows for another offset");
    previous = page;
    yield page;
  }
}

async function load(
  client: GatewayClient,
  report: CheckedReport,
  { offset, left, graph }: { offset: number; left: number; graph: GraphChoice },
): Promise<Page> {
  const asked = Math.min(left, report.window.pageSize);
  const reply = await client.report.get(questionOf(report, { offset, rows: asked, graph }));
  const table = reply.table[report.direction];
  const place = client.place("report_api/get");
  if (table === undefined) throw new ApplianceError(place, "none", `the answer has no ${report.direction} table`);
  if (table.rows.some((cells) => cells.length > table.columns.length)) {
    throw new ApplianceError(place, "none", "a row has more cells than there are columns");
  }
  return { ...table, rows: table.rows.slice(0, asked), reply };
}

type Rows = readonly (readonly ReportCellReply[])[];

/** The rows of one report differ, so two pages with equal first and last rows are equal. */
function isSame(one: Rows, other: Rows): boolean {
  const ends = (rows: Rows): string => JSON.stringify([rows.length, rows[0], rows.at(-1)]);
  return ends(one) === ends(other);
}
