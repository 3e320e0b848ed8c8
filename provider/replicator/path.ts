import { limits } from "../http/limits";

/** A value that cannot stand in a command path. Nothing was sent. */
export class PathError extends Error {
  constructor(reason: string) {
    super(`A command path of the replicator cannot be built: ${reason}.`);
    this.name = "PathError";
  }
}

/**
 * Builds a command path; the only way to one. Each interpolated value becomes exactly one segment or part of one, fully
 * percent-encoded; the literal parts are constants of this package. Refused are empty values, `.` and `..`, control
 * characters, half characters, numbers that are not whole, and paths longer than 2 KB.
 */
export function path(literals: readonly string[], ...values: readonly (string | number)[]): string {
  const built = literals.reduce((text, literal, index) => text + segment(values[index - 1] ?? "") + literal);
  if (built.length > limits.pathBytes) throw new PathError(`it is longer than ${limits.pathBytes} bytes`);
  // The URL parser resolves dot segments and re-encodes: what it makes must be what was built, segment for segment.
  const count = literals.join("x").split("/").length;
  if (new URL(built, "https://appliance.invalid").pathname !== built || built.split("/").length !== count) {
    throw new PathError("a value changes the structure of the path");
  }
  return built;
}

function segment(value: string | number): string {
  const text = String(value);
  if (typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0)) {
    throw new PathError("a number is not a whole one of 0 or more");
  }
  if (text === "") throw new PathError("a value is empty");
  if (text === "." || text === "..") throw new PathError(`a value is "${text}"`);
  if (/\p{Cc}/u.test(text)) throw new PathError("a value holds a control character");
  if (/\p{Surrogate}/u.test(text)) throw new PathError("a value holds half a character");
  return encodeURIComponent(text);
}

/**
 * The segments of a path as data, or undefined when it does not begin with the API's prefix. Takes the forms in which an
 * appliance may print a path and that leave no doubt: a whole URL, no slash in front, a method in front.
 */
export function segmentsOf(commandPath: string): string[] | undefined {
  const line = commandPath.replace(/^\s*(?:(?:GET|POST)\s+)?/iu, "");
  // A URL may have a path of its own before that of the API; whatever else begins with other segments is no command.
  const prefix = /^(?:https?:\/\/[^/\s]+\/(?:[^\s/]+\/)*?|\/?)api\/1\//iu.exec(line)?.[0];
  if (prefix === undefined) return undefined;
  const printed = line.slice(prefix.length).replace(/\/\s*$/u, "");
  // A blank at the end is no part of what is escaped; of a literal text it may be one.
  const rest = isEscaped(printed.trimEnd()) ? printed.trimEnd() : printed;
  const segments = rest.split("/");
  // Whether an appliance escapes the paths it prints is not known: one that holds what no escaping leaves is literal.
  return isEscaped(rest) ? segments.map(decodeURIComponent) : segments;
}

function isEscaped(text: string): boolean {
  if (!/^(?:[A-Za-z0-9\-._~!*'()/:@&=+$,;]|%[0-9A-Fa-f]{2})*$/u.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // Escapes that are not UTF-8 were not made from a name: the text is meant literally.
    return false;
  }
}
