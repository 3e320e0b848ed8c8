import { CredentialsError, RefusedError, ReplyError, UnknownOutcomeError } from "../../../provider/errors/errors";
import { commandPath, type Command } from "../../../provider/replicator/commands";
import { otherOperations } from "../../../provider/errors/operation-names";
import { replicatorPaths, type Switches } from "../../../simulator";
import { answer, closeAll, rawServer, rejection } from "../http/support";
import { clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

const site: Command[] = [
  { verb: "profile/add", name: "site one", listeningPort: 2055, sendingPort: 2056 },
  { verb: "profile/update", name: "site one", listeningPort: 3055, sendingPort: 3056 },
  { verb: "profile/singularity", name: "site one", singularity: true },
  { verb: "profile/disable", name: "site one" },
  { verb: "profile/enable", name: "site one" },
  { verb: "collector/add", address: "10.0.0.1", profile: "site one" },
  { verb: "collector/threshold", address: "10.0.0.1", threshold: 500 },
  { verb: "exporter/add", address: "10.0.0.2", profile: "site one" },
  { verb: "policies/add", network: "10.0.0.0", prefix: 8, profile: "site one", kind: "include" },
  { verb: "notate/profile", profile: "site one", description: "100% & more; a+b=c?" },
  { verb: "notate/ip", address: "10.0.0.1", description: "main" },
  { verb: "setting/set", name: "notificationSent", value: "10.9.9.9 514" },
  { verb: "setting/enable", name: "notificationSent" },
  { verb: "profile/rename", current: "site one", name: "site two" },
];

describe("commands against the simulated replicator", () => {
  test("take effect on the replicator", async () => {
    const sim = await simulator({ foreign: false });
    const client = clientOf(sim);
    for (const command of site) {
      const { result, description } = await client.execute(command);
      expect(result).toBe("success");
      expect(description).toMatch(/^Success/u);
    }
    const profile = sim.replicator.store.profiles.get("site two");
    expect(profile).toMatchObject({ listeningPort: 3055, sendingPort: 3056, singularity: true, enabled: true });
    expect(profile?.description).toBe("100% & more; a+b=c?");
    expect([...(profile?.collectors ?? [])]).toEqual(["10.0.0.1"]);
    expect(sim.requests.count({ kind: "session" })).toBe(1);
    expect(sim.requests.count({ kind: "write" })).toBe(site.length);
  });

  test("are client methods by area, and opposite commands undo each other", async () => {
    const sim = await simulator({ foreign: false });
    const before = sim.snapshot({ withoutNotesAndPreferences: true });
    const { profile, collector, exporter, policies, notate, setting } = clientOf(sim);
    const pair = { profile: "p", address: "10.0.0.1" };
    const policy = { network: "10.0.0.0", prefix: 8, profile: "p", kind: "exclude" } as const;
    await profile.add({ name: "a", listeningPort: 2055, sendingPort: 2056 });
    await profile.rename({ current: "a", name: "p" });
    await profile.update({ name: "p", listeningPort: 2057, sendingPort: 2058 });
    await profile.singularity({ name: "p", singularity: true });
    await profile.disable("p");
    await profile.enable("p");
    await collector.add(pair);
    await collector.threshold({ address: "10.0.0.1", threshold: 9 });
    await exporter.add(pair);
    await policies.add(policy);
    await notate.ip({ address: "10.0.0.1", description: "x" });
    await notate.profile({ profile: "p", description: "y" });
    await setting.set({ name: "flowStopAlert", value: "71" });
    await setting.set({ name: "flowStopAlert", value: "70" });
    await setting.disable("pingCollectors");
    await setting.enable("pingCollectors");
    await policies.remove(policy);
    await collector.remove(pair);
    await collector.add(pair);
    await collector.allremove("10.0.0.1");
    await exporter.remove(pair);
    await exporter.add(pair);
    await exporter.allremove("10.0.0.1");
    await profile.remove("p");
    expect(sim.snapshot({ withoutNotesAndPreferences: true })).toBe(before);
  });

  test("F62: fail with the appliance's error text if it refuses them", async () => {
    const sim = await simulator();
    const error = await rejection(clientOf(sim).profile.enable("nobody"));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ action: "/profile/enable/[name]", status: 200, appliance: "replicator" });
    expect((error as Error).message).toContain("Profile nobody does not exist");
  });

  test("F123, F124, F129: transmit names as data", async () => {
    const sim = await simulator({ foreign: false });
    const { profile, show } = clientOf(sim);
    const names = [
      "%2e%2e",
      "a%2Fb",
      "a?b#c;d+e f&g=h",
      "a'b(c)*!",
      "__proto__",
      "constructor",
      "total",
      "null",
      "true",
      "0",
    ];
    for (const [index, name] of names.entries()) {
      await profile.add({ name, listeningPort: 2000 + index, sendingPort: 3000 });
    }
    expect([...sim.replicator.store.profiles.keys()]).toEqual(names);
    expect([...(await show.profile()).keys()].toSorted()).toEqual(names.toSorted());
    expect((await show.config()).api.profile.map((text) => decodeURIComponent(text.split("/")[5] ?? ""))).toEqual(
      names,
    );
  });

  test.each(["", ".", "..", "a\nb", "\u0085"])("F122, F125: are not sent with the name %j", async (name) => {
    const sim = await simulator();
    await expect(clientOf(sim).profile.enable(name)).rejects.toThrow("cannot be built");
    expect(sim.requests.count({ kind: "write" })).toBe(0);
  });

  test("use POST with commandMethod POST, and the error names the option if the method is wrong", async () => {
    const sim = await simulator({ switches: { commandMethod: "POST" } });
    const client = clientOf(sim, { commandMethod: "POST" });
    for (const command of site) await client.execute(command);
    expect((await client.show.config()).api.profile).toContain(
      commandPath({ verb: "profile/add", name: "site two", listeningPort: 3055, sendingPort: 3056 }),
    );
    const error = await rejection(clientOf(sim).rebuild());
    expect((error as Error).message).toContain("flowgate:replicator.commandMethod");
  });

  test("F120: fail on a secondary appliance with its error text", async () => {
    const sim = await simulator();
    sim.mutate.setRole("secondary");
    const client = clientOf(sim);
    expect(((await rejection(client.execute(site[0] as Command))) as Error).message).toContain("secondary");
    expect((await client.roleTestSecondary()).result).toBe("success");
  });
});

