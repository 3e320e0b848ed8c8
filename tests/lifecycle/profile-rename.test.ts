import { oneWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, Resource } from "./resource";

/** A profile with its dependents. No other test uses their names. */
interface Site {
  readonly profile: Resource;
  readonly collectors: readonly [Resource, Resource];
  readonly policy: Resource;
  /** The declarations while the profile has the given name. */
  readonly profileAs: (name: string) => Properties;
  readonly collectorsAs: (...names: string[]) => [Properties, Properties];
  readonly policyAs: (name: string) => Properties;
}

describe("when a profile is renamed", () => {
  const world = oneWorld();
  let count = 0;
  let before: string;
  let site: Site;

  beforeEach(async () => {
    count += 1;
    before = world.store();
    await begin();
  });
  /** Destroys what a test has left, dependents first. */
  afterEach(async () => {
    const dependents = [...site.collectors, site.policy].filter(({ exists }) => exists);
    await Promise.all(dependents.map((resource) => resource.destroy()));
    if (site.profile.exists) await site.profile.destroy();
    expect(world.store()).toBe(before);
  });

  const store = (): World["sim"]["replicator"]["store"] => world.sim.replicator.store;

  /** Creates a profile "<n> old" with two collectors and a policy. */
  async function begin(): Promise<void> {
    const n = count;
    site = {
      profile: new Resource(world, "ReplicatorProfile"),
      collectors: [new Resource(world, "Collector"), new Resource(world, "Collector")],
      policy: new Resource(world, "Policy"),
      profileAs: (name) => ({ name, listeningPort: 3000 + n, sendingPort: 4000 + n, description: "edge" }),
      collectorsAs: (...profiles) => [
        { address: `10.1.${n}.1`, profiles, threshold: 100 },
        { address: `10.1.${n}.2`, profiles, description: "rack" },
      ],
      policyAs: (profile) => ({ cidr: `10.${n}.0.0/16`, profile, kind: "include" }),
    };
    const old = `${n} old`;
    await site.profile.up(site.profileAs(old));
    await follow(old);
    world.sim.requests.clear();
  }

  /** Updates the dependents after the profile, in the engine's order. */
  async function follow(name: string): Promise<string[]> {
    const [first, second] = site.collectorsAs(name);
    return Promise.all([
      site.collectors[0].up(first),
      site.collectors[1].up(second),
      site.policy.up(site.policyAs(name)),
    ]);
  }

  test.each(["without a refresh", "after a refresh", "after a refresh in another order"])(
    "dependents that missed the rename follow in the next run, %s",
    async (order) => {
      await site.profile.up(site.profileAs(`${count} new`));
      await world.nextRun();
      const all = [site.profile, ...site.collectors, site.policy];
      if (order.endsWith("order")) all.reverse();
      const found = order.startsWith("without") ? [] : await Promise.all(all.map((one) => one.refresh()));
      expect(found).not.toContain("gone");
      const step = found.length === 0 ? "update" : "same";
      expect(await follow(`${count} new`)).toEqual([step, step, step]);
      expect(world.changes()).toEqual([]);
      if (found.length === 0) expect(world.sim.requests.verbs()).toEqual(["login", "show/config"]);
    },
  );

  test("using its old name for a new profile is a clear error in the same run, and works in the next run", async () => {
    await world.nextRun();
    await site.profile.declare(site.profileAs(`${count} new`));
    const second = new Resource(world, "ReplicatorProfile");
    const program = { name: `${count} old`, listeningPort: 7000, sendingPort: 7001 };
    world.sim.requests.clear();
    const message = await failureOf(second.declare(program));
    expect(message).toMatch(/^ReplicatorProfile "\d+ old" on .* renamed to "\d+ new" in this run\. .*next run/u);
    expect(world.changes()).toEqual([]);
    await world.nextRun();
    expect(await second.up(program)).toBe("create");
    await follow(`${count} new`);
    expect(store().profiles.get(`${count} old`)?.collectors.size).toBe(0);
    await second.destroy();
  });

  test("a profile that was removed by hand is not confused with a profile of others that has the new name", async () => {
    world.sim.mutate.removeProfile(`${count} old`);
    world.sim.mutate.addProfile(`${count} new`, 5000 + count, 6000 + count);
    const held = world.sim.snapshot();
    await world.nextRun();
    const message = await failureOf(site.profile.up(site.profileAs(`${count} new`)));
    expect(message).toMatch(/it is no longer on the replicator: run pulumi up --refresh\./u);
    expect(world.sim.snapshot()).toBe(held);
    await world.nextRun();
    expect(await site.profile.refresh()).toBe("gone");
    world.sim.mutate.removeProfile(`${count} new`);
  });

  test("a rename to the name of another profile is refused, and nothing is lost", async () => {
    const held = world.sim.snapshot();
    const message = await failureOf(site.profile.up(site.profileAs("legacy-netops")));
    expect(message).toMatch(/a profile "legacy-netops" exists: to swap names/u);
    expect(world.changes()).toEqual([]);
    expect(world.sim.snapshot()).toBe(held);
  });

  test("two profiles that exchange their names in one run are refused, and nothing is lost", async () => {
    const other = new Resource(world, "ReplicatorProfile");
    const otherAs = (name: string): Properties => ({ name, listeningPort: 7000, sendingPort: 7001 });
    await other.up(otherAs(`${count} other`));
    const held = world.sim.snapshot();
    const faults = await Promise.all([
      failureOf(site.profile.up(site.profileAs(`${count} other`))),
      failureOf(other.up(otherAs(`${count} old`))),
    ]);
    for (const message of faults) expect(message).toMatch(/run pulumi up twice/u);
    expect(world.sim.snapshot()).toBe(held);
    await other.destroy();
  });
});
