import { replicatorPaths } from "../../../simulator";
import { eachTest, refused, success, withSimulator } from "./support";

const context = eachTest();

beforeEach(async () => {
  await context.probe.login();
});

const send = (...segments: (string | number)[]): Promise<unknown> => context.probe.command(...segments);

/** Expects a refusal and that it changed nothing. */
async function expectRefused(words: RegExp, ...segments: (string | number)[]): Promise<void> {
  const before = context.sim.snapshot();
  expect(await send(...segments)).toEqual(refused(words));
  expect(context.sim.snapshot()).toBe(before);
}

test("every path of the document exists", () => {
  expect(replicatorPaths.map(({ template }) => template).sort()).toEqual(
    [
      "/login/",
      "/login/[sha2]",
      "/logout",
      "/acknowledge/[entity]/[ip:port]",
      "/collector/[action]/[ip]/[profile]",
      "/collector/allremove/[ip]",
      "/collector/threshold/[collector]/[threshold]",
      "/dnscheck/[ip]",
      "/exporter/[action]/[ip]/[profile]",
      "/exporter/allremove/[ip]",
      "/exporter/noprofile/[filter]",
      "/license/check",
      "/notate/[entity]/[identity]/[description]",
      "/policies/[action]/[network]/[cidr]/[profile]/[incexc]",
      "/profile/rename/[current]/[new]",
      "/profile/singularity/[name]/[action]",
      "/profile/[action]/[name]",
      "/profile/[action]/[name]/[listeningport]/[sendingport]",
      "/rebuild",
      "/role/test/secondary",
      "/setting/set/[name]/[value]",
      "/setting/[action]/[name]",
      "/show/config",
      "/show/status",
      "/show/realtime/[filter]",
      "/show/[entity]/[filter]",
      "/version",
    ].sort(),
  );
});

describe("profiles", () => {
  beforeEach(async () => {
    await send("profile", "add", "benchmark", 2055, 2056);
  });

  const profile = (name: string): unknown => context.sim.replicator.store.profiles.get(name);

  test("absent -> enabled by add, with both ports", () => {
    expect(profile("benchmark")).toMatchObject({
      enabled: true,
      listeningPort: 2055,
      sendingPort: 2056,
      singularity: false,
    });
  });

  test("enabled -> disabled -> enabled; update changes the ports only", async () => {
    expect(await send("profile", "disable", "benchmark")).toEqual(success);
    expect(await send("profile", "update", "benchmark", 2057, 2058)).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ enabled: false, listeningPort: 2057, sendingPort: 2058 });
    expect(await send("profile", "enable", "benchmark")).toEqual(success);
    expect(await send("profile", "enable", "benchmark")).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ enabled: true });
  });

  test("the singularity flag is toggled by enable and disable", async () => {
    expect(await send("profile", "singularity", "benchmark", "enable")).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ singularity: true });
    expect(await send("profile", "singularity", "benchmark", "disable")).toEqual(success);
    expect(profile("benchmark")).toMatchObject({ singularity: false });
  });

  test("a rename carries collectors, exporters, policies and description with it", async () => {
    await send("collector", "add", "10.0.0.1", "benchmark");
    await send("exporter", "add", "10.0.0.2", "benchmark");
    await send("policies", "add", "10.0.0.0", 8, "benchmark", "include");
    await send("notate", "profile", "benchmark", "Our own");
    const before = profile("benchmark");
    expect(await send("profile", "rename", "benchmark", "renamed")).toEqual(success);
    expect(profile("benchmark")).toBeUndefined();
    expect(profile("renamed")).toEqual({ ...(before as object), name: "renamed" });
  });

  test("remove takes the profile with its memberships; a collector whose last one it was goes with its threshold", async () => {
    await send("collector", "add", "10.0.0.1", "benchmark");
    await send("collector", "add", "192.0.2.10", "benchmark");
    await send("collector", "threshold", "10.0.0.1", 100);
    await send("notate", "ip", "10.0.0.1", "stays");
    expect(await send("profile", "remove", "benchmark")).toEqual(success);
    const { store } = context.sim.replicator;
    expect(store.collectors).toEqual(["192.0.2.10"]);
    expect(store.thresholds).toEqual(new Map([["192.0.2.10", 5000]]));
    expect(store.notes.get("10.0.0.1")).toBe("stays");
  });

  test.each(["0", "65536", "1.5", "02055", "2055 ", "-1", "port"])("port %p is refused", async (port) => {
    await expectRefused(/listeningport: is not a port/, "profile", "add", "other", port, 2055);
    await expectRefused(/sendingport: is not a port/, "profile", "update", "benchmark", 3000, port);
  });

  test("a listening port that another profile has is refused, a sending port is not", async () => {
    await expectRefused(/Listening port 9996 is already used by profile legacy-netops/, "profile", "add", "x", 9996, 1);
    await expectRefused(/Listening port 9996/, "profile", "update", "benchmark", 9996, 2056);
    expect(await send("profile", "add", "x", 3000, 9996)).toEqual(success);
  });

  test("what is there cannot be added, what is not cannot be changed", async () => {
    await expectRefused(/benchmark already exists/, "profile", "add", "benchmark", 3000, 3000);
    await expectRefused(/legacy-netops already exists/, "profile", "rename", "benchmark", "legacy-netops");
    for (const action of ["enable", "disable", "remove"]) {
      await expectRefused(/absent does not exist/, "profile", action, "absent");
    }
    await expectRefused(/absent does not exist/, "profile", "update", "absent", 3000, 3000);
    await expectRefused(/absent does not exist/, "profile", "rename", "absent", "x");
    await expectRefused(/absent does not exist/, "profile", "singularity", "absent", "enable");
  });

  test.each(["__proto__", "constructor", "a%2Fb", "%2e%2e", "a b", "a/b", "a?b#c;d+e&f=g'(h)*!", "0", "total"])(
    "the name %p is data: each segment is decoded exactly once",
    async (name) => {
      expect(await send("profile", "add", name, 3000, 3000)).toEqual(success);
      expect(profile(name)).toMatchObject({ name });
      const shown = (await send("show", "profile", 0)) as { profile: object };
      expect(Object.keys(shown.profile)).toContain(name);
    },
  );

  test("a name that is not printable ASCII or longer than 255 characters is refused", async () => {
    await expectRefused(/not printable ASCII/, "profile", "add", "Zürich", 3000, 3000);
    await expectRefused(/not printable ASCII/, "profile", "add", "a\nb", 3000, 3000);
    await expectRefused(/<=255 characters/, "profile", "add", "x".repeat(256), 3000, 3000);
  });

  test("a server that decodes before it routes takes an escaped slash for a segment's end", async () => {
    context.sim.switches.decodeBeforeRouting = true;
    expect((await context.probe.raw("profile/remove/bench%2Fmark")).status).toBe(404);
    expect(await send("profile", "remove", "benchmark")).toEqual(success);
  });
});

