import { CredentialsError, type RequestTarget } from "../errors/errors";
import type { HttpReply } from "../http/request";
import type { SessionPatterns } from "../wording/patterns";
import { expiredSession, isUnexplained } from "./answer";
import type { SessionReply } from "./login";
import { present } from "../values/collections";

/** Sessions end 30 minutes after their start, whether they are used or not, so a new one is opened before that. */
const RENEW_AFTER_MS = 27 * 60 * 1000;
/** After this time without an answer that shows that a session works, an error may mean that it has ended. */
const IDLE_MS = 4 * 60 * 1000;
/**
 * Headers that carry a session without cookies. The document does not specify them: field notes "Replication service".
 */
const sessionHeaders = ["x-session", "x-session-id", "x-session-token", "x-auth-token"];
/** If there are more forced logins than this within the life of one session, logging in does not help. */
const MOST_FORCED_LOGINS = 3;

export interface SessionParts {
  /** Sends the login and returns its answer. Throws CredentialsError if it is refused. */
  logIn: () => Promise<{ reply: HttpReply; answer: SessionReply }>;
  /** The origin of errors; the action is that of the request. */
  place: (action: string) => RequestTarget;
  /** Name of the response header that carries the session and is sent back. Default: {@link sessionHeaders}. */
  sessionHeader?: string | undefined;
  /** Recognises texts that say that a session has ended. Default: the built-in patterns. */
  sessionEnded?: SessionPatterns | undefined;
  /** A monotonic clock in milliseconds. */
  clock?: () => number;
}

/** One login and what it returned for sending along. */
interface OpenSession {
  readonly startedAt: number;
  readonly answer: SessionReply;
  readonly cookies: CookieJar;
  /** A response header that is sent back. */
  echoed?: { name: string; value: string };
  /** The appliance said that the session has ended. */
  ended: boolean;
  /** An answer showed that the session works. */
  proven: boolean;
  /** When an answer last showed that it works, or when it began. */
  worksAt: number;
}

/**
 * The session of one appliance, shared by all callers. It is opened when the first caller needs it, with one login for
 * all who wait. It is renewed before its time is over, and opened again when an answer shows that it has ended. A
 * request that found an ended session is replayed, because such an answer rejects it before it is executed.
 */
