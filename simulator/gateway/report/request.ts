import { z } from "#zod";

import { jsonField } from "../../validation";
import { reportTypes } from "./columns";

const selected = <const Values extends readonly string[]>(values: Values) =>
  z.strictObject({ selected: z.enum(values) });

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Every value of `times.dateRange` but `Custom`, with its length in seconds. All of them end now. */
const ranges = {
  LastFiveMinutes: 5 * MINUTE,
  LastTenMinutes: 10 * MINUTE,
  LastFifteenMinutes: 15 * MINUTE,
  LastTwentyMinutes: 20 * MINUTE,
  LastThirtyMinutes: 30 * MINUTE,
  LastFortyfiveMinutes: 45 * MINUTE,
  LastHour: 60 * MINUTE,
  LastFullHour: 60 * MINUTE,
  LastThreeDays: 3 * DAY,
  LastSevenDays: 7 * DAY,
  LastThirtyDays: 30 * DAY,
  Today: DAY,
  Yesterday: DAY,
  Last24Hours: DAY,
  ThisWeek: 7 * DAY,
  LastWeek: 7 * DAY,
  ThisMonth: 30 * DAY,
  LastMonth: 30 * DAY,
  ThisYear: 365 * DAY,
  LastYear: 365 * DAY,
} as const;

/** Epoch seconds, not milliseconds: field notes, reports 3. */
const epochSecond = z.coerce.number().int().nonnegative().max(1e11);

const timezones: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];

const times = z
  .strictObject({
    dateRange: z.enum([...(Object.keys(ranges) as (keyof typeof ranges)[]), "Custom"]),
    clientTimezone: z.enum(timezones).default("UTC"),
    start: epochSecond.optional(),
    end: epochSecond.optional(),
  })
  .refine(
    ({ dateRange, start, end }) =>
      dateRange === "Custom"
        ? start !== undefined && end !== undefined && start < end
        : start === undefined && end === undefined,
    { error: "start and end are for Custom, which needs both" },
  );

/** `time_details`: the time frame that a request names. */
export function timeDetails(given: ReportRequest["times"], now: number) {
  const { dateRange, clientTimezone: timezone, start = 0, end = 0 } = given;
  if (dateRange === "Custom") return { dateRange, timezone, start, end };
  return { dateRange, timezone, start: now - ranges[dateRange], end: now };
}

/** `rpt_json`. The API document calls its keys a minimum set: each is required, and additional keys are refused. */
const reportSchema = z.strictObject({
  reportTypeLang: z.enum(reportTypes, { error: "is not a known report" }),
  filters: z.intersection(z.object({ sdfDips_0: z.string() }), z.record(z.string(), z.string())),
  reportDirections: selected(["inbound", "outbound"]),
  times,
  dataMode: selected(["saf", "traditional"]),
  rateTotal: selected(["rate", "total"]),
  /** A documented name, or minutes as text: field notes, reports 3. */
  dataGranularity: z.strictObject({ selected: z.string().regex(/^(?:auto|1m|5m|30m|2h|12h|[1-9]\d{0,4})$/u) }),
  bbp: selected(["bits", "bytes", "percent"]),
});

/** Parts of the answer that a request selects for its direction; `none` is the documented default of `graph`. */
const partSchema = z.strictObject({
  graph: z.enum(["all", "pie", "timeseries", "none"]).default("none"),
  table: z.strictObject({
    query_limit: z.strictObject({ offset: z.int().nonnegative(), max_num_rows: z.int().positive() }),
  }),
});

/** The form fields of `rm=report_api`, `action=get`. */
export const reportFields = z.strictObject({
  rpt_json: jsonField(reportSchema),
  data_requested: jsonField(z.strictObject({ inbound: partSchema.optional(), outbound: partSchema.optional() })),
});

export type ReportRequest = z.output<typeof reportSchema>;
export type RequestedPart = z.output<typeof partSchema>;
