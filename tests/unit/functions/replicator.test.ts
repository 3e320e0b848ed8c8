import {
  getAlarms,
  getAssets,
  getCollectors,
  getExporters,
  getIpGroup,
  getIpGroups,
  getLicense,
  getProfiles,
  getRealtime,
  getReplicatorConfig,
  getReplicatorVersion,
  getSettings,
  getStatus,
  getUnassignedExporters,
  resolveName,
  testSecondary,
} from "../../../sdk";
import type { Simulator, SimulatorOptions } from "../../../simulator";
import { closeAll } from "../http/support";
import { simulator } from "../gateway/support";
import { ask } from "./support";

afterEach(closeAll);

async function replicator(options: SimulatorOptions = {}): Promise<Simulator> {
  const sim = await simulator(options);
  ask(sim);
  return sim;
}

describe("the replicator functions", () => {
  test("return the profiles as plain data with this package's property names", async () => {
    await replicator();
    const [profile, ...others] = await getProfiles();
    expect(others).toEqual([]);
    expect(profile).toMatchObject({
      name: "legacy-netops",
      listeningPort: 9996,
      sendingPort: 9996,
      enabled: true,
      singularity: false,
      description: "Managed by the operations team",
      fields: { collectors: ["192.0.2.10"] },
    });
    expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
  });

  test("return the collectors and exporters with their memberships, and the alarms", async () => {
    const sim = await replicator();
    expect(await getCollectors()).toEqual([
      {
        address: "192.0.2.10",
        name: "collector.example.net",
        description: "Operations collector",
        profiles: ["legacy-netops"],
        threshold: 5000,
        acknowledgedPorts: [],
        unreachablePorts: [],
        fields: {},
      },
    ]);
    expect(await getExporters()).toMatchObject([{ address: "192.0.2.20", profiles: ["legacy-netops"] }]);
    sim.mutate.raiseAlarm("collector", "192.0.2.10", 9996);
    expect((await getCollectors())[0]?.unreachablePorts).toEqual(["9996"]);
    expect((await getAlarms()).length).toBeGreaterThan(0);
  });

  test("return the settings, status, assets and configuration", async () => {
    await replicator();
    expect(await getSettings()).toContainEqual({
      name: "notificationSent",
      value: "127.0.0.1 514",
      enabled: false,
      fields: expect.any(Object) as object,
    });
    const status = await getStatus();
    expect(status.components).toContainEqual({ name: "api", status: "active" });
    expect(status).toMatchObject({
      licenseDaysLeft: expect.any(String) as string,
      version: expect.any(String) as string,
    });
    expect(Array.isArray(await getAssets())).toBe(true);
    const { api, cli } = await getReplicatorConfig();
    expect(api.profile).toContain("/api/1/profile/add/legacy-netops/9996/9996");
    expect(cli.profile).toHaveLength(api.profile.length);
  });

  test("return the version and license, and resolve an address to a name", async () => {
    await replicator();
    expect(await getReplicatorVersion()).toMatchObject({
      apiVersion: 1,
      build: "19.0.1",
      name: "Flow Replicator 19.0",
    });
    expect(await getLicense()).toMatchObject({ daysLeft: expect.any(String) as string, role: "primary" });
    expect(await resolveName({ address: "192.0.2.10" })).toMatchObject({
      address: "192.0.2.10",
      name: "collector.example.net",
      status: "resolved",
      expiry: { epoch: expect.any(Number) as number, time: expect.any(String) as string },
    });
  });

  test("return the current traffic, and exporters without a profile", async () => {
    await replicator();
    const { collectors, exporters, pairs, profiles, totals, cpu } = await getRealtime();
    expect(collectors[0]).toMatchObject({ address: "192.0.2.10", in: { octets: { rate: 48_000 } } });
    expect(exporters).toContainEqual(
      expect.objectContaining({
        address: "192.0.2.20",
        profiles: ["legacy-netops"],
        lastSeen: { epoch: expect.any(Number) as number, timestamp: expect.any(String) as string },
      }),
    );
    expect(pairs[0]).toMatchObject({ exporter: "192.0.2.20", collector: "192.0.2.10", packets: { rate: 40 } });
    expect(profiles[0]).toMatchObject({ name: "legacy-netops" });
    expect(totals.profiles).toEqual({ disabled: 0, enabled: 1, total: 1 });
    expect(cpu).toEqual(expect.any(String));
    expect(await getUnassignedExporters()).toEqual([
      {
        address: "192.0.2.99",
        lastSeen: expect.any(String) as string,
        lastSeenEpoch: expect.any(Number) as number,
        in: { octets: { delta: 307_200, rate: "5120.00" }, packets: { delta: 240, rate: "4.00" } },
        out: expect.any(Object) as object,
      },
    ]);
  });

  test.each([
    ["getProfiles", getProfiles, "show/profile"],
    ["getCollectors", getCollectors, "show/collectors"],
    ["getExporters", getExporters, "show/exporters"],
    ["getAlarms", getAlarms, "show/alarms"],
    ["getAssets", getAssets, "show/assets"],
    ["getSettings", getSettings, "show/settings"],
    ["getStatus", getStatus, "show/status"],
    ["getReplicatorConfig", getReplicatorConfig, "show/config"],
    ["getUnassignedExporters", getUnassignedExporters, "exporter/noprofile"],
  ])("%s passes the filter keyword on to the appliance", async (_name, get, verb) => {
    const sim = await replicator();
    await get({ filter: "no such thing" });
    const [entry] = sim.requests.where({ kind: "read" });
    expect(entry).toMatchObject({ verb, result: "success" });
    expect(entry?.detail).toContain("no such thing");
  });
});

