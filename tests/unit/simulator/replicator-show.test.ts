import { eachTest, type Probe, withSimulator } from "./support";

const context = eachTest();

beforeEach(async () => {
  await context.probe.login();
});

const show = (...segments: string[]): Promise<unknown> => context.probe.command("show", ...segments);

/** A configuration with everything that `show/config` can contain, including special characters. */
async function configure(probe: Probe): Promise<void> {
  const name = "a%2Fb c/d";
  const commands: (string | number)[][] = [
    ["profile", "add", name, 2055, 2056],
    ["profile", "disable", name],
    ["profile", "singularity", name, "enable"],
    ["profile", "add", "__proto__", 2057, 2058],
    ["collector", "add", "10.0.0.1", name],
    ["collector", "add", "10.0.0.1", "__proto__"],
    ["collector", "threshold", "10.0.0.1", 100],
    ["policies", "add", "10.0.0.0", 8, name, "include"],
    ["policies", "add", "10.1.0.0", 16, name, "exclude"],
    ["notate", "profile", name, "50 % of a/b?"],
    ["notate", "ip", "10.0.0.1", 'says "hello" #1'],
  ];
  for (const command of commands) expect(await probe.command(...command)).toHaveProperty("result", "success");
}

describe("show/config", () => {
  test("the api strings are request paths that recreate the configuration on another appliance", async () => {
    await configure(context.probe);
    const { api } = (await show("config")) as { api: Record<"profile" | "collector" | "policy" | "notate", string[]> };
    await withSimulator({ foreign: false }, async (other) => {
      await other.login();
      for (const path of [...api.profile, ...api.collector, ...api.policy, ...api.notate]) {
        const reply = await other.raw(path.replace(/^\/api\/1\//u, ""));
        expect(reply.body).toHaveProperty("result", "success");
      }
      context.sim.mutate.replicator((store) => store.profiles.get("legacy-netops")?.exporters.clear());
      expect(other.sim.replicator.store.content({ withoutNotes: false })).toEqual(
        context.sim.replicator.store.content({ withoutNotes: false }),
      );
    });
  });

  test("has lists of collector, notate, policy and profile, as paths and as equivalent command lines", async () => {
    expect(await show("config")).toEqual({
      api: {
        collector: ["/api/1/collector/add/192.0.2.10/legacy-netops", "/api/1/collector/threshold/192.0.2.10/5000"],
        notate: [
          "/api/1/notate/profile/legacy-netops/Managed%20by%20the%20operations%20team",
          "/api/1/notate/ip/192.0.2.10/Operations%20collector",
        ],
        policy: ["/api/1/policies/add/192.0.2.0/26/legacy-netops/include"],
        profile: ["/api/1/profile/add/legacy-netops/9996/9996"],
      },
      cli: {
        collector: ["collector add 192.0.2.10 legacy-netops", "collector threshold 192.0.2.10 5000"],
        notate: [
          'notate profile legacy-netops "Managed by the operations team"',
          'notate ip 192.0.2.10 "Operations collector"',
        ],
        policy: ["policies add 192.0.2.0 26 legacy-netops include"],
        profile: ["profile add legacy-netops 9996 9996"],
      },
    });
    expect(await show("config", "0")).toEqual(await show("config"));
  });

  test("shows special characters raw if the switch configEscaping says so", async () => {
    context.sim.switches.configEscaping = "raw";
    expect(await show("config")).toMatchObject({
      api: { notate: ["/api/1/notate/profile/legacy-netops/Managed by the operations team", expect.anything()] },
    });
  });
});

describe("entities", () => {
  test("show/collector has the documented shape, under the key that the switch collectorKey says", async () => {
    const entry = {
      acknowledged: [],
      description: "Operations collector",
      in_profiles: ["legacy-netops"],
      ip: "192.0.2.10",
      name: "collector.example.net",
      status: { unreachable_port: [] },
      threshold: 5000,
    };
    expect(await show("collectors", "0")).toEqual({ collector: { "192.0.2.10": entry } });
    expect(await show("collector", "192.0.2.10")).toEqual({ collector: { "192.0.2.10": entry } });
    context.sim.switches.collectorKey = "collectors";
    expect(await show("collectors", "0")).toEqual({ collectors: { "192.0.2.10": entry } });
  });

  test("the filter matches parts of names and values, and the filter 0 matches everything", async () => {
    context.sim.mutate.addProfile("prod", 3000, 3000);
    context.sim.mutate.addProfile("prod-2", 3001, 3001);
    context.sim.mutate.addProfile("0", 3002, 3002);
    const names = async (filter: string): Promise<string[]> => {
      return Object.keys(((await show("profile", filter)) as { profile: object }).profile);
    };
    expect(await names("prod")).toEqual(["prod", "prod-2"]);
    expect(await names("PROD-2")).toEqual(["prod-2"]);
    expect(await names("operations team")).toEqual(["legacy-netops"]);
    expect(await names("0")).toHaveLength(4);
    expect(await names("nowhere")).toEqual([]);
  });

  test("profile, exporters, settings, alarms and assets have analogous shapes", async () => {
    context.sim.mutate.raiseAlarm("exporter", "192.0.2.20", 9996);
    expect(await show("profile", "0")).toMatchObject({
      profile: {
        "legacy-netops": { name: "legacy-netops", listening_port: 9996, state: "enabled", singularity: "off" },
      },
    });
    expect(await show("exporters", "0")).toMatchObject({
      exporters: { "192.0.2.20": { in_profiles: ["legacy-netops"] } },
    });
    expect(await show("settings", "0")).toMatchObject({
      settings: { downDisplayHour: { value: "24", enabled: "on" }, notificationSent: { enabled: "off" } },
    });
    expect(await show("alarms", "0")).toMatchObject({
      alarms: { "exporter 192.0.2.20:9996": { acknowledged: false } },
    });
    expect(await show("assets", "0")).toMatchObject({
      assets: { "192.0.2.10": { types: ["collector"] }, "192.0.2.99": { types: ["unassigned"] } },
    });
  });

  test("reads show the configuration of the last rebuild if the switch showReads says so", async () => {
    context.sim.switches.showReads = "running";
    await context.probe.command("profile", "add", "new", 3000, 3000);
    expect(Object.keys(((await show("profile", "0")) as { profile: object }).profile)).toEqual(["legacy-netops"]);
    await context.probe.command("rebuild");
    expect(Object.keys(((await show("profile", "0")) as { profile: object }).profile)).toEqual([
      "legacy-netops",
      "new",
    ]);
  });
});

describe("figures", () => {
  test("show/status has one entry per replicated port, the license and the version", async () => {
    expect(await show("status")).toMatchObject({
      "replicator port 9996": "active",
      "replicator license": "300",
      result: "success",
      version: expect.stringContaining("19") as string,
    });
    context.sim.mutate.disableProfile("legacy-netops");
    expect(await show("status", "0")).not.toHaveProperty(["replicator port 9996"]);
  });

  test("show/realtime computes pairs, profiles and totals from the senders and receivers", async () => {
    context.sim.mutate.addCollector("10.0.0.1", "legacy-netops");
    context.sim.mutate.sendTraffic("192.0.2.21", { octetsPerSecond: 1000, packetsPerSecond: 2 });
    const both = { in: { octets: { rate: 49_000 }, packets: { rate: 42, delta: 2520 } } };
    expect(await show("realtime", "0")).toMatchObject({
      collector: { "192.0.2.10": both, "10.0.0.1": both },
      exporter: {
        "192.0.2.20": { profiles: ["legacy-netops"], out: { packets: { rate: 80 } } },
        "192.0.2.21": { profiles: [], in: { packets: { rate: 2 } } },
      },
      pair: {
        "192.0.2.20 -> 10.0.0.1": { packets: { rate: 40 } },
        "192.0.2.21 -> 192.0.2.10": { packets: { rate: 2 } },
      },
      profile: { "legacy-netops": { in: { packets: { rate: 42 } }, out: { packets: { rate: 84 } } } },
      stats: {
        totals: { collectors: 2, exporters: 1, pairs: 4, profiles: { disabled: 0, enabled: 1, total: 1 } },
      },
      system: { cpu: expect.any(String) as string },
    });
  });

  test("an exclude policy overrides an include policy if the switch decidingPolicy says so", async () => {
    Object.assign(context.sim.switches, { decidingPolicy: "exclude" });
    context.sim.mutate.sendTraffic("192.0.2.21");
    context.sim.mutate.addPolicy("legacy-netops", { network: "192.0.2.21", prefixLength: 32, kind: "exclude" });
    const reply = (await context.probe.command("exporter", "noprofile", "0")) as { noprofile: object };
    expect(Object.keys(reply.noprofile)).toEqual(["192.0.2.99", "192.0.2.21", "total"]);
  });

  test("exporter/noprofile lists the senders without a profile, with total next to the addresses", async () => {
    expect(await context.probe.command("exporter", "noprofile", "0")).toEqual({
      noprofile: {
        "192.0.2.99": {
          in_o_delta: 307_200,
          in_o_rate: "5120.00",
          in_p_delta: 240,
          in_p_rate: "4.00",
          lastseen: expect.any(String) as string,
          out_o_delta: 0,
          out_o_rate: "0.00",
          out_p_delta: 0,
          out_p_rate: "0.00",
          unixtime: expect.any(Number) as number,
        },
        total: 1,
      },
    });
    context.sim.mutate.addExporter("192.0.2.99", "legacy-netops");
    expect(await context.probe.command("exporter", "noprofile", "0")).toEqual({ noprofile: { total: 0 } });
  });
});
