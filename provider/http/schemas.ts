import { z } from "#zod";
import { plainAddress } from "../values/addresses";
import { flagOf } from "../values/names";

/** Schema parts for values from appliances: a number may be sent as a string, a missing value as null, "" or not at all. */

/** An identifier, sent as number or as string of digits; beyond 2^53, neighbouring numbers cannot be distinguished. */
export const id = z.union([z.number(), writtenAs(/^\d{1,17}$/u, "expected digits")]).transform((value, context) => {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  context.addIssue({ code: "custom", message: "expected a whole number below 2^53" });
  return z.NEVER;
});

/** A number, sent as number or numeric string. */
export const numeric = z
  .union([z.number(), writtenAs(/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/iu, "expected a number")])
  .transform(Number);

function writtenAs(pattern: RegExp, error: string) {
  return z.string().trim().regex(pattern, error);
}

export const text = z.union([z.string(), z.number()]).transform(String);

/** An IPv4 address, which may have leading zeros: they are removed. */
export const ipv4Text = text.transform((written, context) => {
  const address = plainAddress(written);
  if (address !== undefined) return address;
  context.addIssue({ code: "custom", message: "expected an IPv4 address" });
  return z.NEVER;
});

/** A value that may be missing: absent, null or an empty text. It is then undefined. */
export function orNone<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | undefined> {
  return orElse(schema.optional(), undefined);
}

/** A value that may be missing: it is then `other`. */
export function orElse<T extends z.ZodType>(schema: T, other: unknown): z.ZodType<z.output<T>> {
  return z.preprocess(unlessNone, schema.prefault(other as never));
}

function unlessNone(value: unknown): unknown {
  return value === null || (typeof value === "string" && value.trim() === "") ? undefined : value;
}

export function listSchema<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return orElse(z.array(item), []);
}

export const optionalText = orNone(text);

/** A text; empty if it is missing or null. */
export const anyText = optionalText.transform((value) => value ?? "");

export const optionalNumber = orNone(numeric);

/** A flag; undefined if it is missing or in an unknown spelling. */
export const flag = z.unknown().optional().transform(flagOf);

/**
 * An object whose keys are names of things. It becomes a Map, because a name like `__proto__` is data. In a plain
 * object it could reach a prototype or be lost.
 */
export function keyed<T>(schema: z.ZodType<T>): z.ZodType<Map<string, T>> {
  return z.unknown().transform((value, context) => {
    if (!isJsonObject(value)) {
      context.addIssue({ code: "custom", message: "expected an object" });
      return z.NEVER;
    }
    const members = eachOf(Object.entries(value), schema, context);
    return members === undefined ? z.NEVER : new Map(members);
  });
}

/** Wrong members after which an answer is not read any further: their messages take most of the time and memory. */
const MOST_WRONG = 5;

/** The members of an answer with the types of a schema; undefined if some are wrong. */
export function eachOf<Key extends PropertyKey, T>(
  members: Iterable<readonly [Key, unknown]>,
  schema: z.ZodType<T>,
  context: z.core.$RefinementCtx,
): [Key, T][] | undefined {
  const read: [Key, T][] = [];
  let wrong = 0;
  for (const [key, member] of members) {
    const parsed = schema.safeParse(member);
    if (parsed.success) read.push([key, parsed.data]);
    else if ((wrong += 1) > MOST_WRONG) break;
    for (const { message, path } of parsed.error?.issues ?? []) {
      context.addIssue({ code: "custom", message, path: [key, ...path] });
    }
  }
  return wrong === 0 ? read : undefined;
}

/** A record. Some of its fields are accepted under other spellings too. */
export function spelled<Shape extends z.ZodRawShape>(
  shape: Shape,
  spellings: { readonly [Key in keyof Shape]?: readonly string[] },
) {
  const names = Object.entries(spellings).map(([name, others = []]) => [name, [name, ...others]] as const);
  return z.preprocess((value) => {
    if (!isJsonObject(value)) return value;
    const isSet = (name: string): boolean => value[name] !== undefined && value[name] !== null;
    return { ...value, ...Object.fromEntries(names.map(([name, all]) => [name, value[all.find(isSet) ?? name]])) };
  }, z.object(shape));
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
