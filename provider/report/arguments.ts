import { isDate } from "node:util/types";
import { z } from "#zod";
import {
  dataModes,
  dateRanges,
  directions,
  granularities,
  rateTotals,
  reportTypes,
  units,
  type Granularity,
  type ReportQuestion,
  type ReportType,
} from "../gateway/report";
import { Refusal } from "../errors/refusal";
import { nearWord, quoted, sentence } from "../values/quoted";
import { across, oneOf, problemsOf, problemText, strict } from "../values/schema";
import { encodeFilters, reportFilter } from "./filters";

/** Maximum number of rows of one report, whatever the window: they are all in memory. */
export const MOST_ROWS = 100_000;
const DEFAULT_ROWS = 1000;
/** Maximum number of rows per request: more may not fit into the largest accepted answer. */
const MOST_ROWS_A_PAGE = 10_000;

function rowCount(least: number, most: number, other = "") {
  const fault = { error: `must be ${other}a whole number of rows from ${least} to ${most}` };
  // It does not use int(), whose fault would prevent the rule over several fields from running.
  return z.number(fault).refine((rows) => Number.isInteger(rows) && rows >= least && rows <= most, fault);
}

const window = strict({
  /** Number of rows to skip. Default 0. */
  offset: rowCount(0, 2 ** 31 - 1).default(0),
  /** Maximum number of rows to read, or `"all"` for all that exist (up to 100,000). Default 1000. */
  limit: z
    .literal("all")
    .or(rowCount(1, MOST_ROWS, '"all" or '))
    .default(DEFAULT_ROWS),
  /** Rows per request. Default 1000. */
  pageSize: rowCount(1, MOST_ROWS_A_PAGE).default(DEFAULT_ROWS),
});

const granularity = z
  .custom<Granularity | number>(
    (value) => granularities.includes(value as never) || /^[1-9]\d{0,5}$/u.test(String(value)),
    {
      error: `must be one of ${granularities.join(", ")}, or a number of minutes`,
      abort: false,
    },
  )
  .transform(String);

/** A point in time, converted to the epoch seconds that the appliance uses. */
const moment = z
  .custom<Date | string>(isMoment, {
    error: "must be a Date, or a text like 2026-01-31T08:00:00Z with its time zone",
    abort: false,
  })
  .transform((value) => Math.floor(new Date(value).getTime() / 1000));

function isMoment(value: unknown): boolean {
  if (isDate(value)) return !Number.isNaN(value.getTime());
  return z.iso.datetime({ offset: true }).safeParse(value).success;
}

const shape = {
  /** Which report; `conversations` by default. The API tab of each report of the appliance shows its key. */
  reportType: z.string().min(1, { error: "must not be empty" }).default("conversations") as z.ZodDefault<
    z.ZodType<ReportType | (string & {}), ReportType | (string & {})>
  >,
  /** What the report is about. Default all exporters. */
  filters: z.array(reportFilter).default([]),
  /** Relative to the interfaces of the filters. Default `inbound`. */
  direction: oneOf(directions).default("inbound"),
  /** The time frame; `Custom` needs `start` and `end`. */
  dateRange: oneOf(dateRanges),
  /** Start of a `Custom` time frame. */
  start: moment.optional(),
  /** End of a `Custom` time frame. */
  end: moment.optional(),
  /** Time zone of days and dates, e.g. `Europe/Paris`. Default: that of the machine that runs the program. */
  clientTimezone: z.string().default(() => ownTimezone() ?? "UTC"),
  /** Default `saf`; `traditional` is the older form of the data. */
  dataMode: oneOf(dataModes).default("saf"),
  /** Length of one interval: `auto` (default), `1m`, `5m`, `30m`, `2h`, `12h`, or minutes. */
  granularity: granularity.default("auto"),
  /** Values per second, or their total in the time frame. Default `rate`; not used with `percent`. */
  rateTotal: oneOf(rateTotals).default("rate"),
  /** Default `bits`. */
  unit: oneOf(units).default("bits"),
  /** Which rows of the table to read. Default the first 1000. */
  window: window.prefault({}),
};

/** The time zone of this machine; undefined if it has none, e.g. in a container with an empty `TZ`. */
function ownTimezone(): string | undefined {
  // It is undefined for a zone that is not installed, whatever its type says.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === "Etc/Unknown" ? undefined : timeZone;
}

/** What to say of a report with a key like a documented one, or without a time zone, of the machine either. */
export function remarkOn({ reportType = "", clientTimezone = ownTimezone() }: ReportArguments): string | undefined {
  const near = nearWord(reportType, reportTypes);
  if (near !== undefined) return `The documents name no report ${quoted(reportType)}. Did you mean "${near}"?`;
  const remark = "This machine has no time zone: the report uses UTC. Set clientTimezone for another.";
  return clientTimezone === undefined ? remark : undefined;
}

const reportArguments = across(strict(shape), timeFault);

function timeFault({ dateRange, start, end }: Readonly<Record<string, unknown>>) {
  const isCustom = dateRange === "Custom";
  const missing = isCustom ? ["start", "end"].filter((key) => ({ start, end })[key] === undefined) : [];
  if (missing.length > 0) return { path: "dateRange", message: `"Custom" needs ${missing.join(" and ")}` };
  if (!isCustom && (start !== undefined || end !== undefined)) {
    return { path: "dateRange", message: 'start and end are allowed only with "Custom"' };
  }
  // Valid values are epoch seconds by now.
  const isReversed = typeof start === "number" && typeof end === "number" && start >= end;
  return isReversed ? { path: "end", message: "must be at least a second after start" } : undefined;
}

/** The arguments of a report. Everything except the time frame has a default. */
export type ReportArguments = z.input<typeof reportArguments>;

/** Checked arguments, with all defaults. */
export type CheckedReport = z.output<typeof reportArguments>;

/** Checks the arguments of a report; throws a Refusal with every fault. Sends nothing. */
export function checkedReport(args: unknown): CheckedReport {
  return checked(reportArguments, args);
}

/** The request for one page of a report. */
export function questionOf(report: CheckedReport, page: { offset: number; rows: number }): ReportQuestion {
  const { dateRange, start, end, clientTimezone } = report;
  return {
    rpt_json: {
      reportTypeLang: report.reportType,
      filters: encodeFilters(report.filters),
      reportDirections: { selected: report.direction },
      times: {
        dateRange,
        // "Timezone name string, used to show local dates": without it, days are those of the appliance's location.
        clientTimezone,
        ...(dateRange === "Custom" ? { start, end } : {}),
      },
      dataMode: { selected: report.dataMode },
      rateTotal: { selected: report.rateTotal },
      dataGranularity: { selected: report.granularity },
      bbp: { selected: report.unit },
    },
    data_requested: {
      [report.direction]: {
        graph: "none",
        table: { query_limit: { offset: page.offset, max_num_rows: page.rows } },
      },
    },
  };
}

/** The arguments with the types of a schema; throws a Refusal with every fault, before anything is sent. */
export function checked<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  // A program without types may leave them out, and gets an error that names what is missing.
  const given = args ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Refusal(sentence(problemsOf(schema, given).map(problemText).join("; ")));
}
