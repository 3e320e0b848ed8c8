import { Refusal } from "../refusal";
import { checkedReport, type ReportArguments } from "./arguments";
import { Pages, type ReportSource } from "./pages";
import {
  columnsOf,
  footerOf,
  graphOf,
  rowOf,
  type Report,
  type ReportColumn,
  type ReportHead,
  type ReportRow,
} from "./result";

/**
 * A report whose rows are read page by page while they are used, so that memory holds one page at a time. A relative
 * time frame moves while its pages are read: for rows that must fit together exactly, use `Custom`.
 */
export interface ReportStream extends ReportHead {
  /** The rows of the window, once. Breaking off early reads no further page. */
  rows(): AsyncGenerator<ReportRow, void, undefined>;
  /** What is not in the pages that have been read; the first is read from the beginning. */
  others(): ReportRow;
}

/**
 * Runs a report and reads its first page. Throws a Refusal for arguments that cannot be meant (nothing is sent), and
 * what the client throws. Management gateway, "`rm=report_api`".
 */
export async function openReport(source: ReportSource, args: ReportArguments): Promise<ReportStream> {
  const report = checkedReport(args);
  const pages = await Pages.open(source, report);
  const { first } = pages;
  const columns = columnsOf(first.columns);
  const footer = footerOf(columns, first);
  const rest = new Rest(columns, footer.total);
  let isRead = false;
  return {
    requestId: first.reply.request_id,
    direction: report.direction,
    columns,
    totalRowCount: first.totalRowCount,
    total: footer.total,
    graph: graphOf(first.reply, report.direction),
    timeDetails: { ...first.reply.time_details },
    exporterDetails: { ...first.reply.exporter_details },
    rows: () => {
      if (isRead) throw new Refusal("the rows of a report can be read only once.");
      isRead = true;
      return rowsOf(pages, columns, rest);
    },
    others: () => rest.after(footer.others),
  };
}

/** Runs a report and reads the whole window. As {@link openReport}, with all rows in memory. */
export async function runReport(source: ReportSource, args: ReportArguments): Promise<Report> {
  const { rows, others, ...head } = await openReport(source, args);
  const all: ReportRow[] = [];
  for await (const row of rows()) all.push(row);
  return { ...head, rows: all, others: others() };
}

async function* rowsOf(
  pages: Pages,
  columns: readonly ReportColumn[],
  rest: Rest,
): AsyncGenerator<ReportRow, void, undefined> {
  for (const cells of pages.first.rows) yield rowOf(columns, cells);
  for await (const page of pages.rest()) {
    const rows = page.rows.map((cells) => rowOf(columns, cells));
    rest.count(rows);
    yield* rows;
  }
}

/** Follows what is not in the rows: an appliance tells it of each page, not of several together. */
class Rest {
  readonly #sums = new Map<string, number>();
  readonly #computed: readonly string[];

  constructor(
    columns: readonly ReportColumn[],
    private readonly total: ReportRow,
  ) {
    this.#computed = columns.map(({ key }) => key).filter((key) => typeof total[key]?.raw === "number");
  }

  /** Counts the rows of a page after the first. */
  count(rows: readonly ReportRow[]): void {
    for (const key of this.#computed) {
      const sum = rows.reduce((all, row) => all + Number(row[key]?.raw ?? 0), this.#sums.get(key) ?? 0);
      this.#sums.set(key, sum);
    }
  }

  /** The others of the first page, less what was counted since. */
  after(others: ReportRow): ReportRow {
    if (this.#sums.size === 0) return others;
    const entries = Object.entries(others).map(([key, cell]) => {
      const sum = this.#sums.get(key);
      if (sum === undefined || typeof cell.raw !== "number") return [key, cell] as const;
      // Sums of fractions leave a trace below what was added.
      const raw = Math.max(0, cell.raw - sum);
      return [key, { raw, label: shareOf(raw, Number(this.total[key]?.raw)) }] as const;
    });
    return Object.fromEntries(entries);
  }
}

/** Raw values are in the database's unit, labels in the one that was asked for: only the share holds in both. */
function shareOf(part: number, total: number): string {
  return total === 0 ? "" : `${((part / total) * 100).toFixed(2)} % of the total`;
}
