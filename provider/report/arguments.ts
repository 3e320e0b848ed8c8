import { z } from "#zod";
import {
  dataModes,
  dateRanges,
  directions,
  granularities,
  rateTotals,
  reportTypes,
  units,
  type ReportQuestion,
} from "../gateway/report";
import { hexOfAddress, ipv4 } from "../values/addresses";
import { objectId } from "../values/numbers";
import { checked } from "../values/inputs";
import { nearWord, quoted } from "../values/quoted";
import { across, oneOf, strict } from "../values/schema";

/** Maximum number of rows of one report, whatever the window: they are all in memory. */
export const MOST_ROWS = 100_000;
/** Maximum number of rows per request: more may not fit into the largest accepted answer. */
const MOST_ROWS_A_PAGE = 10_000;

function rowCount(least: number, most: number, other = "") {
  const error = `must be ${other}a whole number of rows from ${least} to ${most}`;
  // It does not use int(), whose fault would prevent the rule over several fields from running.
  return z.coerce
    .number({ error })
    .refine((rows) => Number.isInteger(rows) && rows >= least && rows <= most, { error });
}

const interval = /^[1-9]\d{0,5}$/u;
const granularity = z.string().refine((text) => interval.test(text) || granularities.some((one) => one === text), {
  error: `must be one of ${granularities.join(", ")}, or a number of minutes`,
});

/** A point in time, converted to the epoch seconds that the appliance uses. */
const moment = z.iso
  .datetime({ offset: true, error: "must be a time like 2026-01-31T08:00:00Z, with its time zone", abort: false })
  .transform((text) => Math.floor(new Date(text).getTime() / 1000));

const exporterOrInterface = z
  .string()
  .transform((text): [address: string, index: string] => {
    const [address = "", index = "ALL"] = text.split(/\/(.*)/su);
    return [address, index];
  })
  .pipe(z.tuple([ipv4, z.string().regex(/^(?:ALL|\d{1,9})$/u, { error: "must be the index of an interface" })]))
  .transform(([address, index]) => `in_${hexOfAddress(address)}_${index}`);

/** The filters with names of their own: what their keys begin with, and their values. Field notes, "Gateway: reports". */
const named: ReadonlyMap<string, readonly [kind: string, value: z.ZodType<string>]> = new Map([
  ["exporter", ["sdfDips", exporterOrInterface]],
  ["deviceGroup", ["sdfDips", objectId.transform((id) => `in_GROUP_${id}`)]],
  ["ipGroup", ["sdfIPGroups", objectId.transform((id) => `in_${id}_both`)]],
]);

/**
 * `filters` of `rpt_json`. Several filters of one type widen a report; those of different types narrow it. It needs one on
 * exporters: without one, it is about all exporters.
 */
const filters = z.array(z.tuple([z.string(), z.string()])).transform((given, context) => {
  // Keys from users come first: the numbers of the others avoid them.
  const sent = new Map(given.filter(([name]) => !named.has(name)));
  for (const [name, text] of given) {
    const [kind, schema] = named.get(name) ?? [];
    const parsed = schema?.safeParse(text);
    for (const { message } of parsed?.error?.issues ?? []) {
      context.addIssue({ code: "custom", message: `${name}: ${message}` });
    }
    let number = 0;
    while (sent.has(`${String(kind)}_${number}`)) number += 1;
    if (kind !== undefined) sent.set(`${kind}_${number}`, String(parsed?.data));
  }
  if (![...sent.keys()].some((key) => key.startsWith("sdfDips_"))) sent.set("sdfDips_0", "in_GROUP_ALL");
  return Object.fromEntries(sent);
});

const shape = {
  /** Which report. The API tab of each report of the appliance shows its key. */
  reportType: z.string().min(1, { error: "must not be empty" }).default("conversations"),
  /** What the report is about: names with values, or keys as they are sent. */
  filters: filters.prefault([]),
  /** Relative to the interfaces of the filters. */
  direction: oneOf(directions).default("inbound"),
  /** The time frame; `Custom` needs `start` and `end`. */
  dateRange: oneOf(dateRanges),
  start: moment.optional(),
  end: moment.optional(),
  /** Time zone of days and dates, e.g. `Europe/Paris`. Default: that of this machine. */
  clientTimezone: z.string().default(() => ownTimezone() ?? "UTC"),
  /** `traditional` is the older form of the data. */
  dataMode: oneOf(dataModes).default("saf"),
  /** Length of one interval, also in minutes. */
  granularity: granularity.default("auto"),
  /** Values per second, or their total in the time frame; not used with `percent`. */
  rateTotal: oneOf(rateTotals).default("rate"),
  unit: oneOf(units).default("bits"),
  /** Number of rows to skip. */
  offset: rowCount(0, 2 ** 31 - 1).default(0),
  /** Maximum number of rows to read. */
  rows: z
    .union([z.literal("all"), rowCount(1, MOST_ROWS, '"all" or ')], {
      error: 'must be "all" or a whole number of rows',
    })
    .default(1000),
  /** Rows per request. */
  pageSize: rowCount(1, MOST_ROWS_A_PAGE).default(1000),
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
export function checkedReport(args: ReportArguments): CheckedReport {
  return checked(reportArguments, args);
}

/** The request for one page of a report. */
export function questionOf(report: CheckedReport, page: { offset: number; rows: number }): ReportQuestion {
  const { dateRange, start, end, clientTimezone } = report;
  return {
    rpt_json: {
      reportTypeLang: report.reportType,
      filters: report.filters,
      reportDirections: { selected: report.direction },
      // "Timezone name string, used to show local dates": without it, days are those of the appliance's location.
      times: { dateRange, clientTimezone, ...(dateRange === "Custom" ? { start, end } : {}) },
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
