import { ReplyError } from "../errors/errors";
import type { GatewayClient } from "../gateway/client";
import type { ReportCellReply, ReportReply, ReportTableReply } from "../gateway/report-reply";
import type { GraphChoice } from "../gateway/report-words";
import { Refusal } from "../errors/refusal";
import { MOST_ROWS, questionOf, type CheckedReport } from "./arguments";

/** The source of a report: a client, or anything that uses one. */
export type ReportSource = Pick<GatewayClient, "report" | "host">;

/** One page: the table of the requested direction, and the answer that contains it. */
export interface Page extends ReportTableReply {
  readonly reply: ReportReply;
}

/** Reads the window of a report page by page, with one request per page. */
export class Pages {
  readonly first: Page;
  readonly #source: ReportSource;
  readonly #report: CheckedReport;

  private constructor(source: ReportSource, report: CheckedReport, first: Page) {
    this.#source = source;
    this.#report = report;
    this.first = first;
  }

  /** Reads the first page, the only one with graph data. */
  static async open(source: ReportSource, report: CheckedReport): Promise<Pages> {
    const { offset } = report.window;
    const first = await load(source, report, { offset, left: limitOf(report), graph: report.graph });
    if (report.window.limit === "all" && first.totalRowCount - offset > MOST_ROWS) {
      throw new Refusal(
        `the report has ${first.totalRowCount} rows, more than the ${MOST_ROWS} that are read at once: narrow it by ` +
          "filters or time, or read it in windows.",
      );
    }
    return new Pages(source, report, first);
  }

  /**
   * The pages after the first. Throws ReplyError if the appliance returns the same rows again, or none although it says
   * that there are more: missing rows must not look like the end.
   */
  async *rest(): AsyncGenerator<Page, void, undefined> {
    const { window } = this.#report;
    let previous: Page = this.first;
    let offset = window.offset + previous.rows.length;
    let left = limitOf(this.#report) - previous.rows.length;
    this.#assertProgress(previous, offset);
    while (left > 0 && offset < previous.totalRowCount) {
      const page = await load(this.#source, this.#report, { offset, left, graph: "none" });
      this.#assertProgress(page, offset + page.rows.length);
      if (page.columns.length !== previous.columns.length) throw this.#wrong("the columns changed between two pages");
      if (isSame(page.rows, previous.rows)) throw this.#wrong("the appliance gives the same rows for another offset");
      offset += page.rows.length;
      left -= page.rows.length;
      previous = page;
      yield page;
    }
  }

  #assertProgress({ rows, totalRowCount }: Page, offset: number): void {
    if (rows.length > 0 || offset >= totalRowCount) return;
    throw this.#wrong(
      `the appliance gives no rows from ${offset} on, although it says that there are ${totalRowCount}`,
    );
  }

  #wrong(words: string): ReplyError {
    return new ReplyError({ appliance: "gateway", host: this.#source.host, action: "report_api/get", words });
  }
}

function limitOf({ window }: CheckedReport): number {
  return window.limit === "all" ? MOST_ROWS : window.limit;
}

async function load(
  { report: api, host }: ReportSource,
  report: CheckedReport,
  { offset, left, graph }: { offset: number; left: number; graph: GraphChoice },
): Promise<Page> {
  const asked = Math.min(left, report.window.pageSize);
  const reply = await api.get(questionOf(report, { offset, rows: asked, graph }));
  const place = { appliance: "gateway", host, action: "report_api/get" } as const;
  const table = reply.table[report.direction];
  if (table === undefined) throw new ReplyError({ ...place, words: `the answer has no ${report.direction} table` });
  if (table.rows.some((cells) => cells.length > table.columns.length)) {
    throw new ReplyError({ ...place, words: "a row has more cells than there are columns" });
  }
  return { ...table, rows: table.rows.slice(0, asked), reply };
}

type Rows = readonly (readonly ReportCellReply[])[];

/** The rows of one report differ, so two pages with equal first and last rows are equal. */
function isSame(one: Rows, other: Rows): boolean {
  const ends = (rows: Rows): string => JSON.stringify([rows.length, rows[0], rows.at(-1)]);
  return one.length > 0 && ends(one) === ends(other);
}
