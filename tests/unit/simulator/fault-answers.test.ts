import { gunzipSync, inflateSync } from "node:zlib";
import { Agent, request } from "undici";
import type { BodyFault, FaultKind } from "../../../simulator";
import { eachTest } from "./support";

const context = eachTest();

beforeEach(async () => {
  await context.probe.login();
});

interface RawAnswer {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

/** The raw bytes of the answer to `version` under a fault. */
async function bytesUnder(kind: FaultKind): Promise<RawAnswer> {
  const { sim, probe } = context;
  const fault = sim.faults.add({ match: "version", kind });
  const agent = new Agent();
  const url = `${sim.replicator.url}/api/1/version`;
  const { statusCode, headers, body } = await request(url, { headers: probe.session, dispatcher: agent });
  const bytes = Buffer.from(await body.arrayBuffer());
  fault.remove();
  await agent.destroy();
  return { status: statusCode, headers, bytes };
}

const good = async (): Promise<Buffer> => (await bytesUnder({ headers: {} })).bytes;

describe("faults of the body", () => {
  test.each([
    ["emptyBody", ""],
    ["nullBody", "null"],
    ["arrayBody", "[]"],
  ] as [BodyFault, string][])(
    "%s: the body is %j, and the log records an applied request with an error as its result",
    async (kind, text) => {
      const { bytes, headers } = await bytesUnder(kind);
      expect(bytes.toString()).toBe(text);
      expect(headers["content-length"]).toBe(String(text.length));
      expect(context.sim.requests.where({ action: "version" })).toMatchObject([{ applied: true, result: "error" }]);
    },
  );

  test("bom: a byte order mark before the JSON", async () => {
    const { bytes } = await bytesUnder("bom");
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3)).toEqual(await good());
  });

  test("nul: a NUL byte inside the JSON; latin1: a letter that is not UTF-8", async () => {
    expect([...(await bytesUnder("nul")).bytes]).toContain(0);
    const { bytes } = await bytesUnder("latin1");
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow(/not valid for encoding utf-8/u);
    expect(JSON.parse(bytes.toString("latin1"))).toMatchObject({ note: "caf\u00e9", apiversion: 1 });
  });

  test("deepJson: a member nested 100,000 deep", async () => {
    const { bytes } = await bytesUnder("deepJson");
    expect(bytes.toString()).toContain("[".repeat(100_000) + "]".repeat(100_000));
    expect(bytes.toString()).toContain('"apiversion":1');
  });

  test("duplicateKeys: the first key is repeated with another value", async () => {
    const { bytes } = await bytesUnder("duplicateKeys");
    expect(bytes.toString().match(/"apiversion":/gu)).toHaveLength(2);
    expect(JSON.parse(bytes.toString())).toHaveProperty("apiversion", null);
  });

  test("hostileKeys: __proto__, constructor and prototype as own members, at the top and one level below", async () => {
    const fault = context.sim.faults.add({ match: "/show/[entity]/[filter]", kind: "hostileKeys" });
    const { text } = await context.probe.raw("show/collectors/0");
    fault.remove();
    const answer = JSON.parse(text) as { collector: object };
    for (const level of [answer, answer.collector]) {
      for (const key of ["__proto__", "constructor", "prototype"]) expect(Object.hasOwn(level, key)).toBe(true);
    }
    expect(answer.collector).toHaveProperty(["192.0.2.10", "threshold"], 5000);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("otherName: the answer names another object", async () => {
    context.sim.faults.add({ appliance: "gateway", kind: "otherName" });
    const saved = await context.probe.ipGroups("saveRule", { new_fc: "Paris", added: [] });
    expect(saved).toMatchObject({ fc_name: "Paris (another)", fc_id: expect.any(Number) as number });
    const users = { users: [{ name: "jo", pass: "x", membership: [] }] };
    expect(await context.probe.users("createUser", users)).toMatchObject({ data: [{ name: "jo (another)" }] });
    expect(context.sim.gateway.store.ipGroupsNamed("Paris")).toHaveLength(1);
  });

  test("rewriteText: the text that a function returns for the original text", async () => {
    const { bytes } = await bytesUnder({ rewriteText: (text) => text.replace('"apiversion":1', '"apiversion":1e3') });
    expect(JSON.parse(bytes.toString())).toHaveProperty("apiversion", 1000);
  });
});

describe("faults of encoding and length", () => {
  test("encodings: the body is encoded with one encoding after the other, as Content-Encoding says", async () => {
    const { bytes, headers } = await bytesUnder({ encodings: ["deflate", "gzip"] });
    expect(headers["content-encoding"]).toBe("deflate, gzip");
    expect(inflateSync(gunzipSync(bytes))).toEqual(await good());
    const chain = Array.from({ length: 1000 }, () => "gzip" as const);
    const long = await bytesUnder({ encodings: chain });
    expect(String(long.headers["content-encoding"]).split(", ")).toHaveLength(1000);
  });

  test("gzipBomb: a small body that becomes many megabytes", async () => {
    const { bytes, headers } = await bytesUnder({ gzipBomb: { megabytes: 20 } });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(bytes.length).toBeLessThan(30_000);
    expect(gunzipSync(bytes).length).toBe(20 * 1024 * 1024);
  });

  test("padMegabytes: that many megabytes of blanks after the JSON, with a matching length", async () => {
    const { bytes, headers } = await bytesUnder({ padMegabytes: 3 });
    const json = await good();
    expect(bytes.length).toBe(json.length + 3 * 1024 * 1024);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(json.toString()));
  });
});

