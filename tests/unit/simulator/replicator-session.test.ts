import type { Switches } from "../../../simulator";
import { eachTest, refused, sha512 } from "./support";

const context = eachTest();

const MINUTE = 60_000;

const version = async (): Promise<number> => (await context.probe.raw("version")).status;

describe("login", () => {
  test("POST with user and the sha512 hex hash answers path and result, and a cookie", async () => {
    expect(await version()).toBe(401);
    const reply = await context.probe.login();
    expect(reply.body).toEqual({ path: "Login succeeded", result: "success" });
    expect(reply.headers["set-cookie"]).toMatch(/^session=[0-9a-f]{32}; Path=\/api\/1\/; HttpOnly$/u);
    expect(await version()).toBe(200);
  });

  test("a wrong hash, a wrong user, the plain password and a body of the wrong shape are refused", async () => {
    const { user, password } = context.sim.replicator;
    const error = { body: { path: expect.any(String) as string, result: "error" } };
    expect(await context.probe.login(sha512("wrong"))).toMatchObject({ status: 200, ...error });
    expect(await context.probe.login(sha512(password), "root")).toMatchObject(error);
    expect(await context.probe.login(password)).toMatchObject(error);
    const url = `${context.sim.replicator.url}/api/1/login/`;
    for (const body of ["", "{", "[]", JSON.stringify({ user, passwd: sha512(password), more: 1 })]) {
      expect(await context.probe.send(url, { method: "POST", body })).toMatchObject(error);
    }
    context.sim.switches.refusedLoginStatus = 401;
    expect(await context.probe.login("wrong")).toMatchObject({ status: 401, ...error });
    expect(await version()).toBe(401);
  });

  test("the deprecated GET with the hash in the path works until it is switched off, and its hash is not logged", async () => {
    const hash = sha512(context.sim.replicator.password);
    expect((await context.probe.raw(`login/${hash}`)).body).toHaveProperty("result", "success");
    expect((await context.probe.raw(`login/${sha512("wrong")}`)).body).toHaveProperty("result", "error");
    expect(JSON.stringify([...context.sim.requests])).not.toContain(hash);
    context.sim.switches.legacyLogin = false;
    expect((await context.probe.raw(`login/${hash}`)).status).toBe(404);
  });
});

type Story = [sentence: string, switches: Partial<Switches>, steps: string];

/** Logins, minutes that pass, and the statuses of `version` with the session of the n-th login, or without one. */
const stories: readonly Story[] = [
  ["ends 30 minutes after its start, even if it is in use", {}, "login, 29 min, 200, 1 min, 401"],
  ["ends 30 minutes after its last use", { sessionExpiry: "idle" }, "login, 29 min, 200, 29 min, 200, 30 min, 401"],
  ["stays open after a newer login", {}, "login, login, session 1, 200"],
  ["ends with a newer login", { singleSession: true }, "login, login, session 1, 401, session 2, 200"],
  ["may be carried by a header", { sessionCarrier: "header" }, "login, 200, session 0, 401"],
  ["may be the source address", { sessionCarrier: "sourceAddress" }, "401, login, session 0, 200"],
];

test.each(stories)("a session %s: %j", async (_sentence, switches, steps) => {
  const { probe, sim } = context;
  Object.assign(sim.switches, switches);
  const sessions: Record<string, string>[] = [{}];
  for (const step of steps.split(", ")) {
    const [what = "", number] = step.split(" ");
    if (what === "login") {
      const { headers } = await probe.login();
      expect("set-cookie" in headers).toBe(switches.sessionCarrier === undefined);
      sessions.push(probe.session);
    } else if (what === "session") probe.session = sessions[Number(number)] ?? {};
    else if (number === "min") sim.advanceClock(Number(what) * MINUTE);
    else expect(await version()).toBe(Number(what));
  }
  if (switches.sessionCarrier === "header") expect(Object.keys(sessions[1] ?? {})).toEqual(["x-session"]);
});

