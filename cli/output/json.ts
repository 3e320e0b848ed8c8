import { printable, printableLines } from "./text";

/**
 * A value as JSON with indentation. Maps become objects in their order; `undefined` is left out. Control characters are
 * escaped, as JSON allows.
 */
export function jsonText(value: unknown): string {
  return printableLines(JSON.stringify(value, (_key, member: unknown) => plain(member), 2));
}

/** A value as JSON on one line. Programs can read such lines as they arrive. */
export function jsonLine(value: unknown): string {
  return printable(JSON.stringify(value, (_key, member: unknown) => plain(member)));
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
