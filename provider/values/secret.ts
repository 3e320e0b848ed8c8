import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { kept } from "./collections";

interface KnownSecrets {
  /** Every form of each credential that was wrapped. */
  readonly credentials: Set<string>;
  /**
   * What {@link redact} removes from foreign text: the credentials, and secret inputs of resources. By their first
   * characters, so that a text of a fleet is not compared with the secrets of all its sites.
   */
  readonly concealed: Map<string, Set<string>>;
}

const known: KnownSecrets = { credentials: new Set(), concealed: new Map() };

/**
 * A credential that no log, error or serialisation can print: `toString`, `toJSON` and `util.inspect` return
 * `[secret]`. The value leaves the wrapper only through {@link Secret.reveal}, at the line that sends it.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    for (const form of conceal(value)) known.credentials.add(form);
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

/** Removes a secret value, in all its forms, from every message from now on. Returns these forms. */
export function conceal(value: string): readonly string[] {
  const forms = formsOf(value);
  for (const form of forms) kept(known.concealed, form.slice(0, SHORTEST_REDACTED), () => new Set<string>()).add(form);
  return forms;
}

/** Shorter secrets are not redacted, because they would match ordinary words. */
const SHORTEST_REDACTED = 4;

function formsOf(value: string): string[] {
  if (value.length < SHORTEST_REDACTED) return [];
  const bytes = Buffer.from(value);
  const json = JSON.stringify(value).slice(1, -1);
  // Half a surrogate pair has no URI form. Checks refuse it with a sentence of their own.
  const uris = [encodeURIComponent(bytes.toString()), new URLSearchParams([["", value]]).toString().slice(1)];
  const lower = uris.map((uri) => uri.replace(/%../gu, (code) => code.toLowerCase()));
  const html = [/[&<>"]/gu, /[&<>"']/gu].flatMap((signs) => [value, json].map((one) => one.replace(signs, htmlOf)));
  return [value, json, ...uris, ...lower, ...html, bytes.toString("base64"), bytes.toString("hex")];
}

function htmlOf(sign: string): string {
  return { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[sign] ?? "&#39;";
}

/** Maximum length of foreign text that is shown to a person. */
const LONGEST_TEXT = 2048;

// Control characters, line separators and what has no width forge log lines, reorder text and make names look equal.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Makes foreign text safe for a message: {@link cleaned}, and cut at 2 KB. */
export function redact(text: string): string {
  // Cut last: a secret that the cut splits would not be found.
  const clean = cleaned(text);
  return clean.length > LONGEST_TEXT ? `${clean.slice(0, LONGEST_TEXT)} [cut]` : clean;
}

/** The same for a text in lines, such as commands to paste: each is redacted for itself. */
export function redactedLines(text: string): string {
  return text.split("\n").map(redact).join("\n");
}

/** Foreign text in its full length: known secrets removed, control characters escaped. */
export function cleaned(text: string): string {
  return visible(withoutSecrets(text));
}

/** A text on one line, in which nothing is invisible. In a text of JavaScript, each character keeps its value. */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** Characters as JavaScript escapes them. */
export function escaped(text: string): string {
  return text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The password of a URL, such as that of a database in an error of the engine. */
const URL_PASSWORD = /(?<=:\/\/[^\s/?#:@]{0,256}:)[^\s/?#@]+(?=@)/gu;

/** A text without known secrets and without the passwords of URLs, otherwise unchanged. */
export function withoutSecrets(text: string): string {
  const shown = text.includes("://") ? text.replace(URL_PASSWORD, "[secret]") : text;
  let clean = "";
  let end = 0;
  for (let at = 0; at <= shown.length - SHORTEST_REDACTED; at += 1) {
    const forms = known.concealed.get(shown.slice(at, at + SHORTEST_REDACTED)) ?? [];
    // Of secrets that begin or overlap each other, no part remains.
    for (const form of forms) {
      if (!shown.startsWith(form, at)) continue;
      if (at >= end) clean += `${shown.slice(end, at)}[secret]`;
      end = Math.max(end, at + form.length);
    }
  }
  return clean + shown.slice(end);
}

/** Whether a text is the value of a wrapped credential: it must not become a name or description. */
export function isKnownSecret(text: string): boolean {
  return known.credentials.has(text);
}

/** How the password is sent: its hash, or as it is. */
export const passwordEncodings = ["sha512", "plain"] as const;

/** SHA-512 of the password's UTF-8 form, in lower-case hex. It is enough to log in, so it is as secret as the password. */
export function passwordHash(password: Secret): Secret {
  return new Secret(createHash("sha512").update(password.reveal()).digest("hex"));
}

/** Wraps a credential, and the hash of it that may log in: from then on, no message repeats any of them. */
export function wrapCredential(value: string): void {
  passwordHash(new Secret(value));
}
