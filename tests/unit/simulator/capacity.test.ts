import { eachTest } from "./support";

const context = eachTest();

const LATENCY_MS = 30;
const create = (name: string): Promise<unknown> => context.probe.ipGroups("saveRule", { new_fc: name, added: [] });

/** The time for six simultaneous requests, in milliseconds. */
async function six(): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(["a", "b", "c", "d", "e", "f"].map(create));
  return performance.now() - startedAt;
}

describe("the capacity of an appliance", () => {
  test("makes requests above it wait, in the order of their arrival", async () => {
    context.sim.setLatency(LATENCY_MS);
    context.sim.setCapacity(2);
    const took = await six();
    // Three rounds of two requests. Timers may fire slightly early.
    expect(took).toBeGreaterThan(3 * LATENCY_MS - 5);
    const ended = [...context.sim.requests].map(({ endedAt }) => endedAt ?? Infinity);
    expect(ended).toEqual([...ended].sort((one, other) => one - other));
    expect(context.sim.gateway.store.ipGroups.size).toBe(3 + 6);
  });

  test("is separate for each appliance: one answers while the other is at its capacity", async () => {
    context.sim.setCapacity(1);
    context.sim.faults.add({ match: "ipgroups/saveRule", kind: "hang" });
    const hanging = create("hangs").catch(() => "closed");
    while (context.sim.requests.inFlight("gateway") === 0) await new Promise(setImmediate);
    expect((await context.probe.login()).body).toHaveProperty("result", "success");
    await context.sim.close();
    expect(await hanging).toBe("closed");
  });

  test("can be raised while requests wait", async () => {
    // Slow enough that all requests arrive before the first one is answered.
    context.sim.setLatency(500);
    context.sim.setCapacity(1);
    const all = six();
    while (context.sim.requests.inFlight("gateway") < 6) await new Promise(setImmediate);
    context.sim.setCapacity(Infinity);
    expect(await all).toBeLessThan(6 * 500);
  });

  test.each([0, -1, 1.5, Number.NaN])("of %p is refused", (capacity) => {
    expect(() => context.sim.setCapacity(capacity)).toThrow("1 or more requests at once");
  });
});
