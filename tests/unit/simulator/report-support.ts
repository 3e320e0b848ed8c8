import type { Probe } from "./support";

/** A cell of a table. */
export interface Cell {
  rawValue: number | string | null;
  label: string;
}

/** `table.<direction>`. */
export interface Table {
  totalRowCount: number;
  columns: { elementName?: string; format: unknown; label: string }[];
  rows: Cell[][];
  footer: Cell[][];
}

export interface Report {
  request_id: string;
  table: Record<string, Table>;
  time_details: Record<string, unknown>;
  exporter_details: Record<string, unknown>;
  graph?: {
    pie?: Record<string, { label: string; value: number }[]>;
    timeseries?: Record<string, [number, number][][]>;
  };
}

type Json = Record<string, unknown>;

/** The parameters of a report: keys of `rpt_json` that replace the usual ones, the window and the graph. */
export interface Question {
  rpt?: Json;
  offset?: number;
  rows?: number;
  graph?: string;
  requested?: unknown;
}

/** A time frame in the past, so that a report on it never changes. */
export const lastJune = { dateRange: "Custom", start: 1_781_481_600, end: 1_781_485_200 };

/** A complete `rpt_json`: all exporters, inbound, totals in bytes. */
export function reportJson(keys: Json = {}): Json {
  return {
    reportTypeLang: "conversations",
    filters: { sdfDips_0: "in_GROUP_ALL" },
    reportDirections: { selected: "inbound" },
    times: lastJune,
    dataMode: { selected: "saf" },
    rateTotal: { selected: "total" },
    dataGranularity: { selected: "auto" },
    bbp: { selected: "bytes" },
    ...keys,
  };
}

/** The fields of the form that asks such a question. */
export function fieldsOf(question: Question): Json {
  const { rpt = {}, offset = 0, rows = 1000, graph } = question;
  const rpt_json = reportJson(rpt);
  const { selected = "inbound" } = (rpt_json["reportDirections"] ?? {}) as { selected?: string };
  const part = { ...(graph === undefined ? {} : { graph }), table: { query_limit: { offset, max_num_rows: rows } } };
  return { rpt_json, data_requested: question.requested ?? { [selected]: part } };
}

/** The gateway's answer to such a question. */
export function ask(probe: Probe, question: Question = {}): Promise<unknown> {
  return probe.gateway("report_api", "get", fieldsOf(question));
}

/** The report in an answer. An answer without a report fails the test. */
export async function report(probe: Probe, question: Question = {}): Promise<Report> {
  const answer = (await ask(probe, question)) as { report?: Report };
  expect(answer).toHaveProperty("report");
  return answer.report as Report;
}

/** The table of a report with only one direction. */
export async function table(probe: Probe, question: Question = {}): Promise<Table> {
  const [found] = Object.values((await report(probe, question)).table);
  return found as Table;
}

/** The raw values of the last column: octets. */
export function octets(rows: readonly Cell[][]): number[] {
  return rows.map((row) => Number(row.at(-1)?.rawValue));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
