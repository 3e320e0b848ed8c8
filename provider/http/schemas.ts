import { z } from "zod";
import { isJsonObject } from "./json";

/** Pieces of schema for what appliances send: both spell numbers as strings here and there. */

/** An identifier, sent as number or as string of digits; beyond 2^53 it cannot be told from its neighbour. */
export const id = z
  .union([z.number(), z.string().regex(/^\d{1,17}$/u, "expected digits")])
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
      .regex(/^-?\d+(?:\.\d+)?$/u, "expected a number"),
  ])
  .transform(Number);

/** A text, sent as string or number. */
export const text = z.union([z.string(), z.number()]).transform(String);

/** A text that may be missing or null. */
export const optionalText = text.nullish().transform((value) => value ?? undefined);

/**
 * An object whose keys are names of things. It becomes a Map, because a name like `__proto__` is data and must neither
 * reach a prototype nor be lost, as both happens with plain objects.
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

/** The members of an object that are not in `known`, as data. */
export function otherFields(value: Readonly<Record<string, unknown>>, known: readonly string[]): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([key]) => !known.includes(key)));
}
