import type { HttpReply } from "../http/request";

/**
 * The cookies of one session: name and raw value, in memory only. Values are never decoded. There is only one origin,
 * the configured one, so domain and path are ignored.
 */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Applies what an answer sets or deletes. */
  remember(reply: HttpReply): void {
    const header = reply.headers["set-cookie"] ?? [];
    for (const line of Array.isArray(header) ? header : [header]) this.#take(line);
  }

  /** The `Cookie` header, or undefined if there is no cookie. */
  header(): string | undefined {
    return this.#cookies.size === 0
      ? undefined
      : [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #take(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    // Anything else could not be sent back unchanged: a user agent ignores it too (RFC 6265, section 5.2).
    if (at < 1 || !/^[\x21-\x7e]+$/u.test(name) || !/^[\x20-\x7e]*$/u.test(value)) return;
    if (isDeleted(attributes)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** A date before this one is how servers delete a cookie: they write the beginning of the epoch. */
const DELETED_BEFORE = Date.UTC(1971);

/**
 * Whether the attributes delete the cookie: the last `Max-Age` decides, otherwise the last `Expires` (RFC 6265, section
 * 5.3). Unlike a browser, this client does not compare `Expires` with its own clock: the clock of an appliance may be
 * hours behind, and a session that is over is refused and opened again. An attribute that is neither a number nor a
 * date is ignored.
 */
function isDeleted(attributes: readonly string[]): boolean {
  const pairs = attributes.map((attribute) => attribute.split("=").map((part) => part.trim()));
  const last = (wanted: string, form: RegExp): string | undefined =>
    pairs.findLast(([name = "", value = ""]) => name.toLowerCase() === wanted && form.test(value))?.[1];
  const maxAge = last("max-age", /^-?\d+$/u);
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = last("expires", /\d:\d\d:\d\d/u);
  return expires !== undefined && Date.parse(expires) < DELETED_BEFORE;
}
