import { limits } from "../http/options";

/** A value that a command path cannot contain. Nothing was sent. */
export class PathError extends Error {
  constructor(reason: string) {
    super(`A command path of the replicator cannot be built: ${reason}.`);
    this.name = "PathError";
  }
}

/**
 * Builds a command path; the only function that does. Each interpolated value becomes exactly one segment or part of
 * one, fully percent-encoded; the literal parts are constants of this package. Refuses empty values, `.` and `..`,
 * control characters, half characters, numbers that are not whole, and paths longer than 2 KB.
 */
export function path(literals: readonly string[], ...values: readonly (string | number)[]): string {
  const built = literals.reduce((text, literal, index) => text + segment(values[index - 1] ?? "") + literal);
  if (built.length > limits.pathBytes) throw new PathError(`it is longer than ${limits.pathBytes} bytes`);
  // The URL parser resolves dot segments and re-encodes: its result must equal what was built, segment for segment.
  const count = literals.join("x").split("/").length;
  if (new URL(built, "https://appliance.invalid").pathname !== built || built.split("/").length !== count) {
    throw new PathError("a value changes the structure of the path");
  }
  return built;
}

function segment(value: string | number): string {
  const text = String(value);
  if (typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0)) {
    throw new PathError("a number is not a whole number of at least 0");
  }
  if (text === "") throw new PathError("a value is empty");
  if (text === "." || text === "..") throw new PathError(`a value is "${text}"`);
  if (/\p{Cc}/u.test(text)) throw new PathError("a value holds a control character");
  if (/\p{Surrogate}/u.test(text)) throw new PathError("a value holds half a surrogate pair");
  return encodeURIComponent(text);
}

/**
 * The decoded segments of a path, or undefined if it does not begin with the API's prefix. Accepts these unambiguous
 * forms in which an appliance may print a path: a whole URL, without a leading slash, with a method before it.
 */
export function segmentsOf(commandPath: string): string[] | undefined {
  const line = commandPath.replace(/^\s*(?:(?:GET|POST)\s+)?/iu, "");
  // A URL may have a path of its own before that of the API; any other line with other leading segments is no command.
  const prefix = /^(?:https?:\/\/[^/\s]+\/(?:[^\s/]+\/)*?|\/?)api\/1\//iu.exec(line)?.[0];
  if (prefix === undefined) return undefined;
  const printed = line.slice(prefix.length).replace(/\/\s*$/u, "");
  // A blank at the end is not part of an escaped path; it may be part of a literal text.
  const rest = isEscaped(printed.trimEnd()) ? printed.trimEnd() : printed;
  const segments = rest.split("/");
  // It is not known whether an appliance escapes the paths it prints. A path with characters that escaping never leaves
  // is literal.
  return isEscaped(rest) ? segments.map(decodeURIComponent) : segments;
}

function isEscaped(text: string): boolean {
  if (!/^(?:[A-Za-z0-9\-._~!*'()/:@&=+$,;]|%[0-9A-Fa-f]{2})*$/u.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // Escapes that are not UTF-8 do not come from a name: the text is literal.
    return false;
  }
}
