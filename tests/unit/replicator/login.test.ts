import { createHash } from "node:crypto";
import { inspect } from "node:util";
import type { ApplianceError } from "../../../provider/errors/errors";
import { Secret, passwordHash } from "../../../provider/values/secret";
import { answer, credentialsRefused, fails, rawServer, refused, rejection } from "../http/support";
import type { ReplicatorOptions } from "../../../provider/replicator/client";
import { clientAt, clientOf, simulator } from "./support";

describe("the password at login", () => {
  test.each<[password: string, hash: string]>([
    [
      "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ],
    ["pässwörd", createHash("sha512").update(Buffer.from("pässwörd", "utf8")).digest("hex")],
  ])("%j is sent as a hash in lower-case hex: %s", (password, hash) => {
    expect(passwordHash(new Secret(password)).reveal()).toBe(hash);
  });

  const own = "a password";
  type Encoding = "sha512" | "plain";
  test.each<[accepts: Encoding, options: Partial<ReplicatorOptions> & { password?: string }, isAccepted?: boolean]>([
    ["sha512", {}],
    ...["pässwörd", "🔑🔑", "x".repeat(1024), '"\\'].map((password): [Encoding, object] => ["sha512", { password }]),
    ["plain", { passwordEncoding: "plain" }],
    ["plain", {}, false],
  ])("is sent to an appliance that accepts %s as the options say: %j", async (accepts, options, isAccepted = true) => {
    const password = options.password ?? own;
    const sim = await simulator({ switches: { passwordEncoding: accepts }, replicator: { password } });
    const version = clientOf(sim, options).call("/version");
    if (isAccepted) expect((await version).apiversion).toBe(1);
    else await fails(version, credentialsRefused);
  });

  test("is sent as a hash in the body of one POST and nowhere else", async () => {
    const server = await rawServer((socket, _request, index) => {
      const body = index === 0 ? '{"result":"success","path":"Login succeeded"}' : '{"result":"success"}';
      socket.write(answer(body, { headers: ["set-cookie: sid=1; Path=/api/1/"] }));
    });
    await clientAt(server.url).call("/rebuild");
    expect(server.requests[0]).toMatch(/^POST \/api\/1\/login\/ HTTP\/1\.1\r\n/u);
    expect(server.requests[0]).toMatch(/\r\ncontent-type: application\/json\r\n/u);
    const hash = passwordHash(new Secret("test-password-1")).reveal();
    expect(server.requests[0]?.split("\r\n\r\n")[1]).toBe(JSON.stringify({ user: "admin", passwd: hash }));
    expect(server.requests[1]).not.toContain(hash);
    expect(server.requests[1]).toMatch(/\r\ncookie: sid=1\r\n/u);
  });
});

describe("a refused login", () => {
  test("is tried only once by a client, and all callers get the same error", async () => {
    const sim = await simulator();
    const password = "canary-wrong-password";
    const client = clientOf(sim, { password });
    const errors = await Promise.all(Array.from({ length: 50 }, () => rejection(client.call("/show/status"))));
    errors.push(await rejection(client.call("/rebuild")));
    expect(new Set(errors).size).toBe(1);
    const [error] = errors as [Error];
    expect(error).toMatchObject({ details: { credentials: true, status: 200 } });
    const { advice } = (error as ApplianceError).details;
    const once = "It is not tried again, because appliances lock users out";
    expect(error.message).toContain(`. ${once}`);
    expect(typeof advice === "function" && advice((key) => `set ${key}`)).toMatch(
      /^It is not tried again.* Set set user\nset password$/u,
    );
    for (const words of ["Login failed", "flowgate:replicator.password", "--run-program"]) {
      expect(error.message).toContain(words);
    }
    const hash = passwordHash(new Secret(password)).reveal();
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(new RegExp(`${password}|${hash}`, "u"));
    expect(sim.requests.count()).toBe(1);
    expect((await clientOf(sim).call("/version")).apiversion).toBe(1);
  });

  test("on release 20 says that this release removed the API", async () => {
    const sim = await simulator({ switches: { release: 20 } });
    const words = "releases 18 and 19 of the appliance and was removed in 20";
    const error = await fails(clientOf(sim).call("/version"), refused, words);
    expect(error).toMatchObject({ details: { forAll: true }, words: "there is no login (HTTP 404)" });
  });

  test.each([
    ["a busy appliance", { status: 503 }],
    ["a choice of pages", { status: 300 }],
    ["a redirect", { status: 302, headers: { location: "https://other.example/" } }],
    ["a wrong method", { status: 405 }],
    ["a page", "html" as const],
    ["a reset", "resetBeforeApply" as const],
  ])(
    "by %s does not count as a wrong password, nothing was sent, and the next call tries again",
    async (_name, kind) => {
      const sim = await simulator();
      const client = clientOf(sim);
      const fault = sim.faults.add({ match: "login", kind });
      const error = await rejection(client.call("/rebuild"));
      expect(error).not.toMatchObject(credentialsRefused);
      expect(error).toMatchObject({ effect: "none" });
      expect([...new Set(sim.requests.verbs())]).toEqual(["login"]);
      fault.remove();
      expect((await client.call("/version")).apiversion).toBe(1);
    },
  );
});

test("the deprecated login is used with legacyLogin, and causes a warning", async () => {
  const sim = await simulator();
  const warnings: string[] = [];
  const client = clientOf(sim, { legacyLogin: true, warn: (text) => warnings.push(text) });
  await client.call("/version");
  expect(sim.requests.where({ kind: "session" }).map(({ action }) => action)).toEqual(["/login/[sha2]"]);
  expect(warnings).toEqual([expect.stringContaining("legacyLogin is on for 127.0.0.1") as string]);
  expect(warnings[0]).not.toContain(passwordHash(new Secret(sim.replicator.password)).reveal());
});

test("login and logout open and close one session, and logout without a session sends nothing", async () => {
  const sim = await simulator();
  const client = clientOf(sim);
  expect(await client.logout()).toBeUndefined();
  expect(sim.requests.count()).toBe(0);
  expect(await client.login()).toEqual({ result: "success", path: "Login succeeded" });
  await client.login();
  expect(sim.requests.count()).toBe(1);
  expect(await client.logout()).toEqual({ result: "success", path: "Logout succeeded" });
  expect(sim.replicator.openSessions).toBe(0);
  await client.call("/version");
  expect(sim.requests.verbs()).toEqual(["login", "logout", "login", "version"]);
});
