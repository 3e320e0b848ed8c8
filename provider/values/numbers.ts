import { z } from "#zod";
import { accountName } from "./names";

/** The longest delay in milliseconds that a timer of Node.js supports. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A whole number. It does not use `.int()`, because a fault of `.int()` prevents all rules over several fields from
 * running: the user would see the faults one after another. `wrongType` is the message for a value that is no number at
 * all; by default it names the type of that value.
 */
export function wholeNumber(least: number, most: number, error: string, wrongType?: string) {
  const fault = { error };
  return z
    .number(wrongType)
    .check(z.refine(Number.isSafeInteger, fault), z.gte(least, fault), z.lte(most, fault), z.meta({ type: "integer" }));
}

/** A text as a number, if that number is written so and in no other way. Everything else stays as it is. */
export function asNumber(value: unknown): unknown {
  const number = typeof value === "string" ? Number(value) : Number.NaN;
  return Number.isFinite(number) && String(number) === value ? number : value;
}

/** A UDP port, 1 to 65535. */
export const port = wholeNumber(1, 65_535, "must be a port: a whole number from 1 to 65535");

const thresholdFault = "must be a whole number of packets per second below 2^53, or 0 for none";

/** Packets per second, whole; 0 removes the threshold (`collector/threshold`). */
export const threshold = wholeNumber(0, Number.MAX_SAFE_INTEGER, thresholdFault);

const noObjectId = { error: "must be an id: a positive whole number" };

/** An id from the gateway, as number or text; the canonical form is text. */
export const objectId = z
  .union([z.number(), z.string()], noObjectId)
  .transform(String)
  .refine((id) => /^[1-9]\d{0,15}$/u.test(id) && Number.isSafeInteger(Number(id)), noObjectId);

/** Prefix of an id that is a name, because the number of an adopted object is not known. */
const BY_NAME = "name:";

/** The `name:<name>` form of an object whose number is not known. */
export function idByName(name: string): string {
  return BY_NAME + name;
}

/** The name in an id of the form `name:<name>`, or undefined for a number. */
export function accountNameOf(id: string): string | undefined {
  if (!id.startsWith(BY_NAME)) return undefined;
  const name = id.slice(BY_NAME.length);
  return accountName.safeParse(name).success ? name : undefined;
}

/**
 * A reference to an account: its name, or the number of an account that the program does not manage. The canonical form
 * is text. The id of an adopted account, `name:<name>`, means its name.
 */
function accountRef(what: string) {
  const error = `must be a ${what}: its name, or its number`;
  return z
    .union([z.number().refine((number) => Number.isSafeInteger(number) && number > 0, { error }), z.string()], {
      error,
    })
    .transform((value) => accountNameOf(String(value)) ?? String(value))
    .superRefine((text, context) => {
      if (objectId.safeParse(text).success) return;
      for (const { message } of accountName.safeParse(text).error?.issues ?? []) {
        context.addIssue({ code: "custom", message });
      }
    });
}

/** A user: its name, or its number. */
export const userRef = accountRef("user");

/** A user group: its name, or its number. */
export const userGroupRef = accountRef("user group");

/** The number in a reference; undefined for a name. */
export function accountNumber(reference: string): number | undefined {
  return objectId.safeParse(reference).success ? Number(reference) : undefined;
}
