import { CredentialsError, NotSentError } from "../../../provider/errors/errors";
import type { HttpReply } from "../../../provider/http/request";
import { expiredSession } from "../../../provider/replicator/answer";
import { Session, type SessionParts } from "../../../provider/replicator/session";
import { rejection } from "../http/support";

const MINUTE = 60_000;
const place = (action: string): { appliance: "replicator"; host: string; action: string } => ({
  appliance: "replicator",
  host: "rp.example",
  action,
});

/** An appliance reduced to its sessions. The newest cookie is valid until the session ends. */
class Appliance {
  now = 0;
  logins = 0;
  requests = 0;
  good = "";
  loginFault: Error | undefined;
  carrier: "cookie" | "header" | "address" | "nothing" = "cookie";
  /** The status of answers within a session. */
  status = 200;
  /** Whether a request was sent again after a lost answer. */
  isRepeated = false;
  latencyMs = 1;

  readonly session: Session;

  constructor(private readonly parts: Partial<SessionParts> = {}) {
    this.session = new Session({ logIn: () => this.#logIn(), place, clock: () => this.now, ...parts });
  }

  call = (): Promise<HttpReply> => this.session.run("/show/status", (headers) => this.#answer(headers));

  end(): void {
    this.good = "ended";
  }

  async #logIn(): Promise<{ reply: HttpReply; answer: { result: "success"; path: undefined } }> {
    this.logins += 1;
    await this.#wait();
    if (this.loginFault !== undefined) throw this.loginFault;
    this.good = `s${this.logins}`;
    return {
      reply: { status: 200, text: "", headers: this.#carried() },
      answer: { result: "success", path: undefined },
    };
  }

  async #answer(headers: Readonly<Record<string, string>>): Promise<HttpReply> {
    this.requests += 1;
    await this.#wait();
    const status = this.#isCarried(headers) ? this.status : 401;
    const repeated = this.isRepeated ? { repeated: true as const } : {};
    this.isRepeated = false;
    return { status, text: '{"result":"success"}', headers: {}, ...repeated };
  }

  /** The headers of an answer to a login, among them some that carry nothing. */
  #carried(): HttpReply["headers"] {
    if (this.carrier === "cookie") return { "set-cookie": `id=${this.good}` };
    if (this.carrier !== "header") return {};
    const own = this.parts.sessionHeader?.toLowerCase();
    const decoys = own === undefined ? {} : { "x-session": "another" };
    return { [own ?? "x-session"]: this.good, "x-session-id": "", "x-session-token": ["a", "b"], ...decoys };
  }

  #isCarried(headers: Readonly<Record<string, string>>): boolean {
    if (this.carrier === "address") return this.good !== "ended";
    if (this.carrier === "header") return headers[this.parts.sessionHeader?.toLowerCase() ?? "x-session"] === this.good;
    return headers["cookie"] === `id=${this.good}`;
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.latencyMs));
  }
}

function times<T>(count: number, run: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, run));
}

/** An appliance that answers a request without a session in unknown words. */
class Stranger extends Appliance {
  refusal = '{"result":"error","description":"Access not granted to this client"}';

  override call = (): Promise<HttpReply> => this.session.run("/show/status", async (headers) => this.#told(headers));

  #told(headers: Readonly<Record<string, string>>): HttpReply {
    this.requests += 1;
    const isGood = headers["cookie"] === `id=${this.good}`;
    return { status: 200, text: isGood ? '{"result":"success"}' : this.refusal, headers: {} };
  }
}

describe("an error in unknown words", () => {
  test("on the first requests after a pause causes one login, and the requests are sent again", async () => {
    const appliance = new Stranger();
    await appliance.call();
    appliance.now = 5 * MINUTE;
    appliance.end();
    const replies = await times(8, appliance.call);
    expect(replies.map(({ text }) => text)).toEqual(Array(8).fill('{"result":"success"}'));
    expect(appliance.logins).toBe(2);
    expect(appliance.requests).toBe(1 + 8 + 8);
  });

  test("is an ordinary refusal up to four minutes after a success, and causes a login then", async () => {
    const appliance = new Stranger();
    appliance.now = 10 * MINUTE;
    await appliance.call();
    appliance.now = 13 * MINUTE;
    await appliance.call();
    appliance.end();
    for (appliance.now = 14 * MINUTE; appliance.now < 17 * MINUTE; appliance.now += MINUTE) {
      expect((await appliance.call()).text).toBe(appliance.refusal);
    }
    expect(appliance.logins).toBe(1);
    expect((await appliance.call()).text).toBe('{"result":"success"}');
    expect(appliance.logins).toBe(2);
  });

  test("causes three logins within the life of one session, and is an ordinary refusal afterwards", async () => {
    const appliance = new Stranger();
    appliance.now = 60 * MINUTE;
    await appliance.call();
    for (const refused of [false, false, false, true]) {
      appliance.now += 4 * MINUTE;
      appliance.end();
      expect((await appliance.call()).text === appliance.refusal).toBe(refused);
    }
    expect(appliance.logins).toBe(4);
  });

  test("after a pause is in the message if nothing carries the session", async () => {
    const appliance = new Stranger();
    appliance.carrier = "nothing";
    await appliance.session.open();
    appliance.now = 4.5 * MINUTE;
    const { message } = (await rejection(appliance.call())) as Error;
    expect(message).toContain("was answered with an error (HTTP 200) after 4 minutes without a request");
  });
});