describe.each([
  ["collector", "collectors"],
  ["exporter", "exporters"],
] as const)("%s", (entity, members) => {
  const held = (): string[] => context.sim.replicator.store[members];

  test("add and remove change one membership", async () => {
    await send("profile", "add", "second", 3000, 3000);
    expect(await send(entity, "add", "10.0.0.1", "legacy-netops")).toEqual(success);
    expect(await send(entity, "add", "10.0.0.1", "second")).toEqual(success);
    expect(await send(entity, "remove", "10.0.0.1", "legacy-netops")).toEqual(success);
    expect(context.sim.replicator.store.profiles.get("second")?.[members]).toEqual(new Set(["10.0.0.1"]));
    expect(await send(entity, "remove", "10.0.0.1", "second")).toEqual(success);
    expect(held()).not.toContain("10.0.0.1");
  });

  test("allremove takes it out of all profiles and is counted as a trap", async () => {
    await send("profile", "add", "second", 3000, 3000);
    for (const name of ["legacy-netops", "second"]) await send(entity, "add", "10.0.0.1", name);
    expect(await send(entity, "allremove", "10.0.0.1")).toEqual(success);
    expect(held()).not.toContain("10.0.0.1");
    expect(context.sim.traps.count(`${entity}/allremove`)).toBe(1);
  });

  test("an unknown profile, a repeated add and a removal of what is not there are refused", async () => {
    await expectRefused(/absent does not exist/, entity, "add", "10.0.0.1", "absent");
    await expectRefused(/is not in profile/, entity, "remove", "10.0.0.1", "legacy-netops");
    await expectRefused(/is in no profile/, entity, "allremove", "10.0.0.1");
    await send(entity, "add", "10.0.0.1", "legacy-netops");
    await expectRefused(/is already in profile/, entity, "add", "10.0.0.1", "legacy-netops");
    context.sim.switches.repeatedChange = "success";
    expect(await send(entity, "add", "10.0.0.1", "legacy-netops")).toEqual(success);
  });

  test.each(["10.0.0", "10.0.0.256", "010.0.0.1", "::1", "10.0.0.1:2055", "host.example.net"])(
    "%p is not an address",
    async (address) => {
      await expectRefused(/ip: is not an IPv4 address/, entity, "add", address, "legacy-netops");
    },
  );
});

