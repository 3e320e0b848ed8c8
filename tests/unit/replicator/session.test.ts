import type { HttpReply, RequestSpec, Send } from "../../../provider/http/request";
import { Session } from "../../../provider/replicator/session";
import { fails } from "../http/support";

const MINUTE = 60_000;
const place = {
  appliance: "replicator",
  host: "rp.example",
  action: "/show/config",
  does: "reading",
  operation: "read",
} as const;
const change = { ...place, action: "/rebuild", operation: "converging" } as const;

const reply = (status: number, text = "", headers: HttpReply["headers"] = {}): HttpReply => ({
  ...{ status, text, headers, json: text.startsWith("{") ? JSON.parse(text) : undefined },
});
const done = reply(200, '{"result":"success"}');
const refused = reply(200, '{"result":"error","description":"Whatever"}');
afterEach(() => jest.restoreAllMocks());
const page = reply(200, "<html>Log in</html>");

/** A session whose logins set cookies `sid=1`, `sid=2`, and a clock that a test moves. */
function opened(header?: string, headers?: HttpReply["headers"]) {
  const state = { logins: 0, now: 0 };
  jest.spyOn(performance, "now").mockImplementation(() => state.now);
  const sent: RequestSpec["headers"][] = [];
  const left: HttpReply[] = [];
  const logIn: ConstructorParameters<typeof Session>[0] = () => {
    state.logins += 1;
    const own = headers ?? { "set-cookie": `sid=${state.logins}; Path=/` };
    return Promise.resolve({ reply: reply(200, "", own), answer: { result: "success", path: undefined } });
  };
  const send: Send = ({ headers: given }) => {
    sent.push(given);
    return Promise.resolve(left.shift() ?? done);
  };
  const session = new Session(logIn, send, header);
  const run = (answers: readonly HttpReply[], at = place as typeof change | typeof place): Promise<HttpReply> => {
    left.push(...answers);
    return session.run({ place: at, method: "GET", path: "/" });
  };
  return { session, state, sent, run };
}

test.each<[string, HttpReply, typeof place | typeof change]>([
  ["401", reply(401), place],
  ["401 to a change", reply(401), change],
  ["403", reply(403), place],
  ["a redirect", reply(302, "", { location: "/login" }), place],
  ["a page", page, place],
])("%s ends the session: one login more, and the request is sent once more", async (_name, answer, at) => {
  const { state, sent, run } = opened();
  await run([done]);
  expect(await run([answer, done], at)).toBe(done);
  expect([state.logins, sent.at(-1)]).toEqual([2, { cookie: "sid=2" }]);
});

test("a page that answers a change ends the session, and the change is not sent again", async () => {
  const { state, sent, run } = opened();
  await run([done]);
  expect(await run([page], change)).toBe(page);
  await run([done]);
  expect([state.logins, sent.length]).toEqual([2, 3]);
});

test.each([
  [3, "change", 1],
  [5, "change", 2],
  [3, "reading", 2],
])("a refusal in words after %d minutes, of a %s: %d logins", async (minutes, what, logins) => {
  const { state, run } = opened();
  await run([done]);
  state.now += minutes * MINUTE;
  const at = what === "change" ? change : place;
  await run([refused, refused], at);
  expect(state.logins).toBe(logins);
  // A reading that is always refused opens no more sessions.
  await run([refused], at);
  expect(state.logins).toBe(logins);
});

test("a session is renewed 27 minutes after its start, however it was used", async () => {
  const { state, run } = opened();
  for (const minute of [0, 10, 20, 26.9, 27.1]) {
    state.now = minute * MINUTE;
    await run([done]);
  }
  expect(state.logins).toBe(2);
});

test("requests in flight that notice the same ended session cause one login", async () => {
  const { state, run } = opened();
  await run([done]);
  await Promise.all([run([reply(401)]), run([reply(401)]), run([reply(401)])]);
  expect(state.logins).toBe(2);
});

test("a request that a new session does not help is one clear error", async () => {
  const { run, state } = opened();
  await fails(run([reply(403), reply(403)]), { details: { credentials: true } }, "name it in sessionHeader");
  expect(state.logins).toBe(2);
});

test("the header that is configured carries the session, and no other one", async () => {
  const { sent, run } = opened("X-Own", { "x-own": "secret-1", "x-session": "other" });
  await run([done]);
  expect(sent).toEqual([{ "x-own": "secret-1" }]);
});
