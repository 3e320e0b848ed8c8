import { oneWorld } from "../support/lifecycle";
import { PartialFault } from "../support/provider-calls";
import { Resource } from "../lifecycle/resource";

const world = oneWorld();
let before: string;
beforeEach(() => {
  before = world.store();
  world.sim.requests.clear();
});
afterEach(() => {
  expect(world.store()).toBe(before);
});

/** Runs `up` while rebuilds are refused. */
const whileBusy = (up: () => Promise<unknown>): Promise<unknown> =>
  up().finally(world.sim.faults.add({ match: "rebuild", kind: { refuse: "Busy" } }).remove);

describe("a forced rebuild", () => {
  const program = { name: "rebuilt", listeningPort: 3200, sendingPort: 9 };

  test("that fails with strictRebuild leaves the resource partly done, and the next up forces another rebuild", async () => {
    const strict = { config: { replicator: { strictRebuild: true } } };
    await world.nextRun(strict);
    const profile = new Resource(world, "ReplicatorProfile");
    const fault: unknown = await whileBusy(() => profile.up(program)).catch((reason: unknown) => reason);
    expect(fault).toBeInstanceOf(PartialFault);
    expect(String(fault)).toMatch(/ReplicatorProfile "rebuilt" on .*the rebuild failed: Busy/u);
    expect(profile.id).toBe("rebuilt");
    expect(world.sim.replicator.store.uncoveredChanges()).not.toEqual([]);
    await expect(whileBusy(() => profile.up(program))).rejects.toThrow("Busy");
    world.sim.requests.clear();
    expect(await profile.up(program)).toBe("update");
    expect(world.sim.requests.verbs({ kind: "write" })).toEqual(["rebuild"]);
    expect(world.sim.replicator.store.uncoveredChanges()).toEqual([]);
    expect(await profile.up(program)).toBe("same");
    await profile.destroy();
    await world.nextRun();
  });
});
