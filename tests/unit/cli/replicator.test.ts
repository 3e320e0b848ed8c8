import { parse } from "yaml";
import { cellsOf, failed, printed, siteForEach, startSite, type Site } from "./support";
import { configFor } from "../../support/configuration";
import { has } from "../../support/has";

const site = siteForEach();

const shown = async (...args: string[]): Promise<string[][]> =>
  cellsOf(await printed(site.run([...args, "--output", "wide"])));

type Mutate = Site["sim"]["mutate"];
const netops = ["legacy-netops", "9996", "9996"];
const collector = "collector.example.net";
const host = (): string => new URL(site.sim.replicator.url).host;

describe("show", () => {
  const alarm = (entity: "collector" | "exporter", address: string, port: number) => (mutate: Mutate) =>
    mutate.raiseAlarm(entity, address, port);
  const alarmed = ["exporter 192.0.2.20:2055", "no", "exporter", "192.0.2.20", "2055"];

  const lines: [line: string[], entity: string, change?: (mutate: Mutate) => unknown][] = [
    [["Collector", "Name", "Profiles", "Threshold (packets/s)", "Unreachable", "Acknowledged"], "collectors"],
    [
      ["192.0.2.10", collector, "legacy-netops", "5000", "9996", "-", "Operations collector"],
      "collectors",
      alarm("collector", "192.0.2.10", 9996),
    ],
    [["192.0.2.20", "-", "legacy-netops"], "exporters"],
    [[...netops, "enabled", "off", "Managed by the operations team"], "profile"],
    [[...netops, "disabled", "off"], "profile", (mutate) => mutate.disableProfile("legacy-netops")],
    [[...netops, "enabled", "on"], "profile", (mutate) => mutate.setSingularity("legacy-netops", true)],
    // A name that is special in JavaScript.
    [["__proto__", "2055", "2056"], "profile", (mutate) => mutate.addProfile("__proto__", 2055, 2056)],
    [["flowStopAlert", "70", "enabled"], "settings"],
    [["notificationSent", "127.0.0.1 514", "disabled"], "settings"],
    [["There are no alarms."], "alarms"],
    [["Alarm", "acknowledged", "entity", "ip", "port", "since"], "alarms", alarm("exporter", "192.0.2.20", 2055)],
    [alarmed, "alarms", alarm("exporter", "192.0.2.20", 2055)],
    [["192.0.2.10", "192.0.2.10", collector, "collector"], "assets"],
    [["Version", "Flow Replicator 19.0"], "status"],
    [["License days left", "300"], "status"],
    [["monitor", "active"], "status"],
    [["Profiles", "1 (1 enabled, 0 disabled)"], "realtime"],
    [["192.0.2.20 -> 192.0.2.10", "48000", "40"], "realtime"],
    [["legacy-netops", "48000", "40", "48000", "40"], "realtime"],
  ];
  test.each(lines)("prints the line %j of %s", async (...[line, entity, change]) => {
    change?.(site.sim.mutate);
    expect((await shown("show", entity)).map((one) => one.slice(0, line.length))).toContainEqual(line);
  });

  test("config as command lines to copy, and with --json as request paths too", async () => {
    const { stdout } = await site.run(["show", "config"]);
    expect(stdout).toContain("Profiles\nprofile add legacy-netops 9996 9996\n\nCollectors\n");
    expect(await site.json(["show", "config"])).toMatchObject({
      api: { profile: ["/api/1/profile/add/legacy-netops/9996/9996"] },
      cli: { profile: ["profile add legacy-netops 9996 9996"] },
    });
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
    const nothing = await printed(site.run(["show", "profile", "no-such-profile"]), 9);
    expect(nothing).toBe('Nothing in show profile matches "no-such-profile".\n');
    await printed(site.run(["show", "profile", "netops"]));
    expect(await site.json(["show", "collectors", "no-such-collector"], 9)).toEqual({});
  });

  test.each([
    [
      ["colectors"],
      /There is an unknown entity "colectors", did you mean "collectors"\? Allowed choices are alarms, /u,
    ],
    [["realtime", "netops"], /^error: show realtime takes no filter\.\n$/u],
  ])(
    "%j: refuses an unknown entity, and a filter that the appliance does not support, before any request",
    async (args, says) => {
      expect(await failed(site.run(["show", ...args]), 2)).toMatch(says);
      expect(site.sim.requests.count()).toBe(0);
    },
  );

  test("leaves out columns without a value, and prints the same data with -o json, -o yaml and --json", async () => {
    const { stdout } = await site.run(["show", "exporters"]);
    expect(cellsOf(stdout)[0]).not.toContain("Name");
    const json = await site.run(["show", "profile", "-o", "json"]);
    expect(JSON.parse(json.stdout)).toEqual(await site.json(["show", "profile"]));
    const yaml = await site.run(["show", "profile", "-o", "yaml"]);
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
    const wrong = await site.run(["show", "profile", "-o", "json", "--site", "nowhere"]);
    expect(JSON.parse(wrong.stderr)).toMatchObject({ error: { class: expect.any(String) as string } });
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
    const unmatched = await printed(site.run(["unassigned", "10.99"]), 9);
    expect(unmatched).toBe('Nothing in the exporters without a profile matches "10.99".\n');
    site.sim.mutate.replicator((store) => store.traffic.delete("192.0.2.99"));
    expect(await shown("unassigned")).toEqual([["Every exporter that sends data belongs to a profile."]]);
    expect(await site.json(["unassigned"])).toEqual({});
  });
});

