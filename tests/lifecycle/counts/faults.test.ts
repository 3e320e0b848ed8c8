import type { FaultSpec } from "../../../simulator";
import { seededChance } from "../../../simulator/faults/chance";
import { retryPolicy } from "../../../provider/http/retry";
import type { Properties } from "../../support/provider-calls";
import { P, Stage, type Stack } from "./stage";

const N = 100;
/** On every gateway. */
const GUESTS = 2;
/**
 * What is asked at most because of one reset: a list each second before a creation is sent again, one after it, what they
 * found, and the list once more for each write that ends while it is read; for each user of a batch whether it exists,
 * and the group that it joins when it is adopted.
 */
const LOOKS_A_RESET = 6 + 2 * P;

describe("with 5 % of the connections reset and slow answers", () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.start();
    const { sim } = stage.world;
    sim.setLatency({ min: 0, max: 10 });
    // A creation that is lost twice is an error by design, so no request is hit again when it is repeated.
    const hit = new Set<string>();
    const onceEach = (seed: number): NonNullable<FaultSpec["when"]> => {
      const chance = seededChance(seed, 0.025);
      return ({ verb, detail }) => {
        const strikes = chance() && !hit.has(`${verb} ${detail}`);
        if (strikes) hit.add(`${verb} ${detail}`);
        return strikes;
      };
    };
    sim.faults.add({ kind: "resetBeforeApply", when: onceEach(1) });
    sim.faults.add({ kind: "resetAfterApply", when: onceEach(2) });
    stage.nextRun();
  });
  afterEach(() => stage.close());

  /**
   * A write is sent once more for each of its requests that was reset, and never else; whatever is read besides is bounded
   * by the number of resets, and those by the budget of the appliance.
   */
  function expectWithinBudget(writes: Readonly<Record<string, number>>): void {
    const { requests } = stage.world.sim;
    const reset = [...requests].filter(({ status }) => status === 0);
    const resetsOf = (verb: string): number => reset.filter((request) => request.verb === verb).length;
    const { rebuild: _, ...sent } = stage.counts();
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

  const applied = (verb: string): number =>
    stage.world.sim.requests.where({ action: verb }).filter((request) => request.applied).length;

  it("row: create N IP groups makes no group twice, and stays within the retry budget", async () => {
    const groups = stage.declare("IpGroup", N, (index) => ({ name: `group ${index}`, rules: [{ type: "all" }] }));
    await groups.up();
    expectWithinBudget({ "ipgroups/saveRule": N });
    expect(applied("ipgroups/saveRule")).toBe(N);
    const { store } = stage.world.sim.gateway;
    for (const { id, inputs } of groups.resources) {
      expect(store.ipGroupsNamed(String(inputs["name"])).map((group) => String(group.id))).toEqual([id]);
    }
  });

  it("row: create N users makes no user twice, and stays within the retry budget", async () => {
    const users = stage.declare("User", N, (index) => ({
      name: `user ${index}`,
      password: "first password",
      userGroupIds: [GUESTS],
      onExisting: "adopt",
    }));
    await users.up();
    // Of a batch whose answer is lost, each user is looked for by itself, and adopted where it exists.
    expectWithinBudget({ "user_api/createUser": N });
    const names = [...stage.world.sim.gateway.store.users.values()].map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("user "))).toHaveLength(N);
    expect(new Set(names).size).toBe(names.length);
  });

  it("row: N profiles with description, disabled, are made once each, and stay within the retry budget", async () => {
    const profiles = declareProfiles();
    await profiles.up();
    expectWithinBudget({ "profile/add": N, "profile/disable": N, "notate/profile": N });
    expect(applied("profile/add")).toBe(N);
    const { store } = stage.world.sim.replicator;
    for (const { id } of profiles.resources) {
      expect(store.profiles.get(id)).toMatchObject({ enabled: false, description: "branch" });
    }
    expect(store.uncoveredChanges()).toEqual([]);
  });

  function declareProfiles(): Stack {
    const program = (index: number): Properties => ({
      name: `profile ${index}`,
      listeningPort: 1000 + index,
      sendingPort: 1000 + index,
      enabled: false,
      description: "branch",
    });
    return stage.declare("ReplicatorProfile", N, program);
  }
});
