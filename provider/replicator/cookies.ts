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
    if (attributes.some(isDeletion)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

function isDeletion(attribute: string): boolean {
  const [name = "", value = ""] = attribute.trim().split("=");
  if (/^max-age$/iu.test(name)) return Number(value) <= 0;
  return /^expires$/iu.test(name) && Date.parse(value) <= Date.now();
}