describe("threshold", () => {
  test("above 0 sets it, 0 removes it", async () => {
    expect(await send("collector", "threshold", "192.0.2.10", 250)).toEqual(success);
    expect(context.sim.replicator.store.thresholds.get("192.0.2.10")).toBe(250);
    expect(await send("collector", "threshold", "192.0.2.10", 0)).toEqual(success);
    expect(context.sim.replicator.store.thresholds.has("192.0.2.10")).toBe(false);
  });

  test.each(["-1", "1.5", "x", "05", "9007199254740992", "1e3"])("%p is refused", async (value) => {
    await expectRefused(/threshold: is not an integer/, "collector", "threshold", "192.0.2.10", value);
  });

  test("an address that is no collector is refused", async () => {
    await expectRefused(/10.9.9.9 does not exist/, "collector", "threshold", "10.9.9.9", 5);
  });
});

describe("policies", () => {
  const policies = (): unknown[] => [
    ...(context.sim.replicator.store.profiles.get("legacy-netops")?.policies.values() ?? []),
  ];

  test("add and remove, include and exclude", async () => {
    expect(await send("policies", "add", "10.0.0.0", 8, "legacy-netops", "exclude")).toEqual(success);
    expect(policies()).toContainEqual({ network: "10.0.0.0", prefixLength: 8, kind: "exclude" });
    await expectRefused(/already in profile/, "policies", "add", "10.0.0.0", 8, "legacy-netops", "exclude");
    await expectRefused(/not in profile/, "policies", "remove", "10.0.0.0", 8, "legacy-netops", "include");
    expect(await send("policies", "remove", "10.0.0.0", 8, "legacy-netops", "exclude")).toEqual(success);
    expect(policies()).toHaveLength(1);
  });

  test("one policy per network and profile, or one of each kind, as the switch says", async () => {
    await expectRefused(
      /an include policy for 192.0.2.0\/26/,
      "policies",
      "add",
      "192.0.2.0",
      26,
      "legacy-netops",
      "exclude",
    );
    context.sim.switches.policyKinds = "onePerKind";
    expect(await send("policies", "add", "192.0.2.0", 26, "legacy-netops", "exclude")).toEqual(success);
    expect(policies()).toHaveLength(2);
  });

  test("host bits are refused, kept or cleared, as the switch says", async () => {
    await expectRefused(/10.0.0.0\/8 is$/, "policies", "add", "10.0.0.1", 8, "legacy-netops", "include");
    context.sim.switches.policyHostBits = "verbatim";
    await send("policies", "add", "10.0.0.1", 8, "legacy-netops", "include");
    context.sim.switches.policyHostBits = "canonical";
    await send("policies", "add", "172.16.0.1", 12, "legacy-netops", "include");
    expect(policies().slice(1)).toMatchObject([{ network: "10.0.0.1" }, { network: "172.16.0.0" }]);
  });

  test.each(["33", "08", "-1", "8 ", "255.0.0.0"])("the prefix length %p is refused", async (cidr) => {
    await expectRefused(
      /cidr: is not a prefix length/,
      "policies",
      "add",
      "10.0.0.0",
      cidr,
      "legacy-netops",
      "include",
    );
  });

  test("an unknown kind and an unknown profile are refused", async () => {
    await expectRefused(/incexc/, "policies", "add", "10.0.0.0", 8, "legacy-netops", "both");
    await expectRefused(/absent does not exist/, "policies", "add", "10.0.0.0", 8, "absent", "include");
  });
});

describe("descriptions", () => {
  test("of a profile, a collector and an exporter", async () => {
    expect(await send("notate", "profile", "legacy-netops", "50 % of a & b")).toEqual(success);
    expect(await send("notate", "ip", "192.0.2.20", "exporter")).toEqual(success);
    const { profiles, notes } = context.sim.replicator.store;
    expect(profiles.get("legacy-netops")?.description).toBe("50 % of a & b");
    expect(notes.get("192.0.2.20")).toBe("exporter");
  });

  test("stay with an address that leaves its last profile", async () => {
    await send("collector", "remove", "192.0.2.10", "legacy-netops");
    expect(context.sim.replicator.store.collectors).toEqual([]);
    expect(context.sim.replicator.store.notes.get("192.0.2.10")).toBe("Operations collector");
  });

  test("of unknown objects, not URI-compatible ASCII, or empty are refused", async () => {
    await expectRefused(/absent does not exist/, "notate", "profile", "absent", "x");
    await expectRefused(/neither a collector nor an exporter/, "notate", "ip", "10.9.9.9", "x");
    await expectRefused(/not an IPv4 address/, "notate", "ip", "host", "x");
    await expectRefused(/description: is not printable ASCII/, "notate", "ip", "192.0.2.10", "é");
    expect((await context.probe.raw("notate/ip/192.0.2.10/")).status).toBe(404);
  });
});

