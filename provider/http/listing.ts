import { isJsonObject } from "./json";

/** What a list lacks. */
interface Lack {
  /** Why it may lack entries, e.g. `shows 25 of 41 rules`; absent if the list is whole. */
  readonly lack?: string;
  /** The number of entries that exist but that the list does not have. */
  readonly hidden?: number;
  /** Entries that are not understood, as text that is safe to print. */
  readonly unreadable?: readonly string[];
}

/**
 * A list that an appliance returned. It is whole unless it says what it lacks: its own total counts more entries, or
 * entries were set aside because they are not understood. Only a whole list shows that something is not there.
 */
export type Listing<T> = T[] & Lack;
export type ReadonlyListing<T> = readonly T[] & Lack;

/** Maximum number of characters of an entry that a message quotes. */
const QUOTED = 200;

/** A list with what it lacks. `total` is the number of entries that the answer itself counts, on all its pages. */
export function listing<T>(
  entries: T[],
  { what, total, unreadable = [] }: { what: string; total?: number | undefined; unreadable?: readonly unknown[] },
): Listing<T> {
  const listed = entries.length + unreadable.length;
  const isCut = total !== undefined && total > listed;
  if (!isCut && unreadable.length === 0) return entries;
  const texts = unreadable.map(printable);
  const first = texts.slice(0, 3).join(", ");
  const lack = isCut
    ? `shows ${String(entries.length)} of ${String(total)} ${what}`
    : `lists ${what} that are not understood: ${first}${texts.length > 3 ? ", ..." : ""}`;
  return lacking(entries, { lack, hidden: Math.max(total ?? 0, listed) - entries.length, unreadable: texts });
}

/** Two lists as one, which lacks what either lacks. */
export function joined<T>(one: Listing<T>, other: Listing<T>): Listing<T> {
  const { lack = other.lack, hidden = 0, unreadable = [] } = one;
  if (lack === undefined) return [...one, ...other];
  return lacking([...one, ...other], {
    lack,
    hidden: hidden + (other.hidden ?? 0),
    unreadable: [...unreadable, ...(other.unreadable ?? [])],
  });
}

function lacking<T>(list: T[] & { -readonly [Key in keyof Lack]: Lack[Key] }, what: Required<Lack>): Listing<T> {
  list.lack = what.lack;
  list.hidden = what.hidden;
  list.unreadable = what.unreadable;
  return list;
}

/** The number of entries that an answer counts on all its pages; undefined if it has none. */
export function totalOf(answer: unknown): number | undefined {
  if (!isJsonObject(answer)) return undefined;
  const total = ["total", "totalCount", "totalRowCount", "count"].map((key) => answer[key] ?? undefined).find(Boolean);
  const number = typeof total === "string" && /^\d+$/u.test(total) ? Number(total) : total;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

/** An entry as text for a message. JSON does not escape marks that are invisible or change the direction of a line. */
export function printable(entry: unknown): string {
  const whole = typeof entry === "string" ? entry : JSON.stringify(entry);
  const text = JSON.stringify(whole.length > QUOTED ? `${whole.slice(0, QUOTED)}...` : whole);
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