describe("a session", () => {
  test("F49: is opened by exactly one login for 64 operations that start at once", async () => {
    const appliance = new Appliance();
    const replies = await times(64, appliance.call);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(appliance.logins).toBe(1);
  });

  test("F50, F51: is renewed by one login 27 minutes after its start, even if it is in use", async () => {
    const appliance = new Appliance();
    await appliance.call();
    for (appliance.now = MINUTE; appliance.now < 27 * MINUTE; appliance.now += MINUTE) await appliance.call();
    expect(appliance.logins).toBe(1);
    appliance.now = 27 * MINUTE;
    await times(20, appliance.call);
    expect(appliance.logins).toBe(2);
    expect(appliance.requests).toBe(1 + 26 + 20);
  });

  test("F54: is opened again by one login when 20 operations notice its end together", async () => {
    const appliance = new Appliance();
    await appliance.call();
    appliance.end();
    const replies = await times(20, appliance.call);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(appliance.logins).toBe(2);
    expect(appliance.requests).toBe(1 + 20 + 20);
  });

  test("F54: is not opened again by an operation that notices the end of an older session late", async () => {
    const appliance = new Appliance();
    await appliance.call();
    appliance.end();
    appliance.latencyMs = 30;
    const late = appliance.call();
    // The request is sent before the latency is reduced for the others.
    await new Promise((resolve) => setImmediate(resolve));
    expect(appliance.requests).toBe(2);
    appliance.latencyMs = 1;
    await appliance.call();
    expect(appliance.logins).toBe(2);
    expect((await late).status).toBe(200);
    expect(appliance.logins).toBe(2);
  });

  test("F55: survives a renewal that ends the older session while calls are in flight, without another login", async () => {
    const appliance = new Appliance();
    await appliance.call();
    appliance.latencyMs = 20;
    const inFlight = times(5, appliance.call);
    await new Promise((resolve) => setImmediate(resolve));
    appliance.latencyMs = 1;
    appliance.now = 28 * MINUTE;
    await appliance.call();
    expect((await inFlight).every(({ status }) => status === 200)).toBe(true);
    expect(appliance.logins).toBe(2);
  });

  test("F56: that another client keeps taking fails after at most 3 more logins, and the error says so", async () => {
    const appliance = new Appliance();
    const thief = setInterval(() => appliance.end(), 0);
    appliance.latencyMs = 8;
    const error = await rejection(times(10, appliance.call));
    clearInterval(thief);
    expect(error).toBeInstanceOf(CredentialsError);
    expect((error as Error).message).toMatch(/session taken: it ended 3 times .* HTTP 401\. .*use a separate user/u);
    expect(appliance.logins).toBeLessThanOrEqual(4);
  });

  test("may end more than 3 times over a period that is longer than its lifetime", async () => {
    const appliance = new Appliance();
    for (let round = 0; round < 8; round += 1) {
      await appliance.call();
      appliance.end();
      appliance.now += 10 * MINUTE;
    }
    expect((await appliance.call()).status).toBe(200);
  });

  test("F57: that cannot be opened again fails all waiting calls with the same error after one login request", async () => {
    const appliance = new Appliance();
    await appliance.call();
    appliance.end();
    appliance.loginFault = new NotSentError({ ...place("/login/"), words: "connection refused", retryable: true });
    // Some notice the end of the session immediately, others only after the login has failed.
    const early = Array.from({ length: 10 }, () => rejection(appliance.call()));
    await new Promise((resolve) => setImmediate(resolve));
    appliance.latencyMs = 25;
    const late = Array.from({ length: 10 }, () => rejection(appliance.call()));
    await new Promise((resolve) => setImmediate(resolve));
    appliance.latencyMs = 1;
    const errors = await Promise.all([...early, ...late]);
    expect(new Set(errors)).toEqual(new Set([appliance.loginFault]));
    expect(appliance.logins).toBe(2);
    appliance.loginFault = undefined;
    expect((await appliance.call()).status).toBe(200);
  });

  test("F59: that no cookie or header carries is explained when the next call is refused", async () => {
    const appliance = new Appliance();
    appliance.carrier = "nothing";
    const error = await rejection(appliance.call());
    expect(error).toBeInstanceOf(CredentialsError);
    expect((error as Error).message).toContain("returned nothing that carries the session");
    expect((error as Error).message).toContain("answered with HTTP 401. ");
    expect((error as Error).message).toContain("sessionHeader");
    expect(appliance.logins).toBe(1);
  });

  test("F59: that nothing carries is opened again once an answer has shown that it works", async () => {
    const appliance = new Appliance();
    appliance.carrier = "address";
    appliance.status = 300;
    await appliance.call();
    appliance.end();
    expect(((await rejection(appliance.call())) as Error).message).toContain(
      "returned nothing that carries the session",
    );
    const other = new Appliance();
    other.carrier = "address";
    await other.call();
    other.end();
    expect((await other.call()).status).toBe(200);
    expect(other.logins).toBe(2);
  });

  test.each([undefined, "X-Own"])(
    "is carried by a header, by default x-session (sessionHeader: %s)",
    async (sessionHeader) => {
      const appliance = new Appliance({ sessionHeader });
      appliance.carrier = "header";
      await appliance.session.open();
      appliance.end();
      expect((await appliance.call()).status).toBe(200);
      expect(appliance.logins).toBe(2);
    },
  );

  test("reports that a request was sent again, in whichever session", async () => {
    const appliance = new Appliance();
    expect(await appliance.call()).not.toHaveProperty("repeated");
    appliance.end();
    appliance.isRepeated = true;
    expect(await appliance.call()).toMatchObject({ status: 200, repeated: true });
    expect(await appliance.call()).not.toHaveProperty("repeated");
  });

  test("is opened again for a call that a logout overtakes", async () => {
    const appliance = new Appliance();
    appliance.latencyMs = 20;
    await appliance.session.open();
    const late = appliance.call();
    await new Promise((resolve) => setImmediate(resolve));
    appliance.session.forget();
    appliance.end();
    expect((await late).status).toBe(200);
  });

  test("counts forced logins only as long as a session lives", async () => {
    const appliance = new Appliance();
    for (let round = 0; round < 4; round += 1) {
      expect((await appliance.call()).status).toBe(200);
      if (round < 3) appliance.end();
    }
    appliance.now = 27 * MINUTE;
    await appliance.call();
    appliance.end();
    expect((await appliance.call()).status).toBe(200);
  });

  test("ages by the clock of the process", async () => {
    const appliance = new Appliance({ clock: undefined as never });
    await appliance.session.open();
    const later = performance.now() + 27 * MINUTE;
    const clock = jest.spyOn(performance, "now").mockReturnValue(later);
    expect(appliance.session.isOpen).toBe(false);
    clock.mockRestore();
    expect(appliance.session.isOpen).toBe(true);
  });

  test("is open after its login and closed after it was forgotten or is too old", async () => {
    const appliance = new Appliance();
    expect(appliance.session.isOpen).toBe(false);
    await appliance.session.open();
    expect(appliance.session.isOpen).toBe(true);
    appliance.session.forget();
    expect(appliance.session.isOpen).toBe(false);
    await appliance.session.open();
    appliance.now += 27 * MINUTE;
    expect(appliance.session.isOpen).toBe(false);
  });
});

