import { printableLines } from "./text";

/**
 * A value as JSON with indentation. Maps become objects in their order; `undefined` is left out. Control characters are
 * escaped, as JSON allows.
 */
export function jsonText(value: unknown): string {
  // `fromEntries` creates own keys, so a name such as `__proto__` is plain data.
  const plain = (_key: string, member: unknown): unknown =>
    member instanceof Map ? Object.fromEntries(member as Map<string, unknown>) : member;
  return printableLines(JSON.stringify(value, plain, 2));
}

/** Parses JSON. Undefined if the text is invalid; a schema then refuses it like any other wrong value. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
