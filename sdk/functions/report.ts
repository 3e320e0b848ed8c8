import * as pulumi from "@pulumi/pulumi";
import type { SiteReportArguments } from "../../provider/functions/functions";
import type { DateRange } from "../../provider/gateway/report-words";
import type { CsvOptions } from "../../provider/report/csv";
import type { Report, ReportRow } from "../../provider/report/result";
import type { ReportStream } from "../../provider/report/stream";
import type { TableOptions } from "../../provider/report/table";
import type { ObjectArgs } from "../inputs";
import { call, callWithInputs, failure, load } from "./call";
import type { ReportFilterArgs } from "./filter";

/** Arguments of {@link runReport}. */
export type RunReportArgs = SiteReportArguments;

type Plain = Omit<SiteReportArguments, "filters" | "dateRange" | "start" | "end">;

/** Arguments of {@link runReportOutput}. */
export type RunReportOutputArgs = ObjectArgs<Plain> & {
  /** What it is about. Default all exporters. */
  filters?: pulumi.Input<ReportFilterArgs[]>;
  /** The time frame; `Custom` needs `start` and `end`. */
  dateRange: pulumi.Input<DateRange>;
  /** Begin of a `Custom` time frame. */
  start?: pulumi.Input<Date | string>;
  /** End of a `Custom` time frame. */
  end?: pulumi.Input<Date | string>;
};

/**
 * Runs a flow report and reads the rows of its window, page by page where they are more than one request gives. Wrong
 * arguments fail before anything is sent. The result is plain data, and it is kept in the state only if the program
 * makes it an output: it may tell what persons do. Management gateway, `rm=report_api`.
 */
export function runReport(args: RunReportArgs): Promise<Report> {
  return call("runReport", args);
}

/** As {@link runReport}, with inputs. */
export function runReportOutput(args: RunReportOutputArgs): pulumi.Output<Report> {
  // Outputs keep plain data only: a Date would lose its time.
  return callWithInputs("runReport", { ...args, start: momentOf(args.start), end: momentOf(args.end) });
}

/**
 * As {@link runReport} for many rows: they are read while they are used, so that memory holds one page at a time.
 * `window: { limit: "all" }` reads all that there are. A time frame that ends now moves while its pages are read; use
 * `Custom` where the rows have to fit together exactly.
 */
export async function streamReport(args: RunReportArgs): Promise<ReportStream> {
  const stream = await call("streamReport", args);
  return { ...stream, rows: () => inOneSentence(stream.rows()) };
}

async function* inOneSentence(
  rows: AsyncGenerator<ReportRow, void, undefined>,
): AsyncGenerator<ReportRow, void, undefined> {
  try {
    yield* rows;
  } catch (error) {
    throw failure("streamReport", error);
  }
}

/** A report as a text table: the rows with the appliance's labels, below them the others and the total. */
export function reportTable(report: Report, options?: TableOptions): string {
  return load("../../provider/report/table").reportTable(report, options);
}

/** A report as CSV (RFC 4180), with the database's values or, with `{ values: "label" }`, the appliance's texts. */
export function reportCsv(report: Report, options?: CsvOptions): string {
  return load("../../provider/report/csv").reportCsv(report, options);
}

function momentOf(moment: pulumi.Input<Date | string> | undefined): pulumi.Input<string> | undefined {
  if (pulumi.Output.isInstance<Date | string>(moment)) return moment.apply(textOf);
  return moment instanceof Promise ? moment.then(textOf) : moment === undefined ? undefined : textOf(moment);
}

function textOf(moment: Date | string): string {
  // toISOString throws for a date that is none; as text it is refused with the other arguments.
  return moment instanceof Date && !Number.isNaN(moment.getTime()) ? moment.toISOString() : String(moment);
}