describe("F52: the end of a session is recognised in", () => {
  const reply = (status: number, text = "", headers: HttpReply["headers"] = {}): HttpReply => ({
    status,
    text,
    headers,
  });
  const error = (description: string): HttpReply => reply(200, JSON.stringify({ result: "error", description }));

  test.each([
    ["401", reply(401)],
    ["403", reply(403, '{"result":"error","description":"Forbidden"}')],
    ["a redirect to a login page", reply(302, "", { location: "/login.html" })],
    ["a redirect to a login page of the same host", reply(303, "", { location: "https://rp.example/cgi/signin?x=1" })],
    ["a page with 200", reply(200, "<!doctype html><title>Log in</title>")],
    ["Session expired, please log in", error("Session expired, please log in")],
    ["Your session has timed out.", error("Your session has timed out.")],
    ["Invalid session", error("Invalid session")],
    ["Error: not logged in", error("Error: not logged in")],
    ["You must log in first", error("You must log in first")],
    ["Authentication required", error("Authentication required.")],
    ["Unauthorized", error("Unauthorized")],
    ["another wording", error("No valid session token.")],
    ["other keys", reply(200, '{"Result":"Error","Description":"Session expired"}')],
    ["an envelope", reply(200, '{"response":{"result":"error","description":"Session expired"}}')],
    ["400 with such a text", reply(400, '{"result":"error","description":"Session expired"}')],
    ["440", reply(440)],
  ])("%s", (_name, one) => {
    expect(expiredSession(one, "rp.example")).toEqual(expect.any(String));
  });

  test.each([
    ["a success", reply(200, '{"result":"success","description":"Session expired"}')],
    ["a refusal that quotes such a name", error("Profile 'session expired' does not exist")],
    ["a refusal that ends like such a text", error("Profile x: not authorized for invalid session")],
    ["a refusal about a profile called session", error("session expired-profile does not exist")],
    ["a text about the role", error("This appliance is the primary")],
    ["a text about the license", error("The license has expired")],
    ["a redirect elsewhere", reply(302, "", { location: "https://other.example/login" })],
    ["a redirect to a file", reply(302, "", { location: "/index.html" })],
    ["404", reply(404, "<html></html>")],
    ["500", reply(500)],
    ["broken JSON", reply(200, '{"result":"err')],
  ])("but not in %s", (_name, one) => {
    expect(expiredSession(one, "rp.example")).toBeUndefined();
  });
});
