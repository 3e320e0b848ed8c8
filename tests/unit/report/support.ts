import type { ReportQuestion } from "../../../provider/gateway/report";
import { reportReply } from "../../../provider/gateway/report-reply";
import type { ReportSource } from "../../../provider/report/pages";
import type { ReportArguments } from "../../../provider/report/arguments";
import { openReport, runReport, type ReportStream } from "../../../provider/report/stream";
import type { Report, ReportRow } from "../../../provider/report/result";
import { answer, rawServer } from "../http/support";
import { clientAt } from "../gateway/support";

/** An hour in the past, so that its content does not change while a test runs. */
export const anHour = {
  dateRange: "Custom",
  start: "2026-01-31T08:00:00Z",
  end: "2026-01-31T09:00:00Z",
} as const;

/** The raw values of a column. */
export function values(report: Pick<Report, "rows">, key: string): unknown[] {
  return report.rows.map((row) => row[key]?.raw);
}

/** Runs a report for that hour. */
export function hourly(source: ReportSource, args: Partial<ReportArguments> = {}): Promise<Report> {
  return runReport(source, { ...anHour, ...args } as ReportArguments);
}

/** Opens a report for that hour. */
export function hourlyStream(source: ReportSource, args: Partial<ReportArguments> = {}): Promise<ReportStream> {
  return openReport(source, { ...anHour, ...args } as ReportArguments);
}

/** Collects all rows in a list. */
export async function all(rows: AsyncIterable<ReportRow>): Promise<ReportRow[]> {
  const found: ReportRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** The window that a request asks for. */
export interface Window {
  offset: number;
  max_num_rows: number;
}

/** A gateway that answers each window with a given table, even one that a real gateway would not send. */
export async function oddGateway(
  tableOf: (window: Window, request: number) => object,
  more: object = {},
): Promise<ReportSource & { windows: Window[] }> {
  const windows: Window[] = [];
  const server = await rawServer((socket, request) => {
    const field = /name="data_requested"\r\n\r\n(?<json>.*)\r\n/u.exec(request)?.groups?.["json"] ?? "{}";
    const requested = JSON.parse(field) as ReportQuestion["data_requested"];
    const window = (requested.inbound?.table ?? requested.outbound?.table)?.query_limit ?? {
      offset: 0,
      max_num_rows: 0,
    };
    windows.push(window);
    const table = { inbound: { columns: [{ elementName: "n", label: "N" }], ...tableOf(window, windows.length) } };
    socket.write(answer(JSON.stringify({ report: { table, ...more } })));
  });
  const { report, host } = clientAt(server.url);
  return { report, host, windows };
}

/** Rows with one cell each, with the numbers of a window. */
export function numbers({ offset, max_num_rows }: Window, end: number): object[][] {
  const count = Math.max(0, Math.min(max_num_rows, end - offset));
  return Array.from({ length: count }, (_, index) => [{ rawValue: offset + index, label: `n${offset + index}` }]);
}

/** A table as the client parses it from an answer. */
export function tableOf(
  table: object,
): NonNullable<ReturnType<typeof reportReply.parse>["report"]["table"]["inbound"]> {
  const { inbound } = reportReply.parse({ report: { table: { inbound: table } } }).report.table;
  if (inbound === undefined) throw new Error("a table without a direction");
  return inbound;
}
