import { ApplianceError, type Place } from "../errors/errors";
import type { HttpReply } from "../http/request";
import { present } from "../values/collections";
import { sessionIn } from "./answer";
import type { SessionReply } from "./login";

/** Sessions end 30 minutes after their start, whether they are used or not, so a new one is opened before that. */
const RENEW_AFTER_MS = 27 * 60 * 1000;
/** After this time without an answer that shows that a session works, a refusal may mean that it has ended. */
const IDLE_MS = 4 * 60 * 1000;
/** Headers that carry a session without cookies. The document names none. */
const sessionHeaders = ["x-session", "x-session-id", "x-session-token", "x-auth-token"];
/** If more sessions end early within the life of one, logging in again does not help. */
const MOST_ENDED = 3;

export interface SessionParts {
  /** Sends the login and returns its answer. */
  readonly logIn: () => Promise<{ reply: HttpReply; answer: SessionReply }>;
  /** Name of the response header that carries the session and is sent back. Default: the usual ones. */
  readonly sessionHeader?: string | undefined;
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

/** One login, and what it returned for sending along. */
interface Login {
  readonly startedAt: number;
  readonly answer: SessionReply;
  readonly cookies: Map<string, string>;
  readonly echoed: Map<string, string>;
  /** When an answer last showed that it works; its beginning until then. */
  worksAt: number;
  isProven: boolean;
  hasEnded: boolean;
}

/**
 * The session of one appliance, shared by all callers. It is opened when the first caller needs it, with one login for
 * all who wait. It is renewed before its time is over, and opened again when an answer shows that it has ended.
 */
export class Session {
  readonly #parts: SessionParts;
  readonly #clock: () => number;
  #current: Login | undefined;
  #opening: Promise<Login> | undefined;
  /** When sessions ended early. */
  #endings: number[] = [];

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? (() => performance.now());
  }

  /** Opens a session unless one is open; returns the answer of its login. */
  async open(): Promise<SessionReply> {
    return (await this.#login()).answer;
  }

  /** True while a session is open, as far as is known. */
  get isOpen(): boolean {
    return this.#usable() !== undefined;
  }

  /** Drops the session, after a logout. */
  forget(): void {
    this.#current = undefined;
  }

  /**
   * Sends a request within the session, and once more in a new one if the answer shows that the session has ended. A
   * page that answers a change does not show that the change was not made: its sender must look.
   */
  async run(place: Place, send: (headers: Readonly<Record<string, string>>) => Promise<HttpReply>): Promise<HttpReply> {
    const session = await this.#login();
    const idleMs = this.#clock() - session.worksAt;
    const reply = await send(headersOf(session));
    if (!this.#isOver(session, reply, place, idleMs)) return reply;
    this.#end(session, reply, place);
    const isCarriedOut =
      place.isRead !== true && reply.status >= 200 && reply.status <= 299 && reply.text.startsWith("<");
    if (isCarriedOut) return reply;
    const next = await this.#login();
    const second = await send(headersOf(next));
    if (this.#isOver(next, second, place, 0)) this.#end(next, second, place);
    return second;
  }

  #isOver(session: Login, reply: HttpReply, { host }: Place, idleMs: number): boolean {
    const state = sessionIn(reply, host);
    if (state === "ended" || (state === "perhaps" && idleMs >= IDLE_MS)) return true;
    if (state === undefined && reply.status < 300) {
      session.isProven = true;
      session.worksAt = this.#clock();
    }
    this.#remember(session, reply);
    return false;
  }

  /** Counts a session that has ended, once for all requests that notice it. */
  #end(session: Login, { status }: HttpReply, place: Place): void {
    if (session.hasEnded) return;
    session.hasEnded = true;
    const now = this.#clock();
    this.#endings = [...this.#endings.filter((time) => now - time < RENEW_AFTER_MS), now];
    const isBare = !session.isProven && session.cookies.size === 0 && session.echoed.size === 0;
    if (isBare) {
      const words = `the login succeeded but returned nothing that carries the session, and the next request failed (HTTP ${status})`;
      const advice = "If this appliance carries sessions in a response header, name it in sessionHeader";
      throw new ApplianceError(place, "none", words, { status, advice, credentials: true, forAll: true });
    }
    if (this.#endings.length <= MOST_ENDED) return;
    throw new ApplianceError(place, "none", `the session ended ${this.#endings.length} times soon after a login`, {
      status,
      credentials: true,
      forAll: true,
      advice: "Another client logs in as the same user, or this user is not permitted to do this: use a separate user",
    });
  }

  #usable(): Login | undefined {
    const session = this.#current;
    const isOld = session !== undefined && this.#clock() - session.startedAt >= RENEW_AFTER_MS;
    return session === undefined || session.hasEnded || isOld ? undefined : session;
  }

  async #login(): Promise<Login> {
    const usable = this.#usable();
    if (usable !== undefined) return usable;
    this.#opening ??= this.#begin().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #begin(): Promise<Login> {
    // The appliance counts from a later moment, so our session never ends after the appliance's.
    const startedAt = this.#clock();
    const { reply, answer } = await this.#parts.logIn();
    const session: Login = {
      startedAt,
      answer,
      cookies: new Map(),
      echoed: new Map(),
      worksAt: startedAt,
      isProven: false,
      hasEnded: false,
    };
    this.#remember(session, reply);
    this.#current = session;
    return session;
  }

  /** Keeps the cookies and headers of an answer, to send them back to this origin only. Values are never decoded. */
  #remember({ cookies, echoed }: Login, { headers }: HttpReply): void {
    const lines = headers["set-cookie"] ?? [];
    for (const line of Array.isArray(lines) ? lines : [lines]) {
      const [, name = "", value = ""] =
        /^\s*([\x21-\x3a\x3c\x3e-\x7e]+)\s*=\s*([\x20-\x3a\x3c-\x7e]*)/u.exec(line) ?? [];
      if (name === "") continue;
      if (/;\s*max-age\s*=\s*-?0*\s*(?:;|$)/iu.test(line)) cookies.delete(name);
      else cookies.set(name, value.trim());
    }
    const { sessionHeader } = this.#parts;
    for (const name of sessionHeader === undefined ? sessionHeaders : [sessionHeader.toLowerCase()]) {
      const value = headers[name];
      if (typeof value === "string" && value !== "") echoed.set(name, value);
    }
  }
}

function headersOf({ cookies, echoed }: Login): Readonly<Record<string, string>> {
  const cookie = cookies.size === 0 ? undefined : [...cookies].map((pair) => pair.join("=")).join("; ");
  return { ...present({ cookie }), ...Object.fromEntries(echoed) };
}
