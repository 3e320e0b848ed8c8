import { readFileSync, writeFileSync } from "node:fs";
import { Configuration } from "../../../provider/config/configuration";
import { Functions } from "../../../provider/functions/functions";
import { Recorder } from "../../../provider/recorded/recorder";
import { snapshotIn } from "../../../provider/recorded/format";
import { SiteSnapshot, snapshotAt } from "../../../provider/recorded/site-snapshot";
import { Secret } from "../../../provider/values/secret";
import type { RequestSpec } from "../../../provider/http/request";
import { extrasIn } from "../../../lib/site/record";
import type { Simulator } from "../../../simulator";
import { configFor } from "../../support/configuration";
import { leaksIn } from "../../support/leaks";
import { simulator } from "../gateway/support";
import { closeAll, messageOf } from "../http/support";
import { fileOf, offline, rawOf, recorded, snapshotOf } from "./support";

afterEach(closeAll);

const offlineFunctions = (sim: Simulator, path: string): Functions => new Functions(() => offline(sim, path), {});
const liveFunctions = (sim: Simulator): Functions => new Functions(() => rawOf(configFor(sim)), {});

const withoutArguments = [
  ...(["getIpGroups", "getReplicatorVersion", "getLicense", "getReplicatorConfig", "getProfiles"] as const),
  ...(["getCollectors", "getExporters", "getAlarms", "getAssets", "getSettings", "getUnassignedExporters"] as const),
  ...(["testSecondary", "getStatus"] as const),
];

/** Calls each function except reports, with arguments that every snapshot can answer. */
async function allOf(functions: Functions): Promise<Record<string, unknown>> {
  const [group] = await functions.getIpGroups({});
  const results: Record<string, unknown> = {
    byName: await functions.getIpGroup({ name: group?.name ?? "" }),
    byId: await functions.getIpGroup({ id: group?.id ?? "" }),
  };
  for (const name of withoutArguments) results[name] = await functions[name]({});
  await functions.leave();
  return results;
}

describe("functions that are answered from a snapshot", () => {
  test.each(["fc_id", "id"] as const)(
    "return the appliances' results without a request and without credentials; groups by the field %s",
    async (loadRulesField) => {
      const sim = await simulator({ switches: { loadRulesField } });
      sim.gateway.store.addIpGroup('Zürich "West"', [{ type: "ip", address: "192.0.2.1" }]);
      sim.gateway.store.addIpGroup("Nothing", []);
      const live = await allOf(liveFunctions(sim));
      const path = await snapshotOf(sim);
      sim.requests.clear();
      const functions = offlineFunctions(sim, path);
      expect(await allOf(functions)).toEqual(live);
      expect((await functions.getIpGroup({ name: "Nothing" })).rules).toEqual([]);
      expect((await functions.getIpGroup({ name: 'Zürich "West"' })).rules).toHaveLength(1);
      expect(sim.requests.count()).toBe(0);
    },
  );

  test("say in one sentence what the snapshot does not contain, and how to record it", async () => {
    const sim = await simulator();
    const path = await snapshotOf(sim);
    const functions = offlineFunctions(sim, path);
    const lacking = (what: string): string =>
      `holds no answer of the replicator ${new URL(sim.replicator.url).host} to ${what}`;
    expect(await messageOf(functions.getCollectors({ filter: "it's" }))).toContain(
      `${lacking("show/collectors/it's")}. Record it: flowgate snapshot ${path} --filter 'it'\\''s'`,
    );
    expect(await messageOf(functions.resolveName({ address: "192.0.2.1" }))).toMatch(/--address 192\.0\.2\.1$/u);
    expect(await messageOf(functions.getIpGroups({ match: "Lo" }))).toMatch(/ipgroups\/search .* --search Lo$/u);
    expect(await messageOf(functions.getIpGroup({ name: "Nowhere" }))).toContain('unknown IP group "Nowhere"');
    const report = { type: "applications", dateRange: "Last24Hours" } as unknown as Parameters<
      Functions["runReport"]
    >[0];
    expect(await messageOf(functions.runReport(report))).toContain("a snapshot holds no reports");
  });

  test("return the extra answers that were recorded on request, and a recording shows which extras it has", async () => {
    const sim = await simulator();
    const extras = { filters: ["10.1", "a/b"], searches: ["Lo"], addresses: ["192.0.2.1"] };
    const appliances = await recorded(sim, extras);
    expect(extrasIn(appliances)).toEqual(extras);
    const live = liveFunctions(sim);
    const expected = [await live.getExporters({ filter: "10.1" }), await live.getIpGroups({ match: "Lo" })];
    const functions = offlineFunctions(sim, await snapshotOf(sim, extras));
    expect([await functions.getExporters({ filter: "10.1" }), await functions.getIpGroups({ match: "Lo" })]).toEqual(
      expected,
    );
    expect(await functions.resolveName({ address: "192.0.2.1" })).toMatchObject({ address: "192.0.2.1" });
    await live.leave();
  });
});