describe("ack", () => {
  test("acknowledges an alarm", async () => {
    site.sim.mutate.raiseAlarm("collector", "192.0.2.10", 9996);
    const stdout = await printed(site.run(["ack", "collector", "192.0.2.10:9996"]));
    expect(stdout).toBe(`Acknowledged the collector 192.0.2.10:9996 on ${host()}.\n`);
    expect([...site.sim.replicator.store.alarms.values()]).toMatchObject([{ acknowledged: true }]);
  });

  test("reports the appliance's error if there is no alarm", async () => {
    expect(await failed(site.run(["ack", "exporter", "192.0.2.20:2055"]), 6)).toMatch(
      /^error: .* failed: exporter 192\.0\.2\.20:2055 is not in an alarm state\.\n$/u,
    );
  });

  test.each(["192.0.2.10", "192.0.2.10:", "192.0.2.10:0", "192.0.2.10:65536", "host:9996"])(
    "refuses %s before any request",
    async (endpoint) => {
      const stderr = await failed(site.run(["ack", "collector", endpoint]), 2);
      expect(stderr).toContain("Write address and port such as 192.0.2.10:2055.");
      expect(site.sim.requests.count()).toBe(0);
    },
  );
});

test("settings disable --no-rebuild says when the change takes effect, and rebuild makes it effective", async () => {
  const stdout = await printed(site.run(["settings", "disable", "pingCollectors", "--no-rebuild"]));
  expect(site.sim.replicator.store.dirty).toBe(true);
  expect(stdout).toMatch(/^Disabled pingCollectors on .*\. It takes effect with the next rebuild\.\n$/u);
  expect(site.sim.requests.verbs({ kind: "write" })).toEqual(["setting/disable"]);
  expect(await printed(site.run(["rebuild"]))).toBe(`Rebuilt the configuration of ${host()}.\n`);
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
    const stdout = await printed(site.run(["settings", "pong"]), 9);
    expect(stdout).toBe('Nothing in the settings matches "pong".\n');
    expect(await site.json(["settings", "pong"], 9)).toEqual({});
  });

  const refuses = (match: string, refuse: string) => void site.sim.faults.add({ match, kind: { refuse } });
  const full = (): void => refuses("setting/enable", "The disk is full");
  const locked = (): void => {
    refuses("setting/enable", "No such setting");
    refuses("show/settings", "The list is locked");
  };
  const secondary = () => site.sim.mutate.setRole("secondary");
  const similar = / Did you mean "flowStopAlert"\?\n$/u;
  test.each<[what: string, args: string[], code: number, says: RegExp, happens?: () => unknown]>([
    ["a name that is similar to another one", ["set", "flowStopAlrt", "45"], 6, similar],
    ["to enable a setting with such a name", ["enable", "flowStopAlrt"], 6, similar],
    ["to disable a setting with such a name", ["disable", "flowStopAlrt"], 6, similar],
    ["a name that is like none", ["enable", "nope"], 6, /failed: Setting nope does not exist\.\n$/u],
    ["what the appliance refuses", ["enable", "flowStopAlert"], 6, /The disk is full\.\n$/u, full],
    ["a name if no settings are listed", ["enable", "flowStopAlrt"], 6, /^(?!.*locked).*No such setting/u, locked],
    ["a change on a secondary appliance", ["set", "flowStopAlert", "71"], 6, /secondary/u, secondary],
    ["a value that a path cannot have, before any request", ["set", "flowStopAlert", ".."], 2, /cannot be built/u],
  ])("refuses %s, and changes nothing", async (...[, args, expected, says, happens]) => {
    happens?.();
    const before = site.sim.snapshot();
    const { code, stderr } = await site.run(["settings", ...args]);
    expect([code, stderr, site.sim.snapshot()]).toEqual([expected, has(says), before]);
    const sent = site.sim.requests.verbs({ kind: "write" });
    expect(sent).toEqual(expected === 2 ? [] : [`setting/${String(args[0])}`]);
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

  test("sends no rebuild if the configuration says rebuild: never", async () => {
    const quiet = await startSite({}, (sim) => configFor(sim, { replicator: { rebuild: "never" } }));
    expect(await quiet.json(["settings", "disable", "pingCollectors"])).toMatchObject({ rebuilt: false });
    expect(quiet.sim.requests.count({ action: "/rebuild" })).toBe(0);
  });

  test("only warns about a failed rebuild, because the appliance rebuilds on its own", async () => {
    site.sim.faults.add({ match: "rebuild", kind: { refuse: "Busy with a rebuild" } });
    expect(await site.run(["settings", "disable", "pingCollectors"])).toMatchObject({
      code: 0,
      stdout: has("It takes effect with the next rebuild."),
      stderr: has(/^warning: the setting is changed, but the forced rebuild failed: .*Busy with a rebuild\.\n$/u),
    });
  });
});
