import { ApplianceError, type Place } from "../errors/errors";
import { isPage } from "../http/answer";
import type { HttpReply, RequestSpec, Send } from "../http/request";
import { sessionIn } from "./answer";
import type { SessionReply } from "./readings";

/** Sessions end 30 minutes after their start, whether they are used or not, so a new one is opened before that. */
export const RENEW_AFTER_MS = 27 * 60 * 1000;
/** After this time without an answer that shows that a session works, a refusal may mean that it has ended. */
const IDLE_MS = 4 * 60 * 1000;

/** One login, and what it returned for sending along. */
interface Login {
  readonly startedAt: number;
  readonly answer: SessionReply;
  /** By name, as they are sent back. */
  readonly cookies: Map<string, string>;
  /** What every request of the session carries. */
  readonly headers: Record<string, string>;
  /** When an answer last showed that it works; its beginning until then. */
  worksAt: number;
}

/**
 * The session of one appliance, shared by all callers. It is opened when the first caller needs it, with one login for
 * all who wait. It is renewed before its time is over, and opened again when an answer shows that it has ended.
 */
export class Session {
  #current: Login | undefined;
  #opening: Promise<Login> | undefined;
  /** The one that was opened because an answer showed, or may have shown, that another had ended. */
  #again: Login | undefined;

  constructor(
    private readonly logIn: () => Promise<{ reply: HttpReply; answer: SessionReply }>,
    private readonly send: Send,
    /** Name of the response header that carries the session and is sent back. */
    private readonly header = "",
  ) {}

  /** Opens a session unless one is open; returns the answer of its login. */
  async open(): Promise<SessionReply> {
    return (await this.#login()).answer;
  }

  get isOpen(): boolean {
    return this.#usable() !== undefined;
  }

  /** A session has ended: the next request opens another one, unless that is open already. */
  ended(session = this.#current): void {
    if (session === this.#current) this.#current = undefined;
  }

  /**
   * Sends a request within the session, and once more in a new one if the answer shows that the session has ended. A
   * page that answers a change does not show that the change was not made: its sender must look.
   */
  async run(request: Omit<RequestSpec, "headers">): Promise<HttpReply> {
    const { place } = request;
    const session = await this.#login();
    // A reading may be sent again at any time, but not each one that is refused.
    const isFirst = place.operation === "read" && session !== this.#again;
    const idleMs = isFirst ? IDLE_MS : performance.now() - session.worksAt;
    const reply = await this.send({ ...request, headers: session.headers });
    if (!this.#hasEnded(session, reply, place, idleMs)) return reply;
    if (place.operation !== "read" && reply.status < 300 && isPage(reply)) return reply;
    const next = await this.#login();
    this.#again = next;
    const second = await this.send({ ...request, headers: next.headers });
    if (this.#hasEnded(next, second, place, 0) && !isPage(second)) throw useless(second, place);
    return second;
  }

  /** Whether an answer shows that its session has ended. */
  #hasEnded(session: Login, reply: HttpReply, place: Place, idleMs: number): boolean {
    const state = sessionIn(reply, place.host);
    if (state === "ended" || (state === "perhaps" && idleMs >= IDLE_MS)) {
      this.ended(session);
      return true;
    }
    if (state === undefined && reply.status < 300) session.worksAt = performance.now();
    this.#remember(session, reply);
    return false;
  }

  #usable(): Login | undefined {
    const { startedAt = -Infinity } = this.#current ?? {};
    return performance.now() - startedAt < RENEW_AFTER_MS ? this.#current : undefined;
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
    const startedAt = performance.now();
    const { reply, answer } = await this.logIn();
    const session: Login = { startedAt, worksAt: startedAt, answer, cookies: new Map(), headers: {} };
    this.#remember(session, reply);
    this.#current = session;
    return session;
  }

  /** Keeps the cookies and the header of an answer, to send them back to this origin only. Values are never decoded. */
  #remember(session: Login, { headers }: HttpReply): void {
    for (const line of [headers["set-cookie"] ?? []].flat()) {
      const [, name, value = ""] = /^\s*([\x21-\x3a\x3c\x3e-\x7e]+)=([\x20-\x3a\x3c-\x7e]*)/u.exec(line) ?? [];
      if (name !== undefined) session.cookies.set(name, [name, value.trim()].join("="));
    }
    const value = headers[this.header.toLowerCase()];
    if (typeof value === "string" && value !== "") session.headers[this.header.toLowerCase()] = value;
    if (session.cookies.size > 0) session.headers["cookie"] = [...session.cookies.values()].join("; ");
  }
}

/** The error of a request that a new session did not help. A page says more by itself. */
function useless(reply: HttpReply, place: Place): ApplianceError {
  const { status } = reply;
  const advice =
    "If this appliance carries sessions in a response header, name it in sessionHeader. Otherwise another client logs in " +
    "as the same user, or this user is not permitted to do this: use a separate user";
  const words = `the login succeeded, and the next request was answered as without a session (HTTP ${status})`;
  return new ApplianceError(place, "none", words, { status, advice, credentials: true, forAll: true });
}
