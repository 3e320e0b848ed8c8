import { declare, hosts, oneStage } from "./support";

/** A program that queries both appliances, before and after it creates something. */
const program = declare(`
const { filter } = flowgate;
const hour = { dateRange: "Custom", start: new Date("2026-01-31T08:00:00Z"), end: "2026-01-31T09:00:00Z" };
const group = new IpGroup("paris", { rules: [rule.network("10.1.0.0/16")] });
const loopback = IpGroup.get("loopback", "103");
const legacy = ReplicatorProfile.get("legacy", "legacy-netops");

module.exports = async () => {
  const [profiles, factory] = await Promise.all([
    flowgate.getProfiles(),
    flowgate.getIpGroups({ notMatch: "paris" }),
  ]);
  const profile = new ReplicatorProfile("copy", {
    name: profiles[0].name + "-copy", listeningPort: profiles[0].listeningPort + 1, sendingPort: 4000,
  });
  const report = flowgate.runReportOutput({
    ...hour, filters: [filter.ipGroup(group), filter.allExporters()], unit: "bytes", window: { limit: 2 },
  });
  return {
    factory: factory.length,
    read: pulumi.all([loopback.name, loopback.rules, legacy.listeningPort]),
    rules: flowgate.getIpGroupOutput({ id: group.id }).rules,
    collectors: flowgate.getCollectorsOutput({ filter: profile.name }).apply((found) => found.length),
    rows: report.rows.apply((rows) => rows.length),
    total: report.total.apply((total) => total.sum_octetdeltacount.label),
  };
};`);

describe.each(hosts)("a program that uses functions, with %s", (_what, plugin) => {
  const stage = oneStage({ plugin });

  beforeAll(async () => {
    await stage.engine.program(program);
  });

  test("queries the appliances in the preview, and changes nothing there", async () => {
    const { sim, engine } = stage;
    const { changes } = await engine.preview();
    expect(changes["create"]).toBe(3);
    expect(sim.requests.count({ kind: "write" })).toBe(0);
    // A preview does not run queries that depend on the group, since the group does not exist yet.
    const read = ["ipgroups/loadTreeRootFast", "login", "show/collectors", "show/profile"];
    const got = ["ipgroups/loadRules", "ipgroups/loadTreeRootFast", "login", "show/config", "show/profile"];
    expect(sim.requests.verbs().sort()).toEqual([...read, ...got, ...(plugin ? ["logout", "logout"] : [])].sort());
  });

  test("returns the answers as outputs after up", async () => {
    const { sim, engine } = stage;
    sim.requests.clear();
    await engine.up();
    expect(await engine.outputs()).toEqual({
      factory: 3,
      read: ["Loopback", [{ type: "ip", address: "127.0.0.1" }], 9996],
      rules: [{ type: "network", cidr: "10.1.0.0/16" }],
      collectors: 0,
      rows: 2,
      total: expect.stringMatching(/^[\d.]+ [kMG]?B\/s$/u) as string,
    });
    expect(sim.replicator.store.profiles.has("legacy-netops-copy")).toBe(true);
    // Functions and resources have a session each. The plugin ends both.
    expect(sim.requests.count({ action: /^\/login/u })).toBe(2);
    expect(sim.requests.count({ action: /^\/logout/u })).toBe(plugin ? 2 : 0);
  });

  test("is destroyed without what get has read", async () => {
    const { sim, engine } = stage;
    await engine.destroy();
    const { ipGroups } = sim.gateway.store;
    expect([[...ipGroups.keys()], [...sim.replicator.store.profiles.keys()]]).toEqual([
      [101, 102, 103],
      ["legacy-netops"],
    ]);
  });
});
