import { ApplianceError, type Place } from "../errors/errors";
import { isPage } from "../http/answer";
import type { HttpReply, RequestSpec, Send } from "../http/request";
import { sessionIn } from "./answer";
import type { SessionReply } from "./readings";

/** Sessions end 30 minutes after their start, whether they are used or not, so a new one is opened before that. */
export const RENEW_AFTER_MS = 27 * 60 * 1000;
/** After this time without an answer that shows that a session works, a refusal may mean that it has ended. */
const IDLE_MS = 4 * 60 * 1000;
export interface SessionParts {
  readonly logIn: () => Promise<{ reply: HttpReply; answer: SessionReply }>;
  readonly send: Send;
  /** Name of the response header that carries the session and is sent back. */
  readonly sessionHeader?: string | undefined;
}

/** One login, and what it returned for sending along. */
interface Login {
  readonly startedAt: number;
  readonly answer: SessionReply;
  /** By name, as they are sent back. */
  readonly cookies: Map<string, string>;
  echoed: string | undefined;
  /** When an answer last showed that it works; its beginning until then. */
  worksAt: number;
  hasEnded: boolean;
}

/**
 * The session of one appliance, shared by all callers. It is opened when the first caller needs it, with one login for
 * all who wait. It is renewed before its time is over, and opened again when an answer shows that it has ended.
 */
export class Session {
  #current: Login | undefined;
  #opening: Promise<Login> | undefined;

  constructor(private readonly parts: SessionParts) {}

  /** Opens a session unless one is open; returns the answer of its login. */
  async open(): Promise<SessionReply> {
    return (await this.#login()).answer;
  }

  get isOpen(): boolean {
    return this.#usable() !== undefined;
  }

  forget(): void {
    this.#current = undefined;
  }

  /**
   * Sends a request within the session, and once more in a new one if the answer shows that the session has ended. A
   * page that answers a change does not show that the change was not made: its sender must look.
   */
  async run(request: Omit<RequestSpec, "headers">): Promise<HttpReply> {
    const { place } = request;
    const session = await this.#login();
    const idleMs = performance.now() - session.worksAt;
    const reply = await this.parts.send({ ...request, headers: this.#headersOf(session) });
    if (!this.#hasEnded(session, reply, place, idleMs)) return reply;
    if (place.operation !== "read" && reply.status < 300 && isPage(reply)) return reply;
    const next = await this.#login();
    const second = await this.parts.send({ ...request, headers: this.#headersOf(next) });
    if (this.#hasEnded(next, second, place, 0) && !isPage(second)) throw useless(second, place);
    return second;
  }

  /** Whether an answer shows that its session has ended. */
  #hasEnded(session: Login, reply: HttpReply, place: Place, idleMs: number): boolean {
    const state = sessionIn(reply, place.host);
    if (state === "ended" || (state === "perhaps" && idleMs >= IDLE_MS)) {
      session.hasEnded = true;
      return true;
    }
    if (state === undefined && reply.status < 300) session.worksAt = performance.now();
    this.#remember(session, reply);
    return false;
  }

  #usable(): Login | undefined {
    const session = this.#current;
    if (session === undefined || session.hasEnded) return undefined;
    return performance.now() - session.startedAt < RENEW_AFTER_MS ? session : undefined;
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
    const { reply, answer } = await this.parts.logIn();
    const session: Login = {
      ...{ startedAt, worksAt: startedAt, answer, cookies: new Map<string, string>() },
      ...{ echoed: undefined, hasEnded: false },
    };
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
    const { sessionHeader = "" } = this.parts;
    const value = headers[sessionHeader.toLowerCase()];
    if (typeof value === "string" && value !== "") session.echoed = value;
  }

  #headersOf({ cookies, echoed }: Login): Readonly<Record<string, string>> {
    const { sessionHeader } = this.parts;
    return {
      ...(cookies.size > 0 && { cookie: [...cookies.values()].join("; ") }),
      ...(echoed !== undefined && sessionHeader !== undefined && { [sessionHeader.toLowerCase()]: echoed }),
    };
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
