import type { FaultSpec } from "../../../simulator";
import { seededChance } from "../../../simulator/faults/chance";
import { retryPolicy } from "../../../provider/http/retry";
import { oneWorld } from "../../support/lifecycle";
import type { Properties } from "../../support/provider-calls";
import { countsOf, P, Stack } from "./stage";

const N = 100;
/**
 * The most reads that one reset may cause. Before a creation is repeated, the list is read each second; afterwards it
 * is read once more, followed by what it shows. Each write that ends while a list is read causes another read. For each
 * user of a batch: a search whether it exists, and the group that an adopted user joins.
 */
const LOOKS_A_RESET = 6 + 2 * P;

describe("with some connections reset and slow answers", () => {
  const world = oneWorld();

  beforeEach(() => {
    world.sim.faults.clear();
    world.sim.setLatency(5);
    return world.nextRun();
  });

  /** Resets this share of the connections, half of them before the request is applied. */
  function resetConnections(share: number): void {
    const { sim } = world;
    // A creation that is lost twice is an error by design, so a repeated request is not hit again.
    const hit = new Set<string>();
    const onceEach = (seed: number): NonNullable<FaultSpec["when"]> => {
      const chance = seededChance(seed, share / 2);
      return ({ verb, detail }) => {
        const strikes = chance() && !hit.has(`${verb} ${detail}`);
        if (strikes) hit.add(`${verb} ${detail}`);
        return strikes;
      };
    };
    sim.faults.add({ kind: "resetBeforeApply", when: onceEach(1) });
    sim.faults.add({ kind: "resetAfterApply", when: onceEach(2) });
  }

  /**
   * A write is repeated once for each of its requests that was reset, and in no other case. The number of other reads
   * is limited by the number of resets, and the number of resets by the retry budget of the appliance.
   */
  function expectWithinBudget(writes: Readonly<Record<string, number>>): void {
    const { requests } = world.sim;
    const reset = [...requests].filter(({ status }) => status === 0);
    const resetsOf = (verb: string): number => reset.filter((request) => request.verb === verb).length;
    const { rebuild: _, ...sent } = countsOf(world);
    for (const [verb, needed] of Object.entries(writes)) {
      expect(sent[verb]).toBeLessThanOrEqual(needed + resetsOf(verb));
    }
    const resets = reset.length;
    expect(resets).toBeGreaterThanOrEqual(2);
    expect(resets).toBeLessThanOrEqual(retryPolicy.budget);
    const looks = Object.entries(sent).filter(([verb]) => !Object.hasOwn(writes, verb));
    const looked = looks.reduce((sum, [, count]) => sum + count, 0);
    expect(looked).toBeLessThanOrEqual(2 + LOOKS_A_RESET * resets);
  }

  /** A creation that certainly was not made is an error, and the next up makes it. */
  async function untilDone(stack: Stack): Promise<void> {
    const failed = await stack.up().catch((error: unknown) => error);
    if (failed === undefined) return;
    expect((failed as Error).message).toMatch(/the connection was closed before an answer came/u);
    await untilDone(stack);
  }

  const applied = (verb: string): number =>
    world.sim.requests.where({ action: verb }).filter((request) => request.applied).length;

  test("creating N IP groups creates no group twice and stays within the retry budget", async () => {
    resetConnections(0.05);
    const groups = new Stack(world, "IpGroup", N, (index) => ({ name: `group ${index}`, rules: [{ type: "all" }] }));
    await untilDone(groups);
    expectWithinBudget({ "ipgroups/saveRule": N });
    expect(applied("ipgroups/saveRule")).toBe(N);
    const { store } = world.sim.gateway;
    for (const { id, inputs } of groups.resources) {
      expect(store.ipGroupsNamed(String(inputs["name"])).map((group) => String(group.id))).toEqual([id]);
    }
  });

  test("creating N disabled profiles with a description creates none twice and stays within the retry budget", async () => {
    resetConnections(0.05);
    const profiles = declareProfiles();
    await untilDone(profiles);
    expectWithinBudget({ "profile/add": N, "profile/disable": N, "notate/profile": N });
    expect(applied("profile/add")).toBe(N);
    const { store } = world.sim.replicator;
    for (const { id } of profiles.resources) {
      expect(store.profiles.get(id)).toMatchObject({ enabled: false, description: "branch" });
    }
  });

  function declareProfiles(): Stack {
    const program = (index: number): Properties => ({
      name: `profile ${index}`,
      listeningPort: 1000 + index,
      sendingPort: 1000 + index,
      enabled: false,
      description: "branch",
      // Without it, a profile that was made while every reading was lost is an error.
      onExisting: "adopt",
    });
    return new Stack(world, "ReplicatorProfile", N, program);
  }
});
