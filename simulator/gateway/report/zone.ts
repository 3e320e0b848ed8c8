/** A date and time of day, as a wall clock in a time zone shows it. Months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** True if the name is in the time zone database, e.g. `Europe/Paris`. */
export function isTimezone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The wall time in a time zone at an epoch second. */
export function wallTime(second: number, timezone: string): WallTime {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(new Date(second * 1000))
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

/** The epoch second at which a day begins in a time zone. Months and days beyond their range carry over. */
export function startOfDay(year: number, month: number, day: number, timezone: string): number {
  const wanted = Date.UTC(year, month - 1, day) / 1000;
  let second = wanted;
  // The offset at the guess may differ from that at midnight; the second round corrects it.
  for (let round = 0; round < 2; round++) second = wanted - offsetAt(second, timezone);
  return second;
}

/** An epoch second in a time zone as text: `2026-11-21 10:00:00`. */
export function localText(second: number, timezone: string): string {
  const { year, month, day, hour, minute, second: s } = wallTime(second, timezone);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(s)}`;
}

function offsetAt(second: number, timezone: string): number {
  const { year, month, day, hour, minute, second: s } = wallTime(second, timezone);
  return Date.UTC(year, month - 1, day, hour, minute, s) / 1000 - second;
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timezone, format);
  return format;
}
