import { oneWorld } from "../../support/lifecycle";
import { failureOf, Resource } from "../resource";
import { countsOf, Stack } from "./stage";

describe("settings that limit requests", () => {
  const N = 20;
  const world = oneWorld({ config: { gateway: { concurrency: 3 }, replicator: { rebuild: "never" } } });

  test("no more requests are in flight than concurrency allows", async () => {
    const { sim } = world;
    const groups = new Stack(world, "IpGroup", N, (index) => ({ name: `group ${index}`, rules: [{ type: "all" }] }));
    await world.nextRun();
    sim.setLatency(30);
    await groups.up(N);
    world.provider.nextCommand();
    await groups.destroy(N);
    sim.setLatency(0);
    expect(sim.requests.maxInFlight("gateway")).toBe(3);
  });

  test('with rebuild: "never", no rebuild is sent', async () => {
    const profiles = new Stack(world, "ReplicatorProfile", 2, (index) => ({
      name: `profile ${index}`,
      listeningPort: 1000 + index,
      sendingPort: 9,
    }));
    await world.nextRun();
    await profiles.up();
    world.provider.nextCommand();
    await profiles.destroy();
    const { "profile/add": added, "profile/remove": removed, rebuild } = countsOf(world);
    expect([added, removed, rebuild]).toEqual([2, 2, undefined]);
  });

  test('with rebuild: "never", none is sent either to see whether a lost change was made', async () => {
    await world.nextRun();
    world.sim.switches.showReads = "running";
    world.sim.faults.add({ match: "profile/add", times: 1, kind: "resetAfterApply" });
    const program = { name: "lost", listeningPort: 1100, sendingPort: 9 };
    expect(await failureOf(new Resource(world, "ReplicatorProfile").up(program))).toMatch(
      /the connection was closed before an answer came/u,
    );
    const { "profile/add": added, rebuild } = countsOf(world);
    expect([added, rebuild]).toEqual([1, undefined]);
  });
});
