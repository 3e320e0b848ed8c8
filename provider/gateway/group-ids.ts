import { id } from "../http/schemas";

/** The number of an IP group or rule. The service counts from 1: 0, a negative number, null and "" identify nothing. */
export const objectId = id.refine((number) => number > 0, { error: "expected an id, which is at least 1" });

/** An id, or undefined for a value that is none. */
export function objectIdOf(value: unknown): number | undefined {
  const parsed = objectId.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
