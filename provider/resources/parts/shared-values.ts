import { z } from "zod";
import { description as descriptionSchema } from "../../values/names";

/** Values of an address that others may have set before: one for all profiles that it is in. */
export const sharedValues = z.object({
  /** Threshold that was found. */
  threshold: z.int().optional(),
  /** Note that was found. */
  description: z.string().optional(),
});

export interface SharedValues {
  threshold?: number | undefined;
  description?: string | undefined;
}

/** What was found of the values that a resource declares; undefined where it found nothing. */
export type Original = z.output<typeof sharedValues> | undefined;

/**
 * What destroy is to put back: for each value that is declared, what was there when it was declared first. Says what is
 * overwritten. A value that was declared before keeps what was found then, since the live one is our own.
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
    // A note that the appliance has from elsewhere may hold what no path can.
    const canBeSent = typeof value === "number" || descriptionSchema.safeParse(value).success;
    if (value !== want[key]) {
      const then = canBeSent ? "it is put back on destroy" : "the API cannot put it back";
      info(`overwrites what was found: ${key} ${shown(value)} -> ${shown(want[key])}; ${then}.`);
    }
    return canBeSent ? value : undefined;
  };
  const threshold = found("threshold");
  const description = found("description");
  if (threshold === undefined && description === undefined) return undefined;
  return {
    ...(threshold === undefined ? {} : { threshold }),
    ...(description === undefined ? {} : { description }),
  };
}

/**
 * The same for a member that is taken over: a value that is as declared belongs to it. One that a resource of this
 * program gives up in this run was put there by that resource, which knows what it found.
 */
export function rememberAdopted(
  live: SharedValues,
  want: SharedValues,
  formerOutputs: Readonly<Record<string, unknown>> | undefined,
): Original {
  if (formerOutputs !== undefined) return sharedValues.optional().safeParse(formerOutputs["original"]).data;
  const other = (["threshold", "description"] as const).filter((key) => live[key] !== want[key]);
  return remember(Object.fromEntries(other.map((key) => [key, live[key]])), want, undefined, () => undefined);
}

/** What to put back of a value: what was found, if the live value is still the one that was set. */
export function toPutBack<Key extends keyof SharedValues>(
  key: Key,
  live: SharedValues,
  set: SharedValues,
  original: Original,
): SharedValues[Key] {
  return set[key] !== undefined && live[key] === set[key] ? original?.[key] : undefined;
}

/** Texts may hold anything: escaped, they cannot change what a terminal shows. */
function shown(value: string | number | undefined): string {
  return JSON.stringify(value);
}
