import { parse } from "yaml";
import { closeAll, startSite, type Site } from "./support";

let site: Site;

beforeEach(async () => {
  site = await startSite();
});
afterEach(closeAll);

/** The lines of a table, each split into its cells. */
function cells(text: string): string[][] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/u));
}

async function shown(...args: string[]): Promise<string[][]> {
  const { code, stdout, stderr } = await site.run([...args, "--output", "wide"]);
  expect([code, stderr]).toEqual([0, ""]);
  return cells(stdout);
}

describe("show", () => {
  test("collectors: profiles, threshold, unreachable and acknowledged ports, description", async () => {
    site.sim.mutate.raiseAlarm("collector", "192.0.2.10", 9996);
    const [head, collector] = await shown("show", "collectors");
    expect(head).toEqual([
      "Collector",
      "Name",
      "Profiles",
      "Threshold (packets/s)",
      "Unreachable",
      "Acknowledged",
      "Description",
    ]);
    expect(collector).toEqual([
      "192.0.2.10",
      "collector.example.net",
      "legacy-netops",
      "5000",
      "9996",
      "-",
      "Operations collector",
    ]);
  });

  test("exporters and profiles by their names", async () => {
    expect((await shown("show", "exporters"))[1]?.slice(0, 3)).toEqual(["192.0.2.20", "-", "legacy-netops"]);
    const profile = ["legacy-netops", "9996", "9996", "enabled", "off", "Managed by the operations team"];
    expect((await shown("show", "profile"))[1]).toEqual(profile);
  });

  test("a disabled profile with the singularity flag", async () => {
    site.sim.mutate.disableProfile("legacy-netops");
    site.sim.mutate.setSingularity("legacy-netops", true);
    expect((await shown("show", "profile"))[1]?.slice(3, 5)).toEqual(["disabled", "on"]);
  });

  test("settings with their values and states", async () => {
    const settings = await shown("show", "settings");
    expect(settings).toContainEqual(["flowStopAlert", "70", "enabled"]);
    expect(settings).toContainEqual(["notificationSent", "127.0.0.1 514", "disabled"]);
  });

  test("alarms and assets with whatever fields the appliance has", async () => {
    expect(await shown("show", "alarms")).toEqual([["There are no alarms."]]);
    site.sim.mutate.raiseAlarm("exporter", "192.0.2.20", 2055);
    const [head, alarm] = await shown("show", "alarms");
    expect(head).toEqual(["Alarm", "acknowledged", "entity", "ip", "port", "since"]);
    expect(alarm?.slice(0, 5)).toEqual(["exporter 192.0.2.20:2055", "no", "exporter", "192.0.2.20", "2055"]);
    expect(await shown("show", "assets")).toContainEqual([
      "192.0.2.10",
      "192.0.2.10",
      "collector.example.net",
      "collector",
    ]);
  });

  test("config as command lines to copy, and with --json as request paths too", async () => {
    const { stdout } = await site.run(["show", "config"]);
    expect(stdout).toContain("Profiles\nprofile add legacy-netops 9996 9996\n\nCollectors\n");
    expect(await site.json(["show", "config"])).toMatchObject({
      api: { profile: ["/api/1/profile/add/legacy-netops/9996/9996"] },
      cli: { profile: ["profile add legacy-netops 9996 9996"] },
    });
  });

  test("status: components, version and license", async () => {
    const { stdout } = await site.run(["show", "status"]);
    expect(stdout).toMatch(/^Version +Flow Replicator 19\.0\nLicense days left +300\n\nComponents\n/u);
    expect(cells(stdout)).toContainEqual(["monitor", "active"]);
  });

  test("realtime: totals, and traffic of collectors, exporters, pairs and profiles", async () => {
    const { stdout } = await site.run(["show", "realtime"]);
    const lines = cells(stdout);
    expect(lines).toContainEqual(["Profiles", "1 (1 enabled, 0 disabled)"]);
    expect(lines).toContainEqual(["192.0.2.20 -> 192.0.2.10", "48000", "40"]);
    expect(lines).toContainEqual(["legacy-netops", "48000", "40", "48000", "40"]);
    expect(stdout).toMatch(/\nCollectors\n[^]*\nExporters\n[^]*\nPairs\n[^]*\nProfiles\n/u);
  });

  test.each(["alarms", "assets", "collectors", "config", "exporters", "profile", "settings", "status"])(
    "%s passes its filter to the appliance",
    async (entity) => {
      await site.run(["show", entity, "netops"]);
      expect(site.sim.requests.where({ kind: "read" }).map(({ verb, detail }) => `${verb} ${detail}`)).toEqual([
        `show/${entity} netops`,
      ]);
    },
  );

  test("with a filter that matches nothing says so and ends with 9, and with one that matches ends with 0", async () => {
    const nothing = await site.run(["show", "profile", "no-such-profile"]);
    expect(nothing).toMatchObject({
      code: 9,
      stdout: 'Nothing in show profile matches "no-such-profile".\n',
      stderr: "",
    });
    expect((await site.run(["show", "profile", "netops"])).code).toBe(0);
    const { code, stdout } = await site.run(["show", "collectors", "no-such-collector", "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([9, {}]);
  });

  test("suggests the nearest entity for a misspelled one", async () => {
    const { code, stderr } = await site.run(["show", "colectors"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'There is an unknown entity "colectors", did you mean "collectors"? Allowed choices are alarms, ',
    );
  });

  test("leaves out columns without a value, and prints the same data with -o json, -o yaml and --json", async () => {
    const { stdout } = await site.run(["show", "exporters"]);
    expect(cells(stdout)[0]).not.toContain("Name");
    const json = await site.run(["show", "profile", "-o", "json"]);
    expect(JSON.parse(json.stdout)).toEqual(await site.json(["show", "profile"]));
    const yaml = await site.run(["show", "profile", "-o", "yaml"]);
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
    const wrong = await site.run(["show", "profile", "-o", "json", "--site", "nowhere"]);
    expect(JSON.parse(wrong.stderr)).toMatchObject({ error: { class: expect.any(String) as string } });
  });

  test("realtime refuses a filter, which the appliance does not support, and sends nothing", async () => {
    const run = await site.run(["show", "realtime", "netops"]);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: "error: show realtime takes no filter.\n" });
    expect(site.sim.requests.count()).toBe(0);
  });

  test("--json has every field of a record, including undocumented ones", async () => {
    expect(await site.json(["show", "exporters"])).toMatchObject({
      "192.0.2.20": { ip: "192.0.2.20", in_profiles: ["legacy-netops"], lastseen: expect.any(String) as string },
    });
    expect(await site.json(["show", "realtime"])).toMatchObject({
      pair: { "192.0.2.20 -> 192.0.2.10": { octets: { delta: 2880000, rate: 48000 } } },
      stats: { totals: { profiles: { disabled: 0, enabled: 1, total: 1 } } },
    });
  });

  test("prints a profile whose name is special in JavaScript like any other profile", async () => {
    site.sim.mutate.addProfile("__proto__", 2055, 2056);
    const profiles = (await site.json(["show", "profile"])) as object;
    expect(Object.keys(profiles)).toContain("__proto__");
    expect((await shown("show", "profile")).map(([name]) => name)).toContain("__proto__");
  });

  test("escapes control characters from an appliance", async () => {
    site.sim.mutate.setProfileDescription("legacy-netops", "\u001b[2Jgone\u202e");
    for (const args of [
      ["show", "profile"],
      ["show", "profile", "--json"],
    ]) {
      const { stdout } = await site.run(args);
      expect(stdout).toContain(String.raw`\u001b[2Jgone\u202e`);
      // eslint-disable-next-line no-control-regex -- this test is about control characters
      expect(stdout).not.toMatch(/[\u001b\u202e]/u);
    }
    expect(await site.json(["show", "profile"])).toMatchObject({
      "legacy-netops": { description: "\u001b[2Jgone\u202e" },
    });
  });
});

describe("unassigned", () => {
  test("lists exporters that send data without a profile, with the rates as numbers", async () => {
    const [head, exporter] = await shown("unassigned");
    expect(head?.[0]).toBe("Exporter");
    expect(exporter?.[0]).toBe("192.0.2.99");
    expect(exporter?.slice(2)).toEqual(["5120", "4", "0", "0"]);
    expect(await site.json(["unassigned"])).toMatchObject({ "192.0.2.99": { in_o_rate: "5120.00" } });
  });

  test("says that there is none, or that none matches", async () => {
    const unmatched = await site.run(["unassigned", "10.99"]);
    expect(unmatched).toMatchObject({
      code: 9,
      stdout: 'Nothing in the exporters without a profile matches "10.99".\n',
    });
    site.sim.mutate.replicator((store) => store.traffic.delete("192.0.2.99"));
    expect(await shown("unassigned")).toEqual([["Every exporter that sends data belongs to a profile."]]);
    expect(await site.json(["unassigned"])).toEqual({});
  });
});

describe("ack", () => {
  test("acknowledges an alarm", async () => {
    site.sim.mutate.raiseAlarm("collector", "192.0.2.10", 9996);
    const { code, stdout } = await site.run(["ack", "collector", "192.0.2.10:9996"]);
    expect([code, stdout]).toEqual([
      0,
      `Acknowledged the collector 192.0.2.10:9996 on ${hostOf(site.sim.replicator.url)}.\n`,
    ]);
    expect([...site.sim.replicator.store.alarms.values()]).toMatchObject([{ acknowledged: true }]);
  });

  test("reports the appliance's error if there is no alarm", async () => {
    const { code, stderr } = await site.run(["ack", "exporter", "192.0.2.20:2055"]);
    expect(code).toBe(6);
    expect(stderr).toMatch(/^error: .* failed: exporter 192\.0\.2\.20:2055 is not in an alarm state\.\n$/u);
  });

  test.each(["192.0.2.10", "192.0.2.10:", "192.0.2.10:0", "192.0.2.10:65536", "host:9996"])(
    "refuses %s before any request",
    async (endpoint) => {
      const { code, stderr } = await site.run(["ack", "collector", endpoint]);
      expect([code, site.sim.requests.count()]).toEqual([2, 0]);
      expect(stderr).toContain("Write address and port such as 192.0.2.10:2055.");
    },
  );
});

test("rebuild makes pending changes effective", async () => {
  const { code } = await site.run(["settings", "set", "flowStopAlert", "71", "--no-rebuild"]);
  expect([code, site.sim.replicator.store.dirty]).toEqual([0, true]);
  expect(await site.run(["rebuild"])).toMatchObject({
    code: 0,
    stdout: `Rebuilt the configuration of ${hostOf(site.sim.replicator.url)}.\n`,
    stderr: "",
  });
  expect(site.sim.replicator.store.dirty).toBe(false);
});

describe("settings", () => {
  test("lists all settings or those that match, with or without the word list", async () => {
    expect(await shown("settings")).toEqual(await shown("settings", "list"));
    expect(await shown("settings", "ping")).toEqual(await shown("settings", "list", "ping"));
    expect(await shown("settings", "ping")).toEqual([
      ["Setting", "Value", "State"],
      ["pingCollectors", "-", "enabled"],
    ]);
  });

  test("needs attention if a filter matches nothing, and prints an empty object with --json", async () => {
    const { code, stdout } = await site.run(["settings", "pong"]);
    expect([code, stdout]).toEqual([9, 'Nothing in the settings matches "pong".\n']);
    expect(await site.run(["settings", "pong", "--json"])).toMatchObject({ code: 9, stdout: "{}\n" });
  });

  test.each(["set", "enable", "disable"])(
    "%s with a misspelled name suggests the setting with a similar name",
    async (verb) => {
      const { code, stderr } = await site.run(["settings", verb, "flowStopAlrt", ...(verb === "set" ? ["45"] : [])]);
      expect(code).toBe(6);
      expect(stderr).toMatch(/ Did you mean "flowStopAlert"\?\n$/u);
      expect(site.sim.requests.verbs({ kind: "write" })).not.toContain("rebuild");
    },
  );

  test("adds no suggestion to a refusal if the setting exists or resembles none", async () => {
    expect((await site.run(["settings", "enable", "somethingElse"])).stderr).not.toContain("Did you mean");
    site.sim.faults.add({ match: "setting/enable", kind: { refuse: "The disk is full" } });
    const { code, stderr } = await site.run(["settings", "enable", "flowStopAlert"]);
    expect(code).toBe(6);
    expect(stderr).not.toContain("Did you mean");
  });

  test("reports a refusal in the appliance's words even if the settings cannot be read", async () => {
    site.sim.faults.add({ match: "setting/enable", kind: { refuse: "No such setting" } });
    site.sim.faults.add({ match: "show/settings", kind: { refuse: "The list is locked" } });
    const { code, stderr } = await site.run(["settings", "enable", "flowStopAlrt"]);
    expect([code, stderr]).toEqual([6, expect.stringContaining("No such setting")]);
    expect(stderr).not.toContain("locked");
  });

  test("set, enable and disable change the setting and rebuild", async () => {
    await site.json(["settings", "set", "notificationSent", "192.0.2.1 514"]);
    await site.json(["settings", "enable", "notificationSent"]);
    await site.json(["settings", "disable", "pingCollectors"]);
    const { settings, dirty } = site.sim.replicator.store;
    expect(settings.get("notificationSent")).toMatchObject({ value: "192.0.2.1 514", enabled: true });
    expect(settings.get("pingCollectors")).toMatchObject({ enabled: false });
    expect(dirty).toBe(false);
    expect(site.sim.requests.verbs({ kind: "write" })).toEqual([
      ...["setting/set", "rebuild"],
      ...["setting/enable", "rebuild"],
      ...["setting/disable", "rebuild"],
    ]);
  });

  test("with --no-rebuild says when the change takes effect, and sends no rebuild", async () => {
    const { stdout } = await site.run(["settings", "disable", "pingCollectors", "--no-rebuild"]);
    expect(stdout).toMatch(/^Disabled pingCollectors on .*\. It takes effect with the next rebuild\.\n$/u);
    expect(site.sim.requests.verbs({ kind: "write" })).toEqual(["setting/disable"]);
  });

  test("sends no rebuild if the configuration says rebuild: never", async () => {
    const quiet = await startSite({}, (sim) => {
      const { url, user, password } = sim.replicator;
      return { replicator: { url, user, password, allowHttp: true, rebuild: "never" } };
    });
    expect(await quiet.json(["settings", "disable", "pingCollectors"])).toMatchObject({ rebuilt: false });
    expect(quiet.sim.requests.count({ action: "/rebuild" })).toBe(0);
  });

  test("only warns about a failed rebuild, because the appliance rebuilds on its own", async () => {
    site.sim.faults.add({ match: "rebuild", kind: { refuse: "Busy with a rebuild" } });
    const { code, stdout, stderr } = await site.run(["settings", "disable", "pingCollectors"]);
    expect(code).toBe(0);
    expect(stdout).toContain("It takes effect with the next rebuild.");
    expect(stderr).toMatch(
      /^warning: the setting is changed, but the forced rebuild failed: .*Busy with a rebuild\.\n$/u,
    );
  });

  test("reports an unknown setting in the appliance's words", async () => {
    const { code, stderr } = await site.run(["settings", "enable", "nope"]);
    expect(code).toBe(6);
    expect(stderr).toMatch(/failed: Setting nope does not exist\.\n$/u);
    expect(site.sim.requests.count({ action: "/rebuild" })).toBe(0);
  });

  test("fails on a secondary appliance, and nothing is changed", async () => {
    site.sim.mutate.setRole("secondary");
    const before = site.sim.snapshot();
    const { code, stderr } = await site.run(["settings", "set", "flowStopAlert", "71"]);
    expect(code).toBe(6);
    expect(stderr).toMatch(/secondary/u);
    expect(site.sim.snapshot()).toBe(before);
  });

  test("refuses a value that is not allowed in a path before any write request", async () => {
    const { code, stderr } = await site.run(["settings", "set", "flowStopAlert", ".."]);
    expect([code, site.sim.requests.count({ kind: "write" })]).toEqual([2, 0]);
    expect(stderr).toContain("cannot be built");
  });
});

test("a run logs in once, even if it sends several requests at once", async () => {
  await site.run(["status"]);
  expect(site.sim.requests.count({ kind: "session" })).toBe(1);
});

function hostOf(url: string): string {
  return new URL(url).host;
}
