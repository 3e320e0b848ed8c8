import { inspect } from "node:util";

/** Every form of each credential that was wrapped in this process. */
const credentials = new Set<string>();
/** What {@link redact} takes out of foreign text: the credentials, and secret inputs of resources. */
const concealed = new Set<string>();
/** The same, longest first: of one that begins another, the rest would stay. Undefined until it is needed. */
let longestFirst: readonly string[] | undefined;

/**
 * A credential that no log, error or serialisation can print: `toString`, `toJSON` and `util.inspect` give `[secret]`.
 * The value leaves the wrapper only through {@link Secret.reveal}, at the line that puts it on the wire.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    for (const form of formsOf(value)) credentials.add(form);
    conceal(value);
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}

/** Takes a value out of every message from here on, in all its forms: one that is secret, but no credential. */
export function conceal(value: string): void {
  const size = concealed.size;
  for (const form of formsOf(value)) concealed.add(form);
  if (concealed.size > size) longestFirst = undefined;
}

/** Secrets this short would redact ordinary words. */
const SHORTEST_REDACTED = 4;

function formsOf(value: string): string[] {
  if (value.length < SHORTEST_REDACTED) return [];
  const bytes = Buffer.from(value, "utf8");
  const forms = [value, encodeURIComponent(value), bytes.toString("base64"), bytes.toString("hex")];
  return [...new Set([...forms, JSON.stringify(value).slice(1, -1)])];
}

/** Longest foreign text that is passed on to a person. */
const LONGEST_TEXT = 2048;

// C0, DEL, C1, line separators and the bidirectional controls: they forge log lines or reorder what is read.
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Foreign text made safe for a message: {@link cleaned}, and cut at 2 KB. */
export function redact(text: string): string {
  // Cut last: the beginning of a secret at the end of a cut text is not found.
  const clean = cleaned(text);
  return clean.length > LONGEST_TEXT ? `${clean.slice(0, LONGEST_TEXT)} [cut]` : clean;
}

/** Foreign text in its full length: known secrets removed, control characters escaped. */
export function cleaned(text: string): string {
  return withoutSecrets(text).replace(UNPRINTABLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text without known secrets, otherwise as it is. */
export function withoutSecrets(text: string): string {
  longestFirst ??= [...concealed].sort((first, second) => second.length - first.length);
  // Most texts hold none: a search is less than a replacement.
  return longestFirst.reduce(
    (clean, secret) => (clean.includes(secret) ? clean.replaceAll(secret, "[secret]") : clean),
    text,
  );
}

/** True where a text is the value of a wrapped credential: it must not become a name or description. */
export function isKnownSecret(text: string): boolean {
  return credentials.has(text);
}
