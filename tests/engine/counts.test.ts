import { declare, openStage, type Stage, stateOf } from "./support";

/**
 * The number of operations that the engine runs at the same time. It is fixed so that the limit is the same on every
 * machine.
 */
const PARALLEL = 8;
const parallel = { args: ["--parallel", String(PARALLEL)] };
const IP_GROUPS = 12;
const REPLICATOR_RESOURCES = 20;

/** Twelve IP groups. The parameters describe the first one. */
const ipGroups = (name: string, address: string): string => `
new IpGroup("group-0", { name: "${name}", rules: [rule.ip("${address}"), rule.network("10.9.0.0/16")] });
for (let i = 1; i < ${IP_GROUPS}; i++) new IpGroup("group-" + i, { rules: [rule.network("10." + i + ".0.0/16")] });
`;
/** Twelve profiles. Eight of them contain a collector. */
const profiles = `
for (let i = 0; i < 12; i++) {
  const profile = new ReplicatorProfile("profile-" + i, { listeningPort: 3000 + i, sendingPort: 4000 + i });
  if (i % 3 !== 0) new Collector("collector-" + i, { address: "10.0.0." + i, profiles: [profile] });
}
`;

const times = (count: number, verb: string): string[] => Array<string>(count).fill(verb);

describe("the requests that the engine causes", () => {
  let stage: Stage;

  beforeAll(async () => {
    // A forced rebuild takes some time on an appliance. A change in the meantime waits for the next rebuild.
    stage = await openStage({ simulator: { switches: { rebuildMs: 600 } }, engine: { keepProcesses: true } });
  });
  afterAll(() => stage.close());

  test("creating N IP groups sends one list request and N saveRule requests", async () => {
    const { sim, engine } = stage;
    await engine.program(declare(ipGroups("group-0", "10.0.0.1")));
    await engine.up(parallel);
    expect(sim.requests.verbs().sort()).toEqual([
      "ipgroups/loadTreeRootFast",
      ...times(IP_GROUPS, "ipgroups/saveRule"),
    ]);
  });

  describe("an up that changes a group's name and rule and creates 20 replicator resources", () => {
    beforeAll(async () => {
      const { sim, engine } = stage;
      sim.requests.clear();
      await engine.program(declare(ipGroups("renamed", "10.0.0.2"), profiles));
      await engine.up(parallel);
    });

    test("sends one update and two reads to the gateway", () => {
      const verbs = stage.sim.requests.verbs({ appliance: "gateway" });
      expect(verbs).toEqual(["ipgroups/loadTreeRootFast", "ipgroups/loadRules", "ipgroups/update"]);
    });

    test("sends one login, one configuration read and one more per rebuild, one role check and one request per resource to the replicator", () => {
      const all = stage.sim.requests.verbs({ appliance: "replicator" });
      const verbs = all.filter((verb) => verb !== "rebuild");
      expect(verbs.slice(0, 3)).toEqual(["login", "show/config", "license/check"]);
      const changes = [...times(8, "collector/add"), ...times(12, "profile/add")];
      expect(verbs.slice(3).sort()).toEqual([...changes, ...times(all.length - verbs.length, "show/config")]);
    });

    test("sends at most ceil(20/p) + 2 rebuilds, and each change is covered by a rebuild that began after it", () => {
      const { store } = stage.sim.replicator;
      expect(store.changes).toHaveLength(REPLICATOR_RESOURCES);
      expect(store.uncoveredChanges()).toEqual([]);
      expect(store.rebuilds.length).toBeLessThanOrEqual(Math.ceil(REPLICATOR_RESOURCES / PARALLEL) + 2);
    });

    test("stores at most 100 bytes of provider text per resource in the state", async () => {
      const resources = await stateOf(stage.engine);
      expect(resources).toHaveLength(IP_GROUPS + REPLICATOR_RESOURCES);
      for (const { inputs, outputs } of resources) {
        const text = String(inputs["__provider"]);
        expect(text).toContain("pulumi-flowgate/provider");
        expect(text.length).toBeLessThanOrEqual(100);
        expect(outputs["__provider"]).toBe(text);
      }
    });
  });

  test("refresh sends one list and one read per group to the gateway, and one login and at most 5 reads to the replicator", async () => {
    const { sim, engine } = stage;
    sim.requests.clear();
    await engine.refresh(parallel);
    const gateway = sim.requests.verbs({ appliance: "gateway" });
    expect(gateway.sort()).toEqual([...times(IP_GROUPS, "ipgroups/loadRules"), "ipgroups/loadTreeRootFast"]);
    expect(sim.requests.count({ appliance: "replicator", kind: "session" })).toBe(1);
    expect(sim.requests.count({ appliance: "replicator", kind: "read" })).toBeLessThanOrEqual(5);
    expect(sim.requests.count({ kind: "write" })).toBe(0);
  });

  test("destroy sends one list and at most N delete requests for N groups", async () => {
    const { sim, engine } = stage;
    sim.requests.clear();
    await engine.destroy(parallel);
    const deletions = sim.requests.count({ action: "ipgroups/delete" });
    expect(deletions).toBeLessThanOrEqual(IP_GROUPS);
    const lists = times(1, "ipgroups/loadTreeRootFast");
    expect(sim.requests.verbs({ appliance: "gateway" }).sort()).toEqual([
      ...times(deletions, "ipgroups/delete"),
      ...lists,
    ]);
  });
});
