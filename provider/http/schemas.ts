import { z } from "zod";
import { plainAddress } from "../values/addresses";
import { flagOf } from "../values/names";
import { isJsonObject } from "./json";

/**
 * Schema parts for values from appliances. Both appliances sometimes send numbers as strings. A missing value is null,
 * "", "null" or absent. (docs/internals/decisions/0020)
 */

/** An identifier, sent as number or as string of digits; beyond 2^53, neighbouring numbers cannot be distinguished. */
export const id = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d{1,17}$/u, "expected digits"),
  ])
  .transform((value, context) => {
    const number = Number(value);
    if (Number.isSafeInteger(number) && number >= 0) return number;
    context.addIssue({ code: "custom", message: "expected a whole number below 2^53" });
    return z.NEVER;
  });

/** A number, sent as number or numeric string. */
export const numeric = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/iu, "expected a number"),
  ])
  .transform(Number);

/** A text, sent as string or number. */
export const text = z.union([z.string(), z.number()]).transform(String);

/** An IPv4 address, which may have leading zeros: they are removed. */
export const ipv4Text = text.transform((written, context) => {
  const address = plainAddress(written);
  if (address !== undefined) return address;
  context.addIssue({ code: "custom", message: "expected an IPv4 address" });
  return z.NEVER;
});

/** Converts every spelling of null to undefined. */
export function orNone<T extends z.ZodType>(schema: T) {
  const there = schema.optional().transform((value): z.output<T> | undefined => value);
  return z.preprocess((value) => (isNone(value) ? undefined : value), there);
}

/** Whether a value is one of the spellings of null. */
export function isNone(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && /^\s*(?:null)?\s*$/u.test(value));
}

/** A list that may be missing: it is then empty. */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return z.preprocess((value) => (isNone(value) ? [] : value), z.array(item));
}

/** A text that may be missing. */
export const optionalText = orNone(text);

/** A number that may be missing. */
export const optionalNumber = orNone(numeric);

/** A flag; undefined if it is missing or in an unknown spelling. */
export const flag = z.unknown().optional().transform(flagOf);

/**
 * An object whose keys are names of things. It becomes a Map, because a name like `__proto__` is data. In a plain
 * object it could reach a prototype or be lost.
 */
export function keyed<T>(
  schema: z.ZodType<T>,
  accept: (key: string, value: unknown) => boolean = () => true,
): z.ZodType<Map<string, T>> {
  return z.unknown().transform((value, context) => {
    const map = new Map<string, T>();
    if (!isJsonObject(value)) {
      context.addIssue({ code: "custom", message: "expected an object" });
      return z.NEVER;
    }
    for (const [key, member] of Object.entries(value)) {
      if (!accept(key, member)) continue;
      const parsed = schema.safeParse(member);
      if (parsed.success) map.set(key, parsed.data);
      else
        for (const issue of parsed.error.issues)
          context.addIssue({ code: "custom", message: issue.message, path: [key, ...issue.path] });
    }
    return map;
  });
}

/** A record that is only partly documented: fields without a type are kept unchanged. */
export interface OpenRecord {
  fields: Map<string, unknown>;
}

/** A record with typed fields, each accepted under the given spellings, and all other fields under `fields`. */
export function openRecord<Shape extends z.ZodRawShape>(
  shape: Shape,
  spellings: { readonly [Key in keyof Shape]?: readonly string[] } = {},
): z.ZodType<z.output<z.ZodObject<Shape>> & OpenRecord> {
  const nameOf = new Map(
    Object.keys(shape).flatMap((name) => [name, ...(spellings[name] ?? [])].map((key) => [key, name])),
  );
  const gather = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    const typed: Record<string, unknown> = {};
    const fields = new Map<string, unknown>();
    for (const [key, member] of Object.entries(value)) {
      const name = nameOf.get(key);
      if (name === undefined) fields.set(key, member);
      else typed[name] ??= member;
    }
    return { ...typed, fields };
  };
  const fields = z.custom<Map<string, unknown>>((value) => value instanceof Map);
  return z.preprocess(gather, z.object({ ...shape, fields })) as unknown as z.ZodType<
    z.output<z.ZodObject<Shape>> & OpenRecord
  >;
}

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