export class Session {
  readonly #parts: SessionParts;
  readonly #clock: () => number;
  #open: OpenSession | undefined;
  #opening: Promise<OpenSession> | undefined;
  /**
   * The session whose replacement could not be opened, and why: each request that finds it ended fails with the same
   * error.
   */
  #failed: { session: OpenSession; error: unknown } | undefined;
  #forcedLogins: number[] = [];

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? (() => performance.now());
  }

  /** Opens a session unless one is open; returns the answer of its login. */
  async open(): Promise<SessionReply> {
    return (await this.#current()).answer;
  }

  /** True while a session is open, as far as is known. */
  get isOpen(): boolean {
    return this.#usable() !== undefined;
  }

  /** Drops the session, after a logout. */
  forget(): void {
    this.#open = undefined;
  }

  /** Sends a request within the session; `send` gets the headers that carry the session. */
  async run(
    action: string,
    send: (headers: Readonly<Record<string, string>>) => Promise<HttpReply>,
  ): Promise<HttpReply> {
    let session = await this.#current();
    // Whether any try of the request, in any session, may have been applied without an answer.
    let repeated = false;
    for (;;) {
      const idleMs = this.#clock() - session.worksAt;
      const reply = await send(this.#headersOf(session));
      repeated ||= reply.repeated === true;
      const place = { ...this.#parts.place(action), repeated };
      const expiry = expiredSession(reply, place.host, this.#parts.sessionEnded) ?? this.#perhapsExpired(reply, idleMs);
      if (expiry === undefined) {
        session.proven ||= reply.status < 300;
        if (!isUnexplained(reply)) session.worksAt = this.#clock();
        this.#remember(session, reply);
        return repeated ? { ...reply, repeated } : reply;
      }
      session = await this.#replace(session, expiry, place, reply.status);
    }
  }

  /**
   * Whether to treat an error in unknown words, or with an unknown status, on the first request after a while as an
   * ended session: one login may help, and does no harm, because the request was refused.
   */
  #perhapsExpired(reply: HttpReply, idleMs: number): string | undefined {
    if (idleMs < IDLE_MS || !isUnexplained(reply) || this.#recentForcedLogins() >= MOST_FORCED_LOGINS) return undefined;
    return `an error (HTTP ${reply.status}) after ${Math.floor(idleMs / 60_000)} minutes without a request`;
  }

  #recentForcedLogins(): number {
    const now = this.#clock();
    this.#forcedLogins = this.#forcedLogins.filter((time) => now - time < RENEW_AFTER_MS);
    return this.#forcedLogins.length;
  }

  #usable(): OpenSession | undefined {
    const open = this.#open;
    return open === undefined || open.ended || this.#clock() - open.startedAt >= RENEW_AFTER_MS ? undefined : open;
  }

  async #current(): Promise<OpenSession> {
    return this.#usable() ?? (await this.#login());
  }

  /** A replacement for a session that has ended: the one that is open by now, or a new one. */
  async #replace(ended: OpenSession, expiry: string, place: RequestTarget, status: number): Promise<OpenSession> {
    if (this.#failed?.session === ended) throw this.#failed.error;
    if (this.#opening !== undefined) return this.#opening;
    const usable = this.#usable();
    if (usable !== undefined && usable !== ended) return usable;
    this.#assertLoginHelps(ended, expiry, place, status);
    ended.ended = true;
    this.#forcedLogins.push(this.#clock());
    try {
      return await this.#login();
    } catch (error) {
      this.#failed = { session: ended, error };
      throw error;
    }
  }

  #assertLoginHelps(ended: OpenSession, expiry: string, place: RequestTarget, status: number): void {
    if (!ended.proven && !carriesSomething(ended)) {
      throw new CredentialsError({
        ...place,
        status,
        words:
          "the login succeeded but returned nothing that carries the session, and the next request was answered " +
          `with ${expiry}`,
        advice: "If this appliance carries sessions in a response header, name it in sessionHeader",
      });
    }
    if (this.#recentForcedLogins() < MOST_FORCED_LOGINS) return;
    throw new CredentialsError({
      ...place,
      status,
      words: `session taken: it ended ${MOST_FORCED_LOGINS} times soon after a login, the last time with ${expiry}`,
      advice: "Another client logs in as the same user, or this user is not permitted to do this: use a separate user",
    });
  }

  #login(): Promise<OpenSession> {
    this.#opening ??= this.#begin().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #begin(): Promise<OpenSession> {
    // The appliance counts from a later moment, so our session never ends after the appliance's.
    const startedAt = this.#clock();
    const { reply, answer } = await this.#parts.logIn();
    const state = { ended: false, proven: false, worksAt: startedAt };
    const session: OpenSession = { startedAt, answer, cookies: new CookieJar(), ...state };
    this.#remember(session, reply);
    this.#open = session;
    this.#failed = undefined;
    return session;
  }

  #remember(session: OpenSession, reply: HttpReply): void {
    session.cookies.remember(reply);
    const { sessionHeader } = this.#parts;
    for (const name of sessionHeader === undefined ? sessionHeaders : [sessionHeader.toLowerCase()]) {
      const value = reply.headers[name];
      if (typeof value === "string" && value !== "") session.echoed = { name, value };
    }
  }

  #headersOf(session: OpenSession): Readonly<Record<string, string>> {
    const cookie = session.cookies.header();
    const { echoed } = session;
    return {
      ...present({ cookie }),
      ...(echoed === undefined ? {} : { [echoed.name]: echoed.value }),
    };
  }
}

function carriesSomething(session: OpenSession): boolean {
  return session.echoed !== undefined || session.cookies.header() !== undefined;
}

/**
 * The cookies of one session: name and raw value, in memory only. Values are never decoded. There is only one origin,
 * the configured one, so domain and path are ignored.
 */
export class CookieJar {
  /** `name=value` by name. */
  readonly #cookies = new Map<string, string>();

  /** Applies what an answer sets or deletes. */
  remember(reply: HttpReply): void {
    const header = reply.headers["set-cookie"] ?? [];
    for (const line of Array.isArray(header) ? header : [header]) this.#take(line);
  }

  /** The `Cookie` header, or undefined if there is no cookie. */
  header(): string | undefined {
    return this.#cookies.size === 0 ? undefined : [...this.#cookies.values()].join("; ");
  }

  #take(line: string): void {
    const [pair, ...attributes] = line.split(";") as [string, ...string[]];
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    const cookie = `${name}=${value}`;
    // Anything else could not be sent back unchanged: a user agent ignores it too (RFC 6265, section 5.2).
    if (at < 1 || !/^[\x21-\x7e]+$/u.test(name) || !/^[\x20-\x7e]*$/u.test(value)) return;
    if (isDeleted(attributes)) this.#cookies.delete(name);
    else this.#cookies.set(name, cookie);
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
  let maxAge: string | undefined;
  let expires: string | undefined;
  for (const attribute of attributes) {
    maxAge = /^\s*max-age\s*=\s*(-?\d+)\s*$/iu.exec(attribute)?.[1] ?? maxAge;
    expires = /^\s*expires\s*=(.*\d:\d\d:\d\d.*)$/iu.exec(attribute)?.[1] ?? expires;
  }
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  return expires !== undefined && Date.parse(expires) < DELETED_BEFORE;
}