describe("faults that refuse or lose something", () => {
  const date = new Date(Date.UTC(2030, 0, 1));

  test.each([
    ["busy", 503, undefined],
    [{ busy: { status: 429 } }, 429, undefined],
    [{ busy: { retryAfter: 2 } }, 503, "2"],
    [{ busy: { retryAfter: 86_400 } }, 503, "86400"],
    [{ busy: { retryAfter: -1 } }, 503, "-1"],
    [{ busy: { retryAfter: "soon" } }, 503, "soon"],
    [{ busy: { retryAfter: date } }, 503, "Tue, 01 Jan 2030 00:00:00 GMT"],
  ] as [FaultKind, number, string | undefined][])(
    "%j: %d with Retry-After %s, not applied",
    async (kind, status, hint) => {
      const answer = await bytesUnder(kind);
      expect(answer.status).toBe(status);
      expect(answer.headers["retry-after"]).toBe(hint);
      expect(context.sim.requests.where({ action: "version" })).toMatchObject([{ applied: false }]);
    },
  );

  test("refuseItems: only the matching items of a request fail", async () => {
    const { probe, sim } = context;
    sim.faults.add({ match: /^user_api/, kind: { refuseItems: /B/, words: "disk full" } });
    const usergroups = ["A", "B", "C"].map((name) => ({ name, template_usergroup: 2, users: [] }));
    const groups = (await probe.users("createUsergroup", { usergroups })) as { data: unknown[] };
    expect(groups.data).toMatchObject([{ name: "A" }, { name: "B", error: "disk full" }, { name: "C" }]);
    const users = ["uA", "uB"].map((name) => ({ name, pass: "x", membership: [] }));
    expect(await probe.users("createUser", { users })).toMatchObject({
      data: [
        { name: "uA", id: expect.any(Number) as number },
        { name: "uB", error: "disk full" },
      ],
    });
    expect([...sim.gateway.store.userGroups.values()].map(({ name }) => name)).toEqual([
      "Administrators",
      "Guests",
      "A",
      "C",
    ]);
    expect(sim.gateway.store.userNamed("uB")).toBeUndefined();
    const add = ["A", "C"].map((usergroup_name) => ({ user_name: "uA", usergroup_name }));
    sim.faults.clear();
    sim.faults.add({ kind: { refuseItems: /usergroup C/ } });
    const { data } = (await probe.users("membership", { membership: { add } })) as { data: { added: string[] } };
    expect(data.added).toEqual(["User uA added to usergroup A", expect.stringMatching(/^User uA could not be added/u)]);
    expect(sim.gateway.store.userNamed("uA")?.userGroups.size).toBe(1);
  });

  test("loseRules: the last rules are not stored, and are missing from added and total in the answer", async () => {
    context.sim.faults.add({ match: "ipgroups/saveRule", kind: { loseRules: 2 }, times: 1 });
    const added = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map((address) => ({ type: "ip", address }));
    const saved = await context.probe.ipGroups("saveRule", { new_fc: "Paris", added });
    expect(saved).toMatchObject({ added: [{ sip: "10.0.0.1" }], total: 1 });
    expect(context.sim.gateway.store.ipGroupsNamed("Paris")[0]?.rules.size).toBe(1);
  });

  test("expireSessions: all sessions end just before the request, which is refused like any without a session", async () => {
    context.sim.faults.add({ match: "profile/disable", kind: "expireSessions", times: 1 });
    expect((await context.probe.raw("profile/disable/legacy-netops")).status).toBe(401);
    expect(context.sim.replicator.openSessions).toBe(0);
    expect(context.sim.replicator.store.profiles.get("legacy-netops")?.enabled).toBe(true);
    await context.probe.login();
    expect((await context.probe.raw("profile/disable/legacy-netops")).status).toBe(200);
  });

  test("dropHeaders: a login that is answered without its cookie begins a session that the client cannot use", async () => {
    context.sim.faults.add({ match: "login", kind: { dropHeaders: ["Set-Cookie"] } });
    context.probe.session = {};
    const reply = await context.probe.login();
    expect(reply.body).toHaveProperty("result", "success");
    expect(reply.headers).not.toHaveProperty("set-cookie");
    expect((await context.probe.raw("version")).status).toBe(401);
  });
});
