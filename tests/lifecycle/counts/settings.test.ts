import { Stage } from "./stage";

describe("settings that limit requests", () => {
  const N = 20;
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.start({ config: { gateway: { concurrency: 3 }, replicator: { rebuild: "never" } } });
  });
  afterAll(() => stage.close());

  test("no more requests are in flight than concurrency allows", async () => {
    const { sim } = stage.world;
    const groups = stage.declare("IpGroup", N, (index) => ({ name: `group ${index}`, rules: [{ type: "all" }] }));
    stage.nextRun();
    sim.setLatency(30);
    await groups.up(N);
    await groups.destroy(N);
    sim.setLatency(0);
    expect(sim.requests.maxInFlight("gateway")).toBe(3);
  });

  test('with rebuild: "never", no rebuild is sent', async () => {
    const profiles = stage.declare("ReplicatorProfile", 2, (index) => ({
      name: `profile ${index}`,
      listeningPort: 1000 + index,
      sendingPort: 9,
    }));
    stage.nextRun();
    await profiles.up();
    await profiles.destroy();
    const { "profile/add": added, "profile/remove": removed, rebuild } = stage.counts();
    expect([added, removed, rebuild]).toEqual([2, 2, undefined]);
  });
});
