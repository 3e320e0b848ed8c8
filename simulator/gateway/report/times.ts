import { z } from "zod";
import { Refusal } from "../../exchange";

/** A time frame in epoch seconds, without its end. */
export interface TimeFrame {
  readonly start: number;
  readonly end: number;
}

const HOUR = 3600;

/** Length in minutes of the ranges that end with the last full minute. */
const rolling = {
  LastFiveMinutes: 5,
  LastTenMinutes: 10,
  LastFifteenMinutes: 15,
  LastTwentyMinutes: 20,
  LastThirtyMinutes: 30,
  LastFortyfiveMinutes: 45,
  LastHour: 60,
  LastThreeDays: 3 * 24 * 60,
  LastSevenDays: 7 * 24 * 60,
  LastThirtyDays: 30 * 24 * 60,
  Last24Hours: 24 * 60,
} as const;

type CalendarRange = (now: Date) => readonly [first: number, after?: number];

const hour = (date: Date, hours: number): number =>
  Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours() + hours);
const day = (date: Date, days: number): number =>
  Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days);
const month = (date: Date, months: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
const year = (date: Date, years: number): number => Date.UTC(date.getUTCFullYear() + years, 0);
const sinceMonday = (date: Date): number => (date.getUTCDay() + 6) % 7;

/** Ranges of the calendar, in UTC: the first moment, and that after the last one. Without the latter, it ends now. */
const calendar = {
  LastFullHour: (now) => [hour(now, -1), hour(now, 0)],
  Today: (now) => [day(now, 0)],
  Yesterday: (now) => [day(now, -1), day(now, 0)],
  ThisWeek: (now) => [day(now, -sinceMonday(now))],
  LastWeek: (now) => [day(now, -sinceMonday(now) - 7), day(now, -sinceMonday(now))],
  ThisMonth: (now) => [month(now, 0)],
  LastMonth: (now) => [month(now, -1), month(now, 0)],
  ThisYear: (now) => [year(now, 0)],
  LastYear: (now) => [year(now, -1), year(now, 0)],
} as const satisfies Readonly<Record<string, CalendarRange>>;

/** Every value of `times.dateRange`. Management gateway, "`rm=report_api`". */
export const dateRanges = [
  ...(Object.keys(rolling) as (keyof typeof rolling)[]),
  ...(Object.keys(calendar) as (keyof typeof calendar)[]),
  "Custom",
] as const;

/** Epoch seconds, not milliseconds: field notes, reports 3. A number beyond the year 5138 is refused. */
const epochSecond = z
  .union([z.int(), z.string().regex(/^\d{1,15}$/u, { error: "is not a number" })])
  .transform(Number)
  .refine((second) => second >= 0 && second < 1e11, { error: "is not in epoch seconds" });

/** `times` of `rpt_json`. */
export const timesSchema = z
  .strictObject({
    dateRange: z.enum(dateRanges, { error: "is not a known dateRange" }),
    clientTimezone: z.string().refine(isTimezone, { error: "is not a timezone" }).optional(),
    start: epochSecond.optional(),
    end: epochSecond.optional(),
  })
  .superRefine(({ dateRange, start, end }, context) => {
    const fault = (message: string): void => context.addIssue({ code: "custom", message });
    if (dateRange !== "Custom") {
      if (start !== undefined || end !== undefined) fault("start and end are for Custom only");
    } else if (start === undefined || end === undefined) fault("Custom needs start and end");
    else if (start >= end) fault("start is not before end");
  });

export type Times = z.output<typeof timesSchema>;

/** True if the name is in the time zone database, e.g. `Europe/Paris`. */
function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The time frame that `times` denotes at an epoch second. Weeks begin on Monday. */
export function timeFrame(times: Times, now: number): TimeFrame {
  const { dateRange } = times;
  if (dateRange === "Custom") return { start: times.start ?? 0, end: times.end ?? 0 };
  const minute = now - (now % 60);
  if (dateRange in rolling) return { start: minute - 60 * rolling[dateRange as keyof typeof rolling], end: minute };
  const range: CalendarRange = calendar[dateRange as keyof typeof calendar];
  const [first, after] = range(new Date(now * 1000));
  const start = first / 1000;
  return { start, end: after === undefined ? Math.max(minute, start + 60) : after / 1000 };
}

/** Intervals by their documented names, in seconds. */
const intervals = new Map([
  ["1m", 60],
  ["5m", 5 * 60],
  ["30m", 30 * 60],
  ["2h", 2 * HOUR],
  ["12h", 12 * HOUR],
]);

/** `auto` picks the shortest documented interval with no more points than this. */
const COMFORTABLE_POINTS = 300;
/** A graph with more points is refused, as the answer would be too large. */
const MOST_POINTS = 50_000;

/**
 * Length in seconds of an interval of `dataGranularity`: a documented name, or minutes as text (field notes, reports
 * 3). Throws Refusal for anything else.
 */
export function intervalSeconds(granularity: string, frame: TimeFrame): number {
  if (granularity === "auto") {
    const fitting = [...intervals.values()].find(
      (seconds) => (frame.end - frame.start) / seconds <= COMFORTABLE_POINTS,
    );
    return fitting ?? 12 * HOUR;
  }
  const minutes = /^[1-9]\d{0,4}$/u.test(granularity) ? Number(granularity) * 60 : undefined;
  const seconds = intervals.get(granularity) ?? minutes;
  if (seconds === undefined) throw new Refusal("rpt_json.dataGranularity.selected: is not a known granularity");
  return seconds;
}

/** The borders of the intervals of a frame: its start, the borders of full intervals inside it, its end. */
export function borders({ start, end }: TimeFrame, seconds: number): number[] {
  if ((end - start) / seconds > MOST_POINTS) throw new Refusal("the granularity is too fine for this time range");
  const found = [start];
  for (let at = start - (start % seconds) + seconds; at < end; at += seconds) found.push(at);
  return [...found, end];
}

/** `time_details`: the data that the client needs to show the time frame. */
export function timeDetails(times: Times, { start, end }: TimeFrame, seconds: number): Record<string, unknown> {
  const { dateRange, clientTimezone: timezone = "UTC" } = times;
  const label = (second: number): string => new Date(second * 1000).toISOString().slice(0, 19).replace("T", " ");
  return { dateRange, start, end, start_label: label(start), end_label: label(end), timezone, interval: seconds };
}
