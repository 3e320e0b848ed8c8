import { printableLines } from "./text";

/**
 * A value as JSON with indentation. Maps become objects in their order; `undefined` is left out. Control characters are
 * escaped, as JSON allows.
 */
export function jsonText(value: unknown): string {
  return printableLines(JSON.stringify(value, (_key, member: unknown) => plain(member), 2));
}

/** `fromEntries` creates own keys, so a name such as `__proto__` is plain data. */
function plain(member: unknown): unknown {
  return member instanceof Map ? Object.fromEntries(member as Map<string, unknown>) : member;
}

/** Parses JSON. Undefined if the text is invalid; a schema then refuses it like any other wrong value. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
