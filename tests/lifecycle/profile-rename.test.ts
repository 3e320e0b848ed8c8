import { freshWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, Resource } from "./resource";

describe("when a profile is renamed", () => {
  const world = freshWorld();
  let profile: Resource;
  /** Two collectors and a policy, with what they declare besides the profile. */
  let dependents: readonly (readonly [Resource, (name: string) => Properties])[];
  const ports = { listeningPort: 3001, sendingPort: 4001 };
  const profileAs = (name: string): Properties => ({ name, ...ports, description: "edge" });

  beforeEach(async () => {
    profile = await newResource(world, "ReplicatorProfile", profileAs("old"));
    dependents = [
      [new Resource(world, "Collector"), (name) => ({ address: "10.1.0.1", profiles: [name], threshold: 100 })],
      [new Resource(world, "Collector"), (name) => ({ address: "10.1.0.2", profiles: [name], description: "rack" })],
      [new Resource(world, "Policy"), (name) => ({ cidr: "10.2.0.0/16", profile: name, kind: "include" })],
    ];
    await follow("old");
    world.sim.requests.clear();
  });

  /** Updates the dependents after the profile, in the engine's order. */
  function follow(name: string): Promise<string[]> {
    return Promise.all(dependents.map(([one, programOf]) => one.up(programOf(name))));
  }

  test.each(["without a refresh", "after a refresh", "after a refresh in another order"])(
    "dependents that missed two renames follow in the next run, %s",
    async (order) => {
      for (const name of ["between", "new"]) {
        await profile.up(profileAs(name));
        await world.nextRun();
      }
      const all = [profile, ...dependents.map(([one]) => one)];
      if (order.endsWith("order")) all.reverse();
      const found = order.startsWith("without") ? [] : await Promise.all(all.map((one) => one.refresh()));
      expect(found).not.toContain("gone");
      const step = found.length === 0 ? "update" : "same";
      expect(await follow("new")).toEqual([step, step, step]);
      expect(world.changes()).toEqual([]);
      if (found.length === 0) expect(world.sim.requests.verbs()).toEqual(["login", "show/config"]);
    },
  );

  test("using its old name for a new profile is a clear error in the same run, and works in the next run", async () => {
    await world.nextRun();
    await profile.declare(profileAs("new"));
    const second = new Resource(world, "ReplicatorProfile");
    const program = { name: "old", listeningPort: 7000, sendingPort: 7001 };
    world.sim.requests.clear();
    const message = await failureOf(second.declare(program));
    expect(message).toMatch(/^ReplicatorProfile "old" on .* renamed to "new" in this run\. .*next run/u);
    expect(world.changes()).toEqual([]);
    await world.nextRun();
    expect(await second.up(program)).toBe("create");
    await follow("new");
    expect(world.sim.replicator.store.profiles.get("old")?.collectors.size).toBe(0);
  });

  test("a profile that was removed by hand is not confused with a profile of others that has the new name", async () => {
    world.sim.mutate.removeProfile("old");
    world.sim.mutate.addProfile("new", 5000, 6000);
    const held = world.sim.snapshot();
    await world.nextRun();
    const message = await failureOf(profile.up(profileAs("new")));
    expect(message).toMatch(/it is no longer on the replicator: pulumi up --refresh$/u);
    expect(world.sim.snapshot()).toBe(held);
    await world.nextRun();
    expect(await profile.refresh()).toBe("gone");
  });

  test("a profile of others that took its name is left by destroy", async () => {
    world.sim.mutate.removeProfile("old");
    world.sim.mutate.addProfile("old", 5000, 6000);
    const held = world.sim.snapshot();
    await world.nextRun();
    expect(await failureOf(profile.destroy())).toContain("its ports are 5000 and 6000 now, so it may be a profile of");
    expect(world.sim.snapshot()).toBe(held);
  });

  test("a rename to the name of another profile is refused, and nothing is lost", async () => {
    const held = world.sim.snapshot();
    const message = await failureOf(profile.up(profileAs("legacy-netops")));
    expect(message).toMatch(/a profile "legacy-netops" exists: to swap names/u);
    expect(world.changes()).toEqual([]);
    expect(world.sim.snapshot()).toBe(held);
  });

  test("two profiles that exchange their names in one run are refused, and nothing is lost", async () => {
    const otherAs = (name: string): Properties => ({ name, listeningPort: 7000, sendingPort: 7001 });
    const other = await newResource(world, "ReplicatorProfile", otherAs("other"));
    const held = world.sim.snapshot();
    const faults = await Promise.all([failureOf(profile.up(profileAs("other"))), failureOf(other.up(otherAs("old")))]);
    for (const message of faults) expect(message).toMatch(/run pulumi up twice/u);
    expect(world.sim.snapshot()).toBe(held);
  });
});
