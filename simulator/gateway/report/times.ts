import { z } from "zod";
import { Refusal } from "../../exchange";
import { isTimezone, localText, startOfDay, wallTime } from "./zone";

/** A time frame in epoch seconds, without its end. */
export interface TimeFrame {
  readonly start: number;
  readonly end: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Length in seconds of the ranges that end with the last full minute. */
const rolling = {
  LastFiveMinutes: 5 * 60,
  LastTenMinutes: 10 * 60,
  LastFifteenMinutes: 15 * 60,
  LastTwentyMinutes: 20 * 60,
  LastThirtyMinutes: 30 * 60,
  LastFortyfiveMinutes: 45 * 60,
  LastHour: HOUR,
  LastThreeDays: 3 * DAY,
  LastSevenDays: 7 * DAY,
  LastThirtyDays: 30 * DAY,
  Last24Hours: DAY,
} as const;

interface Today {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Days since Monday. */
  readonly weekday: number;
}

type CalendarDay = readonly [year: number, month: number, day: number];

type CalendarRange = (today: Today) => readonly [first: CalendarDay, after?: CalendarDay];

/** Ranges of the calendar: the first day, and the day after the last one. Without the latter, the range ends now. */
const calendar = calendarRanges({
  Today: ({ year, month, day }) => [[year, month, day]],
  Yesterday: ({ year, month, day }) => [
    [year, month, day - 1],
    [year, month, day],
  ],
  ThisWeek: ({ year, month, day, weekday }) => [[year, month, day - weekday]],
  LastWeek: ({ year, month, day, weekday }) => [
    [year, month, day - weekday - 7],
    [year, month, day - weekday],
  ],
  ThisMonth: ({ year, month }) => [[year, month, 1]],
  LastMonth: ({ year, month }) => [
    [year, month - 1, 1],
    [year, month, 1],
  ],
  ThisYear: ({ year }) => [[year, 1, 1]],
  LastYear: ({ year }) => [
    [year - 1, 1, 1],
    [year, 1, 1],
  ],
});

/** Keeps the names of the ranges as a type, while each value has the common type. */
function calendarRanges<Name extends string>(ranges: Record<Name, CalendarRange>): Record<Name, CalendarRange> {
  return ranges;
}

/** Every value of `times.dateRange`. Management gateway, "`rm=report_api`". */
export const dateRanges = [
  ...(Object.keys(rolling) as (keyof typeof rolling)[]),
  "LastFullHour",
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

/** The time zone of a report: UTC unless the client specifies its own. */
export function timezoneOf({ clientTimezone = "UTC" }: Times): string {
  return clientTimezone;
}

/**
 * The time frame that `times` denotes at an epoch second. Days begin at midnight of the client's timezone, weeks on
 * Monday.
 */
export function timeFrame(times: Times, now: number): TimeFrame {
  const { dateRange, start = 0, end = 0 } = times;
  if (dateRange === "Custom") return { start, end };
  const minute = now - (now % 60);
  if (dateRange === "LastFullHour") {
    const hour = now - (now % HOUR);
    return { start: hour - HOUR, end: hour };
  }
  if (dateRange in rolling) return { start: minute - rolling[dateRange as keyof typeof rolling], end: minute };
  const timezone = timezoneOf(times);
  const [first, after] = calendar[dateRange as keyof typeof calendar](todayIn(timezone, now));
  const begin = startOfDay(...first, timezone);
  return { start: begin, end: after === undefined ? Math.max(minute, begin + 60) : startOfDay(...after, timezone) };
}

function todayIn(timezone: string, now: number): Today {
  const { year, month, day } = wallTime(now, timezone);
  return { year, month, day, weekday: (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7 };
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
export function intervalSeconds(granularity: string, frame: TimeFrame, takesMinutes: boolean): number {
  const named = granularity === "auto" ? automatic(frame) : intervals.get(granularity);
  const minutes = takesMinutes && /^[1-9]\d{0,4}$/u.test(granularity) ? Number(granularity) * 60 : undefined;
  const seconds = named ?? minutes;
  if (seconds === undefined) throw new Refusal("rpt_json.dataGranularity.selected: is not a known granularity");
  return seconds;
}

function automatic({ start, end }: TimeFrame): number {
  const fitting = [...intervals.values()].find((seconds) => (end - start) / seconds <= COMFORTABLE_POINTS);
  return fitting ?? 12 * HOUR;
}

/** The borders of the intervals of a frame: its start, the borders of full intervals inside it, its end. */
export function borders({ start, end }: TimeFrame, seconds: number): number[] {
  if ((end - start) / seconds > MOST_POINTS) throw new Refusal("the granularity is too fine for this time range");
  const found = [start];
  for (let at = start - (start % seconds) + seconds; at < end; at += seconds) found.push(at);
  return [...found, end];
}

/** `time_details`: the data that the client needs to show the time frame. */
export function timeDetails(times: Times, frame: TimeFrame, seconds: number): Record<string, unknown> {
  const timezone = timezoneOf(times);
  return {
    dateRange: times.dateRange,
    start: frame.start,
    end: frame.end,
    start_label: localText(frame.start, timezone),
    end_label: localText(frame.end, timezone),
    timezone,
    interval: seconds,
  };
}
