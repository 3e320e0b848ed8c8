import { Refusal } from "../errors/refusal";
import { checkedReport, type ReportArguments } from "./arguments";
import { Pages, type ReportSource } from "./pages";
import {
  columnsOf,
  footerOf,
  graphOf,
  rowOf,
  type Footer,
  type Report,
  type ReportCell,
  type ReportColumn,
  type ReportHead,
  type ReportRow,
} from "./result";

/**
 * A report whose rows are read page by page while they are used, so that memory holds one page at a time. A relative
 * time frame moves while its pages are read: if rows must fit together exactly, use `Custom`.
 */
export interface ReportStream extends ReportHead {
  /** The rows of the window, readable once. Breaking off early reads no further page. */
  rows(): AsyncGenerator<ReportRow, void, undefined>;
  /** What is not in the pages read so far; the first page is read at the start. */
  others(): ReportRow;
}

/**
 * Runs a report and reads its first page. Throws a Refusal for invalid arguments (nothing is sent), and otherwise the
 * errors of the client. Management gateway, "`rm=report_api`".
 */
export async function openReport(source: ReportSource, args: ReportArguments): Promise<ReportStream> {
  const report = checkedReport(args);
  const pages = await Pages.open(source, report);
  const { first } = pages;
  const columns = columnsOf(first.columns);
  const footer = footerOf(columns, first);
  const rest = new Rest(columns, footer);
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

/** Tracks what is not in the rows: an appliance reports it per page, not for several together. */
class Rest {
  /** Sums of the rows after the first page, by column; undefined for a column that cannot be summed. */
  readonly #sums = new Map<string, number | undefined>();
  #isPaged = false;

  constructor(
    columns: readonly ReportColumn[],
    private readonly footer: Footer,
  ) {
    for (const { key } of columns) if (typeof footer.others[key]?.raw === "number") this.#sums.set(key, 0);
  }

  /** Counts the rows of a page after the first. */
  count(rows: readonly ReportRow[]): void {
    this.#isPaged = true;
    for (const [key, sum] of this.#sums) {
      this.#sums.set(
        key,
        rows.reduce((all, row) => plus(all, row[key]), sum),
      );
    }
  }

  /**
   * The others of the first page, minus what was counted since; without the columns for which that cannot be computed.
   */
  after(others: ReportRow): ReportRow {
    if (!this.#isPaged) return others;
    const entries = Object.entries(others).flatMap(([key, cell]): [string, ReportCell][] => {
      const sum = this.#sums.get(key);
      // A name such as "Others" is right for any number of pages; an amount that is only a text is not.
      if (sum === undefined || typeof cell.raw !== "number") return /\d/u.test(cell.label) ? [] : [[key, cell]];
      // Rounding of fractions can make the difference slightly negative.
      const raw = Math.max(0, cell.raw - sum);
      return [[key, { raw, label: shareOf(raw, this.footer.total[key]?.raw) }]];
    });
    const isComputed = entries.some(([, { raw }]) => typeof raw === "number");
    return isComputed ? Object.fromEntries(entries) : {};
  }
}

/** Adds a cell to a sum: an empty cell adds nothing, and a cell with only a text adds an unknown amount. */
function plus(sum: number | undefined, cell: ReportCell | undefined): number | undefined {
  if (sum === undefined || cell === undefined) return sum;
  if (typeof cell.raw === "number") return sum + cell.raw;
  return /\d/u.test(`${cell.raw ?? ""}${cell.label}`) ? undefined : sum;
}

/** Raw values have the database's unit, labels the requested one: only the share is right for both. */
function shareOf(part: number, total: unknown): string {
  return typeof total !== "number" || total === 0 ? "" : `${((part / total) * 100).toFixed(2)} % of the total`;
}
