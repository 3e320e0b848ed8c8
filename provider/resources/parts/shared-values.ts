import { z } from "zod";
import { description as descriptionSchema } from "../../values/names";
import { adopted } from "../../values/origin";
import { present } from "../../values/collections";

/** Values of an address that all its profiles share. Others may have set them before. */
export const sharedValues = z.object({
  /** Threshold that was found. */
  threshold: z.int().optional(),
  /** Note that was found. */
  description: z.string().optional(),
});

interface SharedValues {
  threshold?: number | undefined;
  description?: string | undefined;
}

/** The values that a resource found before it set its own; undefined if it found none. */
export type Original = z.output<typeof sharedValues> | undefined;

/** Schema of the outputs that describe memberships, and the values of an address that all its profiles share. */
export function memberOutputs<Found extends z.ZodType>(found: Found) {
  return {
    /** All profiles that the address is in, declared or not. */
    memberOf: z.array(z.string()),
    /** What was there before. Not set if nothing was. */
    origin: z
      .object({
        ...adopted,
        /** Declared profiles that the address was in before they were declared: destroy leaves it there. */
        existed: z.array(z.string()).optional(),
        /** What destroy restores: values of the address that were found when this resource first set its own. */
        found: found.optional(),
      })
      .optional(),
  };
}

/** Whose the memberships and the values of an address are. */
export interface MemberOrigin {
  adopted?: true | undefined;
  existed?: string[] | undefined;
  found?: Original;
}

/**
 * What destroy restores: for each declared value, the value that was found when it was first declared. Reports what is
 * overwritten. A value that was declared before keeps its recorded original, because the live value is our own.
 */
export function remember(
  live: SharedValues,
  want: SharedValues,
  since: { declared: SharedValues; original: Original } | undefined,
  info: (message: string) => void,
): Original {
  const found = <Key extends keyof SharedValues>(key: Key): SharedValues[Key] => {
    if (want[key] === undefined) return undefined;
    if (since?.declared[key] !== undefined) return since.original?.[key];
    const value = live[key];
    if (value === undefined || value === 0 || value === "") return undefined;
    // A note that was set by other means may hold characters that no path can.
    const canBeSent = typeof value === "number" || descriptionSchema.safeParse(value).success;
    if (value !== want[key]) {
      const then = canBeSent ? "destroy restores the old value" : "the API cannot restore the old value";
      info(`overwrites the value that was found: ${key} ${shown(value)} -> ${shown(want[key])}; ${then}.`);
    }
    return canBeSent ? value : undefined;
  };
  const threshold = found("threshold");
  const description = found("description");
  if (threshold === undefined && description === undefined) return undefined;
  return present({ threshold, description });
}

/**
 * As {@link remember}, for a member that is adopted: a live value that is equal to the declared one belongs to the
 * member. If a resource of this program gives up the value in this run, that resource set it, and its recorded original
 * is used.
 */
export function rememberAdopted(
  live: SharedValues,
  want: SharedValues,
  formerOutputs: Readonly<Record<string, unknown>> | undefined,
): Original {
  if (formerOutputs !== undefined) return (formerOutputs["origin"] as { found?: Original } | undefined)?.found;
  const other = (["threshold", "description"] as const).filter((key) => live[key] !== want[key]);
  return remember(Object.fromEntries(other.map((key) => [key, live[key]])), want, undefined, () => undefined);
}

/** The value to restore: the original, if the live value is still the one that was set. */
export function toPutBack<Key extends keyof SharedValues>(
  key: Key,
  live: SharedValues,
  set: SharedValues,
  original: Original,
): SharedValues[Key] {
  return set[key] !== undefined && live[key] === set[key] ? original?.[key] : undefined;
}

/** Escapes a value as JSON: a text may hold anything, and must not change what a terminal shows. */
function shown(value: string | number | undefined): string {
  return JSON.stringify(value);
}