describe("a snapshot file", () => {
  test("contains no credential, session or header, even if an appliance repeats them", async () => {
    const sim = await simulator();
    const { token } = sim.gateway;
    const { password, user } = sim.replicator;
    for (const secret of [token, password]) sim.gateway.store.addIpGroup(`leak ${secret}`, []);
    sim.replicator.store.changeByHand(() => {
      sim.replicator.store.settings.set("smtpPassword", { value: "canary-of-a-setting", enabled: true });
    });
    const path = await snapshotOf(sim);
    const text = readFileSync(path, "utf8");
    expect(leaksIn([text])).toEqual([]);
    for (const part of [token, password, "canary-of-a-setting", "authToken", "cookie", "login", "logout"]) {
      expect(text.toLowerCase()).not.toContain(part.toLowerCase());
    }
    expect(text).not.toContain(`"${user}"`);
    expect(text).toContain("leak [secret]");
    // Other readable parts of a setting are kept.
    expect(JSON.stringify(await offlineFunctions(sim, path).getSettings({}))).toContain("flowStopAlert");
  });

  test.each([
    { shape: "values by names", body: { communityString: { val: "canary-1", on: true } } },
    { shape: "nested values", body: { smtp: { token: { now: ["canary-2", 4711], before: { text: "canary-3" } } } } },
    { shape: "a named value", body: { all: [{ name: "snmpCommunity", value: { text: "canary-4" }, on: 1 }] } },
    { shape: "a plain member", body: { all: { password: "canary-5", size: 12 } } },
  ])("F183: contains no text or number below the name of a credential: $shape", async ({ body }) => {
    const recorder = new Recorder();
    const request = { operation: "read", action: "/show/settings/0", path: "/api/1/show/settings/0" } as RequestSpec;
    await recorder.layer(() => Promise.resolve({ status: 200, headers: {}, text: JSON.stringify(body) }))(request);
    const text = JSON.stringify(recorder.answers);
    expect(text).toContain("[removed]");
    expect(text).not.toMatch(/canary|4711/u);
    expect(Object.keys(recorder.answers[0]?.json ?? {})).toEqual(Object.keys(body));
  });

  test("F183: with a time of recording in the future is refused", async () => {
    const sim = await simulator();
    const file = JSON.parse(readFileSync(await snapshotOf(sim), "utf8")) as { appliances: { recorded: string }[] };
    const ahead = (ms: number): string =>
      JSON.stringify({
        ...file,
        appliances: file.appliances.map((one) => ({ ...one, recorded: new Date(Date.now() + ms).toISOString() })),
      });
    expect(() => snapshotIn(ahead(3_600_000), "site.json")).toThrow(
      /^site\.json says that the \w+ http\S+ was recorded at \S+, which is in the future\. Check the clock/u,
    );
    expect(snapshotIn(ahead(0), "site.json").appliances).toHaveLength(2);
  });

  test("is the same for equal answers at different times", async () => {
    const sim = await simulator();
    const plain = async (): Promise<string> =>
      JSON.stringify((await recorded(sim)).map(({ recorded: _, ...rest }) => rest)).replace(/"time":\d+/gu, "");
    expect(await plain()).toBe(await plain());
  });

  test("keeps the last answer to a read, even if it is not JSON, and no answer to a change", async () => {
    const recorder = new Recorder();
    new Secret("canary-in-a-page");
    let count = 0;
    const send = recorder.layer(async () => ({
      status: 200,
      headers: { "content-type": "text/html", "set-cookie": "sid=canary-session", "x-session": "canary-session" },
      text: `<p>canary-in-a-page ${String((count += 1))}</p>`,
    }));
    const request = (operation: RequestSpec["operation"], path: string): RequestSpec => ({
      action: "/version",
      operation,
      method: "GET",
      path,
      headers: { cookie: "sid=canary-session" },
    });
    await send(request("read", "/api/1/version"));
    await send(request("read", "/api/1/version"));
    await send(request("converging", "/api/1/rebuild"));
    expect(recorder.answers).toEqual([
      {
        action: "/version",
        fields: { path: "/api/1/version" },
        status: 200,
        type: "text/html",
        text: "<p>[secret] 2</p>",
      },
    ]);
  });

  test.each([
    ["empty", "", "is empty, so it is not a file that flowgate snapshot wrote"],
    ["truncated", "{", "is not JSON, so it is not a file"],
    ["a list", "[]", "is not a file that flowgate snapshot wrote"],
    ["ambiguous", `{"snapshot":"flowgate","snapshot":"flowgate"}`, "has the same key twice in one object"],
    [
      "of a later format",
      `{"snapshot":"flowgate","format":2}`,
      "has format 2, and this version of pulumi-flowgate reads format 1",
    ],
    ["without a format", `{"snapshot":"flowgate"}`, "has format undefined"],
    [
      "of the wrong form",
      `{"snapshot":"flowgate","format":1,"version":"1","appliances":{}}`,
      "cannot be read at $.appliances",
    ],
    [
      "changed by hand",
      `{"snapshot":"flowgate","format":1,"version":"1","appliances":[{"kind":"gateway","url":"https://a/","recorded":"yesterday","answers":[]}]}`,
      "cannot be read at $.appliances.0.recorded",
    ],
    [
      "for a URL with a password",
      `{"snapshot":"flowgate","format":1,"version":"1","appliances":[{"kind":"gateway","url":"https://u:p@a/","recorded":"2026-01-01T00:00:00Z","answers":[]}]}`,
      "cannot be read at $.appliances.0.url",
    ],
    ["of a forged version", `{"snapshot":"flowgate","format":1,"version":"1\\n2","appliances":[]}`, "at $.version"],
    ["nested too deeply", `${"[".repeat(5000)}${"]".repeat(5000)}`, "is nested deeper than"],
  ])("that is %s is refused in one sentence", (_, text, words) => {
    const path = fileOf(text);
    expect(() => snapshotAt(path)).toThrow(words);
    const [fault = "", ...others] = new Configuration({ snapshot: path }, {}).allProblems();
    expect([fault.startsWith(`configuration flowgate:snapshot: ${path} `), others]).toEqual([true, []]);
  });

  test("that does not exist is reported with the command that records it", () => {
    const faults = new Configuration({}, { FLOWGATE_SNAPSHOT: "/nowhere/site.json" }).allProblems();
    expect(faults).toEqual([
      "environment FLOWGATE_SNAPSHOT: /nowhere/site.json cannot be read (ENOENT). Record it: flowgate snapshot /nowhere/site.json",
    ]);
  });

  test("of another appliance answers nothing, but one of a former URL does", async () => {
    const [sim, other] = [await simulator(), await simulator()];
    const path = await snapshotOf(sim);
    const way = { allowHttp: true };
    const elsewhere = (formerUrls: string[]): Functions =>
      new Functions(() => rawOf({ gateway: { url: other.gateway.url, ...way, formerUrls }, snapshot: path }), {});
    expect(await messageOf(elsewhere([]).getIpGroups({}))).toBe(
      `the snapshot ${path} holds nothing from the gateway ${other.gateway.url}/: it was recorded from the gateway ` +
        `${sim.gateway.url}/. Record it: flowgate snapshot ${path}`,
    );
    expect((await elsewhere([sim.gateway.url]).getIpGroups({})).length).toBeGreaterThan(0);
    expect(other.requests.count()).toBe(0);
  });

  test("says how old its oldest recording is", () => {
    const recordedAt = (recorded: string): object => ({
      kind: "gateway",
      url: `https://${recorded.length}/`,
      recorded,
      answers: [],
    });
    const times = ["2026-01-03T10:00:00.000Z", "2026-01-01T08:30:00Z"];
    const text = JSON.stringify({
      snapshot: "flowgate",
      format: 1,
      version: "1.2.3",
      appliances: times.map(recordedAt),
    });
    const notice = (now: string): string =>
      new SiteSnapshot("a.json", snapshotIn(text, "a.json")).notice(Date.parse(now));
    expect(notice("2026-01-04T08:31:00Z")).toBe(
      "this preview reads the snapshot a.json (recorded 2026-01-01 08:30 UTC, 3 days ago, by pulumi-flowgate " +
        "1.2.3), and contacts no appliance.",
    );
    expect(notice("2026-01-01T09:31:00Z")).toContain("1 hour ago");
    expect(notice("2026-01-01T08:31:00Z")).toContain("less than an hour ago");
  });

  test("that was recorded again is read again", async () => {
    const sim = await simulator();
    const first = readFileSync(await snapshotOf(sim), "utf8");
    const path = fileOf(first);
    const before = snapshotAt(path);
    expect(snapshotAt(path)).toBe(before);
    writeFileSync(path, first.replace("0.0.0-test", "0.0.0-later"));
    expect(snapshotAt(path)).not.toBe(before);
  });
});
