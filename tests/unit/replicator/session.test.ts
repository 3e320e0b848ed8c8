import { CredentialsError, NotSentError } from "../../../provider/errors/errors";
import type { HttpReply } from "../../../provider/http/request";
import { Session, type SessionParts } from "../../../provider/replicator/session";
import { turn } from "../appliance/support";
import { fails, rejection } from "../http/support";

const MINUTE = 60_000;
const SUCCESS = '{"result":"success"}';
const place = (action: string): { appliance: "replicator"; host: string; action: string } => ({
  appliance: "replicator",
  host: "rp.example",
  action,
});

/** How an appliance behaves. */
class Manner {
  now = 0;
  loginFault: Error | undefined;
  carrier: "cookie" | "header" | "address" | "nothing" = "cookie";
  /** The status of answers within a session. */
  status = 200;
  /** The body of an answer without a session, with HTTP 200. None: HTTP 401. */
  refusal: string | undefined;
  /** Whether a request was sent again after a lost answer. */
  isRepeated = false;
  latencyMs = 1;
}

/** An appliance reduced to its sessions. The newest cookie is valid until the session ends. */
class Appliance extends Manner {
  logins = 0;
  requests = 0;
  good = "";
  readonly session: Session;

  constructor(
    manner: Partial<Manner> = {},
    private readonly parts: Partial<SessionParts> = {},
  ) {
    super();
    Object.assign(this, manner);
    this.session = new Session({ logIn: () => this.#logIn(), place, clock: () => this.now, ...parts });
  }

  call = (): Promise<HttpReply> => this.session.run("/show/status", (headers) => this.#answer(headers));

  /** Expects that so many operations at once succeed. */
  async works(count = 1): Promise<void> {
    const replies = await Promise.all(Array.from({ length: count }, this.call));
    expect(replies.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(count).fill(`200 ${SUCCESS}`));
  }

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
    const repeated = this.isRepeated ? { repeated: true as const } : {};
    this.isRepeated = false;
    if (this.#isCarried(headers)) return { status: this.status, text: SUCCESS, headers: {}, ...repeated };
    return { status: this.refusal === undefined ? 401 : 200, text: this.refusal ?? "", headers: {}, ...repeated };
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

/** An appliance in which a session is open. */
async function opened(): Promise<Appliance> {
  const appliance = new Appliance();
  await appliance.works();
  return appliance;
}

/**
 * Plays a story: operations that succeed (`works 8`) or are refused, a login (`open`), the end of the session, and time
 * that passes (`5 min`). Returns the logins and the requests.
 */
async function story(appliance: Appliance, steps: string): Promise<string> {
  for (const step of steps.split(", ")) {
    const [what = "", count = "1"] = step.split(" ");
    if (what === "works") await appliance.works(Number(count));
    else if (what === "refused") expect((await appliance.call()).text).toBe(appliance.refusal);
    else if (what === "open") await appliance.session.open();
    else if (what === "end") appliance.end();
    else appliance.now += Number(what) * MINUTE;
  }
  return `${appliance.logins} logins, ${appliance.requests} requests`;
}

/** A refusal in unknown words. */
const refusal = '{"result":"error","description":"Access not granted to this client"}';
const header = { carrier: "header" } as const;
const inUse = "works, 1 min, ".repeat(27);

test.each<[title: string, steps: string, log: string, manner?: Partial<Manner>, parts?: Partial<SessionParts>]>([
  ["F49: is opened by one login for 64 operations at once", "works 64", "1 logins, 64 requests"],
  ["F50, F51: is renewed by one login after 27 minutes in use", `${inUse}works 20`, "2 logins, 47 requests"],
  ["F54: is opened again by one login for all who notice its end", "works, end, works 20", "2 logins, 41 requests"],
  ["may end often in a long time", `${"works, end, 10 min, ".repeat(8)}works`, "9 logins, 17 requests"],
  [
    "counts forced logins only as long as it lives",
    `${"works, end, ".repeat(3)}works, 27 min, works, end, works`,
    "6 logins, 10 requests",
  ],
  ["is carried by a header", "open, end, works", "2 logins, 2 requests", header],
  [
    "is carried by a header with a name of its own",
    "open, end, works",
    "2 logins, 2 requests",
    header,
    { sessionHeader: "X-Own" },
  ],
  ["F59: may be carried by nothing, if it works", "works, end, works", "2 logins, 3 requests", { carrier: "address" }],
  [
    "is opened again for an error in unknown words after a pause",
    "works, 5 min, end, works 8",
    "2 logins, 17 requests",
    { refusal },
  ],
  [
    "is not opened again for such an error up to four minutes after a success",
    "10 min, works, 3 min, works, end, 1 min, refused, 1 min, refused, 1 min, refused, 1 min, works",
    "2 logins, 7 requests",
    { refusal },
  ],
  [
    "is opened again for such errors three times within its life",
    `60 min, works, ${"4 min, end, works, ".repeat(3)}4 min, end, refused`,
    "4 logins, 8 requests",
    { refusal },
  ],
])("a session %s", async (_title, steps, log, ...[manner, parts]) => {
  expect(await story(new Appliance(manner, parts), steps)).toBe(log);
});

describe("a session", () => {
  test("F54: is not opened again by an operation that notices the end of an older session late", async () => {
    const appliance = await opened();
    appliance.end();
    appliance.latencyMs = 30;
    const late = appliance.works();
    // The request is sent before the latency is reduced for the others.
    await turn();
    expect(appliance.requests).toBe(2);
    appliance.latencyMs = 1;
    await appliance.works();
    expect(appliance.logins).toBe(2);
    await late;
    expect(appliance.logins).toBe(2);
  });

  test("F55: survives a renewal that ends the older session while calls are in flight, without another login", async () => {
    const appliance = await opened();
    appliance.latencyMs = 20;
    const inFlight = appliance.works(5);
    await turn();
    appliance.latencyMs = 1;
    appliance.now = 28 * MINUTE;
    await appliance.works();
    await inFlight;
    expect(appliance.logins).toBe(2);
  });

  test("F56: that another client keeps taking fails after at most 3 more logins, and the error says so", async () => {
    const appliance = new Appliance({ latencyMs: 8 });
    const thief = setInterval(() => appliance.end(), 0);
    const words = /session taken: it ended 3 times .* HTTP 401\. .*use a separate user/u;
    await fails(appliance.works(10), CredentialsError, words);
    clearInterval(thief);
    expect(appliance.logins).toBeLessThanOrEqual(4);
  });

  test("F57: that cannot be opened again fails all waiting calls with the same error after one login request", async () => {
    const appliance = await opened();
    appliance.end();
    appliance.loginFault = new NotSentError({ ...place("/login/"), words: "connection refused", retryable: true });
    // Some notice the end of the session immediately, others only after the login has failed.
    const ten = (): Promise<unknown>[] => Array.from({ length: 10 }, () => rejection(appliance.call()));
    const early = ten();
    await turn();
    appliance.latencyMs = 25;
    const late = ten();
    await turn();
    appliance.latencyMs = 1;
    const errors = await Promise.all([...early, ...late]);
    expect(new Set(errors)).toEqual(new Set([appliance.loginFault]));
    expect(appliance.logins).toBe(2);
    appliance.loginFault = undefined;
    await appliance.works();
  });

  test("F59: that no cookie or header carries is explained when the next call is refused", async () => {
    const appliance = new Appliance({ carrier: "nothing" });
    const words = /returned nothing that carries the session, .* answered with HTTP 401\. .*sessionHeader/u;
    await fails(appliance.call(), CredentialsError, words);
    expect(appliance.logins).toBe(1);
  });

  test("F59: that nothing carries is not opened again if no answer has shown that it works", async () => {
    const appliance = new Appliance({ carrier: "address", status: 300 });
    await appliance.call();
    appliance.end();
    await expect(appliance.call()).rejects.toThrow("returned nothing that carries the session");
  });

  test("that nothing carries and that a pause has ended is explained with the pause", async () => {
    const appliance = new Appliance({ carrier: "nothing", refusal });
    await story(appliance, "open");
    appliance.now = 4.5 * MINUTE;
    await expect(appliance.call()).rejects.toThrow(
      "was answered with an error (HTTP 200) after 4 minutes without a request",
    );
  });

  test("reports that a request was sent again, in whichever session", async () => {
    const appliance = new Appliance();
    expect(await appliance.call()).not.toHaveProperty("repeated");
    appliance.end();
    appliance.isRepeated = true;
    expect(await appliance.call()).toMatchObject({ status: 200, repeated: true });
    expect(await appliance.call()).not.toHaveProperty("repeated");
  });

  test("is opened again for a call that a logout overtakes", async () => {
    const appliance = new Appliance({ latencyMs: 20 });
    await appliance.session.open();
    const late = appliance.works();
    await turn();
    appliance.session.forget();
    appliance.end();
    await late;
  });

  test("ages by the clock of the process", async () => {
    const appliance = new Appliance({}, { clock: undefined as never });
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