describe("session", () => {
  beforeEach(async () => {
    await context.probe.login();
  });

  test("ends with logout", async () => {
    const reply = await context.probe.raw("logout");
    expect(reply.body).toEqual({ path: "Logout succeeded", result: "success" });
    expect(await version()).toBe(401);
    expect(context.sim.replicator.openSessions).toBe(0);
  });

  test.each([
    ["401", { status: 401, body: { result: "error" } }],
    ["403", { status: 403, body: { result: "error" } }],
    ["redirect", { status: 302, headers: { location: "/login.html" } }],
    ["error", { status: 200, body: { result: "error" } }],
    ["html", { status: 200, headers: { "content-type": "text/html; charset=utf-8" } }],
  ] as const)(
    "is answered after its end as the switch expiredAnswer says: %s, and nothing is applied",
    async (form, answer) => {
      context.sim.switches.expiredAnswer = form;
      context.sim.expireSessions();
      const before = context.sim.snapshot();
      expect(await context.probe.raw("profile/add/x/3000/3000")).toMatchObject(answer);
      expect(context.sim.snapshot()).toBe(before);
    },
  );
});

describe("the carrier of a session", () => {
  test("may be two cookies, which must both be returned exactly as they were sent", async () => {
    context.sim.switches.sessionCookies = "two";
    await context.probe.login();
    expect(context.probe.session["cookie"]).toMatch(/^session=\w+; proof=\w+%0D%0A%3D$/u);
    expect(await version()).toBe(200);
    const [session, proof = ""] = (context.probe.session["cookie"] ?? "").split("; ");
    context.probe.session = { cookie: session ?? "" };
    expect(await version()).toBe(401);
    context.probe.session = { cookie: `${session}; ${decodeURIComponent(proof).replace(/\s/gu, "")}` };
    expect(await version()).toBe(401);
  });

  test("may be a cookie that changes with each answer; its last 32 values are valid", async () => {
    context.sim.switches.cookieChange = "everyAnswer";
    await context.probe.login();
    const first = context.probe.session;
    for (let i = 0; i < 32; i++) {
      const { headers, status } = await context.probe.raw("version");
      expect(status).toBe(200);
      context.probe.session = { cookie: String(headers["set-cookie"]).split(";")[0] ?? "" };
    }
    expect(context.sim.replicator.openSessions).toBe(1);
    const last = context.probe.session;
    context.probe.session = first;
    expect(await version()).toBe(401);
    context.probe.session = last;
    expect(await version()).toBe(200);
  });
});

/** Switches, method and path, and the HTTP status of the answer. */
const statuses: readonly (readonly [Partial<Switches>, "GET" | "POST" | "DELETE", path: string, status: number])[] = [
  ...["profile/explode/x", "collector/add/10.0.0.1", "show/everything/0", "rebuild/now", "rebuild/", "nothing"].map(
    (path) => [{}, "GET", path, 404] as const,
  ),
  [{}, "GET", "notate/ip/192.0.2.10/", 404],
  [{ decodeBeforeRouting: true }, "GET", "profile/remove/legacy%2Fnetops", 404],
  [{}, "GET", "profile/remove/%E0%A4%A", 400],
  [{ refusalStatus: 400 }, "GET", "profile/enable/nobody", 400],
  [{}, "GET", "login/", 405],
  [{}, "POST", "login/abc", 405],
  [{}, "POST", "rebuild", 405],
  [{ commandMethod: "POST" }, "GET", "rebuild", 405],
  [{ commandMethod: "POST" }, "POST", "rebuild", 200],
  [{ commandMethod: "either" }, "GET", "rebuild", 200],
  [{ commandMethod: "either" }, "POST", "rebuild", 200],
  [{ commandMethod: "either" }, "DELETE", "rebuild", 405],
  [{ plainHttp: "redirect" }, "GET", "version", 302],
  [{ release: 18 }, "GET", "version", 200],
  [{ release: 20 }, "GET", "version", 404],
];

test.each(statuses)("%j: %s of %s is answered with %d", async (switches, method, path, status) => {
  await context.probe.login();
  Object.assign(context.sim.switches, switches);
  expect((await context.probe.raw(path, method)).status).toBe(status);
});

test("a body is refused", async () => {
  await context.probe.login();
  context.sim.switches.commandMethod = "either";
  const url = `${context.sim.replicator.url}/api/1/rebuild`;
  const reply = await context.probe.send(url, { method: "POST", body: "x", headers: context.probe.session });
  expect(reply.body).toEqual(refused(/body/));
});
