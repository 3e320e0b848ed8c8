import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { type Answer, html, type Incoming, json } from "../exchange";
import { parsedJson } from "../json";
import type { Switches } from "../switches";
import type { Clock } from "../clock";

/** Credentials of the account that may log in. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

interface Session {
  /** Accepted values of its cookie or header, the newest last. */
  readonly ids: string[];
  /** Value of the second cookie, checked only if there are two. */
  readonly proof: string;
  readonly remoteAddress: string;
  countsFrom: number;
}

/** Number of accepted values of a changing cookie: requests sent before a change may still be in transit. */
const ACCEPTED_VALUES = 32;

/** "Sessions expire 30 minutes after they start." */
const SESSION_MS = 30 * 60 * 1000;
const HOUR_MS = 3_600_000;

const ATTRIBUTES = "Path=/api/1/; HttpOnly";

const loginBody = z.strictObject({ user: z.string(), passwd: z.string() });

/** Handles logins and finds the session of a request. Replication service, "Authentication". */
export class Sessions {
  /** By each accepted value. */
  readonly #sessions = new Map<string, Session>();

  constructor(
    private readonly account: Account,
    private readonly switches: Readonly<Switches>,
    private readonly clock: Clock,
  ) {}

  /** `POST /api/1/login/`. */
  login(incoming: Incoming): Answer {
    const body = loginBody.safeParse(parsedJson(incoming.body.toString("utf8")));
    if (!body.success) return this.#refuse("The login needs user and passwd");
    const { user, passwd } = body.data;
    const { password } = this.account;
    const { passwordEncoding } = this.switches;
    const expected = passwordEncoding === "plain" ? password : hashOf(password, passwordEncoding);
    const matches = user === this.account.user && passwd === expected;
    return matches ? this.#start(incoming) : this.#refuse("Login failed");
  }

  /** `GET /api/1/login/[sha2]`, deprecated. */
  legacyLogin(hash: string, incoming: Incoming): Answer {
    if (!this.switches.legacyLogin) return html("The page does not exist", 404);
    return hash === hashOf(this.account.password, "sha512") ? this.#start(incoming) : this.#refuse("Login failed");
  }

  /** True if the request belongs to a session that has not expired. */
  accepts(incoming: Incoming): boolean {
    const session = this.#find(incoming);
    if (session === undefined) return false;
    if (this.clock.now() - session.countsFrom >= SESSION_MS) {
      this.#end(session);
      return false;
    }
    if (this.switches.sessionExpiry === "idle") session.countsFrom = this.clock.now();
    return true;
  }

  /** Headers of an answer within a session: a new value of its cookie, if the switch says so. */
  changedCookie(incoming: Incoming): Record<string, string> {
    const { cookieChange, sessionCarrier } = this.switches;
    const session = cookieChange === "everyAnswer" && sessionCarrier === "cookie" ? this.#find(incoming) : undefined;
    if (session === undefined) return {};
    const { attributes, headers } = this.#expiry();
    return { ...headers, "set-cookie": `session=${this.#newId(session)}; ${attributes}` };
  }

  /** `/api/1/logout`. */
  logout(incoming: Incoming): Answer {
    const session = this.accepts(incoming) ? this.#find(incoming) : undefined;
    if (session === undefined) return this.expiredAnswer();
    this.#end(session);
    return json({ path: "Logout succeeded", result: "success" }, "success");
  }

  /** Ends all sessions at once, as if they had expired. */
  expireAll(): void {
    this.#sessions.clear();
  }

  /** Number of open sessions. */
  get open(): number {
    return new Set(this.#sessions.values()).size;
  }

  /** The answer to a request without a valid session. Field notes, replication 5. */
  expiredAnswer(): Answer {
    const words = "Session expired, please log in";
    switch (this.switches.expiredAnswer) {
      case "401":
        return json({ description: words, result: "error" }, "error", 401);
      case "403":
        return json({ description: words, result: "error" }, "error", 403);
      case "redirect":
        return { status: 302, headers: { location: "/login.html" }, body: "", result: "error" };
      case "error":
        return json({ description: words, result: "error" }, "error");
      case "otherWords":
        return json({ description: "Access not granted to this client", result: "error" }, "error");
      case "html":
        return html("Log in");
    }
  }

  #refuse(path: string): Answer {
    return json({ path, result: "error" }, "error", this.switches.refusedLoginStatus);
  }

  #start(incoming: Incoming): Answer {
    if (this.switches.singleSession) this.#sessions.clear();
    const { remoteAddress } = incoming;
    const session: Session = {
      ids: [],
      // Contains percent escapes, which the client must return unchanged and not decoded.
      proof: `${randomBytes(4).toString("hex")}%0D%0A%3D`,
      remoteAddress,
      countsFrom: this.clock.now(),
    };
    const answer = json({ path: "Login succeeded", result: "success" }, "success");
    return { ...answer, headers: { ...answer.headers, ...this.#carrier(session, this.#newId(session)) } };
  }

  #newId(session: Session): string {
    const id = randomBytes(16).toString("hex");
    session.ids.push(id);
    this.#sessions.set(id, session);
    for (const old of session.ids.splice(0, session.ids.length - ACCEPTED_VALUES)) this.#sessions.delete(old);
    return id;
  }

  #end(session: Session): void {
    for (const id of session.ids) this.#sessions.delete(id);
  }

  #carrier({ proof }: Session, id: string): Record<string, string | string[]> {
    const { sessionCarrier, sessionCookies } = this.switches;
    if (sessionCarrier === "sourceAddress") return {};
    if (sessionCarrier === "header") return { "x-session": id };
    const { attributes, headers } = this.#expiry();
    const cookies = [`session=${id}; ${attributes}`];
    if (sessionCookies === "two") cookies.push(`proof=${proof}; ${attributes}`);
    return { ...headers, "set-cookie": cookies };
  }

  /** The attributes of a cookie, and the headers of the clock that they are by. */
  #expiry(): { attributes: string; headers: Record<string, string> } {
    const { cookieExpiry } = this.switches;
    if (cookieExpiry === "none") return { attributes: ATTRIBUTES, headers: {} };
    const now = Date.now() - (cookieExpiry === "future" ? 0 : HOUR_MS);
    const attributes = `${ATTRIBUTES}; Expires=${new Date(now + SESSION_MS).toUTCString()}`;
    return { attributes, headers: cookieExpiry === "datesBehind" ? { date: new Date(now).toUTCString() } : {} };
  }

  #find({ headers, remoteAddress }: Incoming): Session | undefined {
    const { sessionCarrier, sessionCookies } = this.switches;
    if (sessionCarrier === "sourceAddress") {
      return [...this.#sessions.values()].findLast((session) => session.remoteAddress === remoteAddress);
    }
    if (sessionCarrier === "header") return this.#sessions.get(String(headers["x-session"]));
    const cookies = new Map((headers.cookie ?? "").split("; ").map((pair) => splitAtEquals(pair)));
    const session = this.#sessions.get(cookies.get("session") ?? "");
    return sessionCookies === "two" && cookies.get("proof") !== session?.proof ? undefined : session;
  }
}

function splitAtEquals(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function hashOf(text: string, algorithm: "sha512" | "sha3-512"): string {
  return createHash(algorithm).update(text, "utf8").digest("hex");
}
