import { redact } from "./secret";

/** Maximum length of a value that a message repeats in full. */
const LONGEST = 80;

/** A value in the form for messages: in quotes, with secrets and control characters replaced, and cut if it is long. */
export function quoted(value: string): string {
  const text = redact(value);
  return text.length > LONGEST ? `"${text.slice(0, LONGEST)}..."` : `"${text}"`;
}
