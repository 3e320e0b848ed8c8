import { redact } from "../secret";

/** Longest value that a message repeats in full. */
const LONGEST = 80;

/** A value as messages repeat it: in quotes, secrets and control characters replaced, a long one cut. */
export function quoted(value: string): string {
  const text = redact(value);
  return text.length > LONGEST ? `"${text.slice(0, LONGEST)}..."` : `"${text}"`;
}