describe("settings", () => {
  const setting = (name: string): unknown => context.sim.replicator.store.settings.get(name);

  test("set gives a value, enable and disable switch it", async () => {
    expect(await send("setting", "set", "notificationSent", "192.0.2.1 162")).toEqual(success);
    expect(await send("setting", "enable", "notificationSent")).toEqual(success);
    expect(await send("setting", "disable", "pingCollectors")).toEqual(success);
    expect(setting("notificationSent")).toEqual({ value: "192.0.2.1 162", enabled: true });
    expect(setting("pingCollectors")).toEqual({ value: undefined, enabled: false });
  });

  test.each([
    ["unknown", "1", /does not exist/],
    ["__proto__", "1", /does not exist/],
    ["downDisplayHour", "soon", /needs a number/],
    ["highCPUThreshold", "101", /percentage/],
    ["notificationSent", "192.0.2.1", /needs an address and a port/],
    ["noRepWhenDown", "on", /no value/],
  ])("%s is not set to %p", async (name, value, words) => {
    await expectRefused(words, "setting", "set", name, value);
  });
});

test("an alarm is acknowledged once it is there; the collector then shows the port", async () => {
  await expectRefused(/not in an alarm state/, "acknowledge", "collector", "192.0.2.10:9996");
  context.sim.mutate.raiseAlarm("collector", "192.0.2.10", 9996);
  expect(await send("show", "collectors", 0)).toMatchObject({
    collector: { "192.0.2.10": { acknowledged: [], status: { unreachable_port: ["9996"] } } },
  });
  expect(await send("acknowledge", "collector", "192.0.2.10:9996")).toEqual(success);
  expect(await send("show", "collectors", 0)).toMatchObject({ collector: { "192.0.2.10": { acknowledged: [9996] } } });
  await expectRefused(/is not ip:port/, "acknowledge", "collector", "192.0.2.10");
});

describe("strictness", () => {
  test.each(["profile/explode/x", "collector/add/10.0.0.1", "show/everything/0", "rebuild/now", "rebuild/", "nothing"])(
    "there is no path %s",
    async (path) => {
      expect(await context.probe.raw(path)).toMatchObject({ status: 404, body: { result: "error" } });
    },
  );

  test("a broken escape is a bad request, a query and a body are refused", async () => {
    expect((await context.probe.raw("profile/remove/%E0%A4%A")).status).toBe(400);
    expect((await context.probe.raw("rebuild?now=1")).body).toEqual(refused(/query/));
    context.sim.switches.commandMethod = "either";
    const url = `${context.sim.replicator.url}/api/1/rebuild`;
    const reply = await context.probe.send(url, { method: "POST", body: "x", headers: context.probe.session });
    expect(reply.body).toEqual(refused(/body/));
  });

  test("commands go by GET, or by POST where the switch says so; another method answers 405", async () => {
    expect(await context.probe.raw("rebuild", "POST")).toMatchObject({ status: 405, headers: { allow: "GET" } });
    context.sim.switches.commandMethod = "POST";
    expect(await context.probe.raw("rebuild")).toMatchObject({ status: 405, headers: { allow: "POST" } });
    expect(await context.probe.raw("rebuild", "POST")).toMatchObject({ status: 200, body: success });
    context.sim.switches.commandMethod = "either";
    for (const method of ["GET", "POST"] as const)
      expect((await context.probe.raw("rebuild", method)).status).toBe(200);
    expect((await context.probe.raw("rebuild", "DELETE")).status).toBe(405);
  });

  test("a secondary appliance refuses changes and still shows", async () => {
    expect(await send("role", "test", "secondary")).toEqual(refused(/primary/));
    context.sim.mutate.setRole("secondary");
    expect(await send("role", "test", "secondary")).toEqual(success);
    for (const path of [["profile", "add", "x", 1, 1], ["rebuild"]] as const) await expectRefused(/secondary/, ...path);
    expect(await send("show", "config")).toHaveProperty("api");
  });

  test("an expired license refuses changes", async () => {
    context.sim.mutate.setLicenseDays(0);
    await expectRefused(/license has expired/, "profile", "add", "x", 1, 1);
    expect(await send("license", "check")).toMatchObject({ daysLeft: "0" });
  });
});

test("the API is there in releases 18 and 19 and gone in 20", async () => {
  for (const [release, status] of [
    [18, 200],
    [20, 404],
  ] as const) {
    await withSimulator({ switches: { release } }, async (probe) => {
      expect((await probe.login()).status).toBe(status);
    });
  }
});

test.each([
  ["none", "added profile x"],
  ["single", "added profile 'x'"],
  ["double", 'added profile "x"'],
] as const)("success texts start with Success and vary in quoting: %s", async (textQuotes, words) => {
  context.sim.switches.textQuotes = textQuotes;
  expect(await send("profile", "add", "x", 3000, 3000)).toEqual({
    result: "success",
    description: `Success: ${words}`,
  });
});
