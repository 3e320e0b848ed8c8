import { declare, hosts, oneStage } from "./support";

/** A program that asks the appliances, and creates. A function reads a list anew; the `get` after it may share that. */
const program = declare(`
const group = new IpGroup("paris", { rules: [rule.network("10.1.0.0/16")] });
const legacy = ReplicatorProfile.get("legacy", "legacy-netops");

module.exports = async () => {
  const factory = await flowgate.getIpGroups({ notMatch: "paris" });
  const loopback = IpGroup.get("loopback", "Loopback");
  new ReplicatorProfile("copy", { name: legacy.name.apply((name) => name + "-copy"), listeningPort: 9997, sendingPort: 4000,
  });
  return {
    factory: factory.length,
    read: pulumi.all([loopback.name, loopback.rules, legacy.listeningPort]),
    rules: flowgate.getIpGroupOutput({ id: group.id }).rules,
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
    // In the plugin, functions and resources share one list.
    const lists = ["ipgroups/loadTreeRootFast", ...(plugin ? [] : ["ipgroups/loadTreeRootFast"])];
    const got = ["ipgroups/loadRules", "login", "show/config", "show/profile"];
    expect(sim.requests.verbs().sort()).toEqual([...lists, ...got, ...(plugin ? ["logout"] : [])].sort());
  });

  test("returns the answers as outputs after up", async () => {
    const { sim, engine } = stage;
    sim.requests.clear();
    await engine.up();
    expect(await engine.outputs()).toEqual({
      factory: 3,
      read: ["Loopback", [{ type: "ip", address: "127.0.0.1" }], 9996],
      rules: [{ type: "network", cidr: "10.1.0.0/16" }],
    });
    expect(sim.replicator.store.profiles.has("legacy-netops-copy")).toBe(true);
    expect(sim.requests.count({ action: /^\/login/u })).toBe(1);
    expect(sim.requests.count({ action: /^\/logout/u })).toBe(plugin ? 1 : 0);
  });

  test("is destroyed without what get has read", async () => {
    const { sim, engine } = stage;
    await engine.destroy({ args: ["--refresh"] });
    const { ipGroups } = sim.gateway.store;
    expect([[...ipGroups.keys()], [...sim.replicator.store.profiles.keys()]]).toEqual([
      [101, 102, 103],
      ["legacy-netops"],
    ]);
  });
});