describe("other requests", () => {
  test("have a client method for every documented path", async () => {
    const sim = await simulator();
    const client = clientOf(sim);
    sim.mutate.raiseAlarm("collector", "192.0.2.10", 2055);
    expect((await client.acknowledge("collector", "192.0.2.10", 2055)).result).toBe("success");
    expect((await client.show.collectors()).get("192.0.2.10")?.acknowledged).toEqual([2055]);
    expect(await client.dnscheck("192.0.2.10")).toMatchObject({ addr: "192.0.2.10", name: "collector.example.net" });
    const unassigned = await client.exporter.noprofile();
    expect([...unassigned.keys()]).toEqual(["192.0.2.99"]);
    expect(unassigned.get("192.0.2.99")?.in_o_rate).toEqual(expect.any(String));
    expect((await client.licenseCheck()).role).toBe("primary");
    expect((await client.version()).apiversion).toBe(1);
    expect((await client.rebuild()).result).toBe("success");
    expect((await rejection(client.roleTestSecondary())) as Error).toBeInstanceOf(RefusedError);
  });

  test("use only documented path templates", () => {
    const documented = new Set(replicatorPaths.map(({ template }) => template));
    const shown = (template: string): string =>
      template.replace(/^\/show\/\w+\/\[filter\]$/u, "/show/[entity]/[filter]");
    for (const template of Object.keys(otherOperations)) {
      expect(documented.has(template) || documented.has(shown(template))).toBe(true);
    }
  });
});