describe("testSecondary", () => {
  test("is false on a primary, in the appliance's words, and true on a secondary", async () => {
    const sim = await replicator();
    expect(await testSecondary()).toEqual({ secondary: false, description: "This appliance is the primary" });
    sim.mutate.setRole("secondary");
    expect((await testSecondary()).secondary).toBe(true);
  });

  test("is false even if the primary answers with an HTTP error status", async () => {
    const sim = await replicator();
    sim.switches.refusalStatus = 400;
    expect((await testSecondary()).secondary).toBe(false);
  });

  test("fails if the appliance does not know the path, even if it says so in JSON", async () => {
    const sim = await replicator();
    const body = JSON.stringify({ result: "error", description: "No such path" });
    sim.faults.add({ match: "/role/test/secondary", kind: { status: 404, body } });
    await expect(testSecondary()).rejects.toThrow("No such path");
  });
});

describe("all functions of a process", () => {
  test("share one session of the replicator", async () => {
    const sim = await replicator();
    await Promise.all([getProfiles(), getCollectors(), getStatus(), getLicense()]);
    await getSettings();
    expect(sim.requests.count({ kind: "session" })).toBe(1);
  });

  test.each([
    [() => getProfiles({ filter: "" }), "getProfiles: filter: must not be empty: leave it out to read everything."],
    [() => getStatus({ filter: ".." }), "getStatus: filter: is not a valid keyword"],
    [() => getLicense({ filter: "x" } as never), 'getLicense: unknown key "filter"; known: site.'],
    [() => resolveName({ address: "localhost" }), "resolveName: address: "],
    [() => resolveName({} as never), "resolveName: address: is required"],
    [() => getAlarms({ site: "" }), "getAlarms: site: must not be empty."],
    [() => getIpGroup({} as never), "getIpGroup: needs name or id."],
    [() => getIpGroup(undefined as never), "getIpGroup: needs name or id."],
    [() => getIpGroup({ name: "Paris", id: 3 } as never), "getIpGroup: takes name or id, not both."],
    [() => getIpGroup({ name: "" }), "getIpGroup: name: must not be empty."],
    [() => getIpGroup({ id: 0 }), "getIpGroup: id: must be an id: a positive whole number."],
    [() => getIpGroup({ nam: "Paris" } as never), 'getIpGroup: unknown key "nam", did you mean "name"?'],
    [() => getIpGroups({ match: "" }), "getIpGroups: match: must not be empty: leave it out to match every name."],
  ])("refuse wrong arguments before any request (%#)", async (get, message) => {
    const sim = await replicator();
    await expect(get()).rejects.toThrow(message);
    expect(sim.requests.count()).toBe(0);
  });
});
