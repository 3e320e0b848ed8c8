import { jsonField } from "../validation";
import { createHash, randomBytes } from "node:crypto";
import { z } from "#zod";
import { type Answer, html, type Incoming, json } from "../exchange";
import type { Switches } from "../switches";
import type { Clock } from "../clock";

interface Session {
  readonly id: string;
  readonly remoteAddress: string;
  readonly startedAt: number;
}

/** "Sessions expire 30 minutes after they start." */
const SESSION_MS = 30 * 60 * 1000;

const ATTRIBUTES = "Path=/api/1/; HttpOnly";

const loginBody = jsonField(z.strictObject({ user: z.string(), passwd: z.string() }));

/** Handles logins and finds the session of a request. Replication service, "Authentication". */
export class Sessions {
  /** By the value of the cookie or header. */
  readonly #sessions = new Map<string, Session>();

  constructor(
    private readonly account: { readonly user: string; readonly password: string },
    private readonly switches: Readonly<Switches>,
    private readonly clock: Clock,
  ) {}

  /** `POST /api/1/login/`. */
  login(incoming: Incoming): Answer {
    const body = loginBody.safeParse(incoming.body.toString("utf8"));
    if (!body.success) return this.#refuse("The login needs user and passwd");
    const { user, passwd } = body.data;
    const { password } = this.account;
    const { passwordEncoding } = this.switches;
    const expected = passwordEncoding === "plain" ? password : sha512(password);
    const matches = user === this.account.user && passwd === expected;
    return matches ? this.#start(incoming) : this.#refuse("Login failed");
  }

  /** `GET /api/1/login/[sha2]`, deprecated. */
  legacyLogin(hash: string, incoming: Incoming): Answer {
    return hash === sha512(this.account.password) ? this.#start(incoming) : this.#refuse("Login failed");
  }

  /** True if the request belongs to a session that has not expired. */
  accepts(incoming: Incoming): boolean {
    const session = this.#find(incoming);
    if (session === undefined) return false;
    if (this.clock.now() - session.startedAt < SESSION_MS) return true;
    this.#sessions.delete(session.id);
    return false;
  }

  /** `/api/1/logout`. */
  logout(incoming: Incoming): Answer {
    const session = this.accepts(incoming) ? this.#find(incoming) : undefined;
    if (session === undefined) return this.expiredAnswer();
    this.#sessions.delete(session.id);
    return json({ path: "Logout succeeded", result: "success" }, "success");
  }

  /** Ends all sessions at once, as if they had expired. */
  expireAll(): void {
    this.#sessions.clear();
  }

  /** Number of open sessions. */
  get open(): number {
    return this.#sessions.size;
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
        return json({ description: "Access not granted to this client", result: "error" }, "error");
      case "html":
        return html("Log in");
    }
  }

  #refuse(path: string): Answer {
    return json({ path, result: "error" }, "error");
  }

  #start({ remoteAddress }: Incoming): Answer {
    const id = randomBytes(16).toString("hex");
    this.#sessions.set(id, { id, remoteAddress, startedAt: this.clock.now() });
    const answer = json({ path: "Login succeeded", result: "success" }, "success");
    return { ...answer, headers: { ...answer.headers, ...this.#carrier(id) } };
  }

  #carrier(id: string): Record<string, string> {
    const { sessionCarrier } = this.switches;
    if (sessionCarrier === "sourceAddress") return {};
    return sessionCarrier === "header" ? { "x-session": id } : { "set-cookie": `session=${id}; ${ATTRIBUTES}` };
  }

  #find({ headers, remoteAddress }: Incoming): Session | undefined {
    const { sessionCarrier } = this.switches;
    if (sessionCarrier === "sourceAddress") {
      return [...this.#sessions.values()].findLast((session) => session.remoteAddress === remoteAddress);
    }
    if (sessionCarrier === "header") return this.#sessions.get(String(headers["x-session"]));
    return this.#sessions.get(/(?:^|; )session=([^;]*)/u.exec(headers.cookie ?? "")?.[1] ?? "");
  }
}

function sha512(text: string): string {
  return createHash("sha512").update(text, "utf8").digest("hex");
}