describe("sessions against the simulated replicator", () => {
  test.each(["401", "403", "redirect", "error", "html"] as const)(
    "F52: that end with the answer %s are renewed by one login and one replay",
    async (expiredAnswer) => {
      const sim = await simulator({ switches: { expiredAnswer } });
      const client = clientOf(sim);
      await client.version();
      sim.expireSessions();
      sim.requests.clear();
      await client.profile.add({ name: "a", listeningPort: 2055, sendingPort: 2056 });
      expect(sim.requests.verbs()).toEqual(["profile/add", "login", "profile/add"]);
      expect(sim.replicator.store.profiles.has("a")).toBe(true);
    },
  );

  test.each<Partial<Switches>>([
    { sessionCarrier: "cookie" },
    { sessionCookies: "two" },
    { cookieExpiry: "future" },
    { sessionCarrier: "header" },
    { sessionCarrier: "sourceAddress" },
    { singleSession: true },
    { sessionExpiry: "idle" },
  ])("F58, F59: work with %j, and are renewed by one login", async (switches) => {
    const sim = await simulator({ switches });
    const client = clientOf(sim);
    await Promise.all(Array.from({ length: 10 }, () => client.show.config()));
    sim.expireSessions();
    await Promise.all(Array.from({ length: 10 }, () => client.show.config()));
    expect(sim.requests.count({ action: "login" })).toBe(2);
  });

  test.each<Partial<Switches>>([
    { cookieExpiry: "clockBehind" },
    { cookieExpiry: "datesBehind" },
    { cookieExpiry: "clockBehind", cookieChange: "everyAnswer" },
    { cookieExpiry: "clockBehind", sessionCookies: "two" },
  ])("F180: are opened once by an appliance whose clock is an hour behind, with %j", async (switches) => {
    const sim = await simulator({ switches });
    const client = clientOf(sim);
    await client.show.config();
    await client.profile.add({ name: "a", listeningPort: 2055, sendingPort: 2056 });
    expect(sim.requests.verbs()).toEqual(["login", "show/config", "profile/add"]);
  });

  test("F53: that end between two commands do not cause the first command to be repeated", async () => {
    const sim = await simulator();
    const client = clientOf(sim);
    await client.profile.add({ name: "a", listeningPort: 2055, sendingPort: 2056 });
    sim.expireSessions();
    await client.notate.profile({ profile: "a", description: "text" });
    expect(sim.requests.verbs({ kind: "write", result: "success" })).toEqual(["profile/add", "notate/profile"]);
  });

  test("F56: that end at every request cause an error about a taken session after 4 logins", async () => {
    const sim = await simulator();
    const client = clientOf(sim);
    sim.faults.add({ appliance: "replicator", match: "version", kind: { status: 401 } });
    const error = await rejection(client.version());
    expect(error).toBeInstanceOf(CredentialsError);
    expect((error as Error).message).toContain("session taken");
    expect(sim.requests.count({ action: "login" })).toBe(4);
    expect((await client.show.status()).version).toEqual(expect.any(String));
  });

  test("F61: are separate for two replicators in one process", async () => {
    const [one, two] = [await simulator(), await simulator()];
    const clients = [clientOf(one), clientOf(two)];
    await Promise.all(clients.map((client) => client.version()));
    await Promise.all(clients.map((client) => client.version()));
    for (const sim of [one, two]) expect(sim.requests.verbs()).toEqual(["login", "version", "version"]);
  });
});

describe("answers", () => {
  test.each([
    ["F9: reset after it was applied", "resetAfterApply" as const, UnknownOutcomeError],
    ["F10: truncated", "truncate" as const, UnknownOutcomeError],
    ["F13: 502", { status: 502 }, UnknownOutcomeError],
    ["F63: 500 with success", { status: 500, body: '{"result":"success"}' }, UnknownOutcomeError],
    ["F63: without result", { status: 200, body: "{}" }, ReplyError],
    ["F63: another word", { status: 200, body: '{"result":"fine"}' }, ReplyError],
    ["F63: true", { status: 200, body: '{"result":true}' }, ReplyError],
    ["F64: null", { status: 200, body: "null" }, ReplyError],
    ["F64: a list", { status: 200, body: "[]" }, ReplyError],
    ["F64: an empty body", { status: 200, body: "" }, ReplyError],
    ["F62: an error with 500", { status: 500, body: '{"result":"error","description":"no"}' }, RefusedError],
    ["a redirect elsewhere", { status: 302, headers: { location: "https://other.example/login" } }, RefusedError],
  ])("to a command cause an error and no repetition: %s", async (_name, kind, expected) => {
    const sim = await simulator({ faults: [{ match: /^\/rebuild/u, kind }] });
    const error = await rejection(clientOf(sim).rebuild());
    expect(error).toBeInstanceOf(expected);
    expect(sim.requests.count({ action: "rebuild" })).toBe(1);
  });

  test("F64: may begin with a byte order mark", async () => {
    const sim = await simulator({
      faults: [{ match: "rebuild", kind: { status: 200, body: '\ufeff{"result":"success"}' } }],
    });
    expect(await clientOf(sim).rebuild()).toEqual({ result: "success", description: undefined });
  });

  test("F46: that are still HTML pages after a new login are reported as such", async () => {
    const server = await rawServer((socket, request) => {
      const body = request.startsWith("POST") ? '{"result":"success"}' : "<html>Log in</html>";
      socket.write(answer(body, { headers: ["set-cookie: a=1"] }));
    });
    const error = await rejection(clientAt(server.url).version());
    expect((error as Error).message).toContain("the last time with a page in HTML");
  });
});
