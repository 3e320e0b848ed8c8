import * as pulumi from "@pulumi/pulumi";
import type { SiteReportArguments } from "../../provider/functions/functions";
import type { DateRange } from "../../provider/gateway/report";
import type { Report } from "../../provider/report/result";
import type { ObjectArgs } from "../inputs";
import { call, callWithInputs } from "./call";
import type { ReportFilterArgs } from "./filter";

/** Arguments of {@link runReport}. */
export type RunReportArgs = SiteReportArguments;

type Plain = Omit<SiteReportArguments, "filters" | "dateRange" | "start" | "end">;

/** Arguments of {@link runReportOutput}. */
export type RunReportOutputArgs = ObjectArgs<Plain> & {
  /** Filters of the report. Default: all exporters. */
  filters?: pulumi.Input<ReportFilterArgs[]>;
  /** The time frame; `Custom` needs `start` and `end`. */
  dateRange: pulumi.Input<DateRange>;
  /** Start of a `Custom` time frame. */
  start?: pulumi.Input<Date | string>;
  /** End of a `Custom` time frame. */
  end?: pulumi.Input<Date | string>;
};

/**
 * Runs a flow report and reads the rows of its window, page by page if they do not fit into one request. Invalid
 * arguments fail before any request. The result is plain data and enters the state only if the program exports it as an
 * output: it may show what individual people do. Management gateway, `rm=report_api`.
 */
export function runReport(args: RunReportArgs): Promise<Report> {
  return call("runReport", args);
}

/** Like {@link runReport}, but takes inputs and returns an output. */
export function runReportOutput(args: RunReportOutputArgs): pulumi.Output<Report> {
  // Outputs hold plain data only: a Date would lose its value.
  return callWithInputs("runReport", { ...args, start: momentOf(args.start), end: momentOf(args.end) });
}

function momentOf(moment: pulumi.Input<Date | string> | undefined): pulumi.Input<string> | undefined {
  if (pulumi.Output.isInstance<Date | string>(moment)) return moment.apply(textOf);
  return moment instanceof Promise ? moment.then(textOf) : moment === undefined ? undefined : textOf(moment);
}

function textOf(moment: Date | string): string {
  // toISOString throws for an invalid Date. As text, the check of the arguments refuses it.
  return moment instanceof Date && !Number.isNaN(moment.getTime()) ? moment.toISOString() : String(moment);
}
