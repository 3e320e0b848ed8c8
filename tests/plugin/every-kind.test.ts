import "../support/plugin-host.cjs";
import { benchOfKinds, kinds } from "../faults/kinds";
import { diffOf, samples } from "../kinds/samples";
import { expectKept, Resource } from "../lifecycle/resource";
import { PartialFault, type Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/unknown";
import type { Kind } from "../../provider/registry";

/**
 * What the plugin does otherwise than the dynamic provider, with each kind: it answers the engine's calls itself. The long
 * run repeats the whole lifecycle through the plugin.
 */
const bench = benchOfKinds();
const { world } = bench;

test.each(kinds)(
  "%s: is previewed, created, updated, read and deleted, with one change for each line of its table",
  async (kind) => {
    const { first, second, changes } = bench.declared(kind);
    const resource = new Resource(world, kind);
    const sends = async (expected: readonly RegExp[], call: Promise<unknown>): Promise<void> => {
      await call;
      const sent = bench.changes().map((text) => String(expected.find((line) => line.test(text)) ?? text));
      expect(sent.sort()).toEqual(expected.map(String).sort());
    };
    await world.provider.kind(kind).previewCreate(await resource.check(first));
    expect(world.sent()).toEqual([]);
    await sends(changes.create, resource.up(first));
    expect(resource.outputs["appliance"]).toMatch(/^http:/u);
    expect(await resource.preview(first)).toBe("same");
    await world.nextRun();
    await sends(changes.update, resource.up(second));
    await expectKept(world, resource, second);
    world.sim.requests.clear();
    await sends(changes.delete, bench.end(resource));
  },
);

test("a creation that succeeded in part leaves an object that the next up completes", async () => {
  const profile = new Resource(world, "ReplicatorProfile");
  const program = { name: "off", listeningPort: 2055, sendingPort: 2056, enabled: false };
  const fault = world.sim.faults.add({ match: "profile/disable", kind: { refuse: "Not now" } });
  await expect(profile.up(program)).rejects.toThrow(PartialFault);
  fault.remove();
  expect(profile.exists).toBe(true);
  expect(await profile.up(program)).toBe("update");
  expect(world.sim.replicator.store.profiles.get("off")?.enabled).toBe(false);
  await bench.end(profile);
});

test("an unknown value in an input that replaces is a replacement, and any other an update; one name is deleted first", async () => {
  const diff = (kind: Kind, news: Properties): Promise<unknown> =>
    diffOf(world.provider.kind(kind), samples[kind].full, { ...samples[kind].full, ...news });
  const changes = { changes: true, deleteBeforeReplace: false };
  expect(await diff("Policy", { cidr: UNKNOWN })).toEqual({ ...changes, replaces: ["cidr"] });
  expect(await diff("Policy", { profile: UNKNOWN })).toEqual({ ...changes, replaces: [] });
  const first = { changes: true, replaces: ["password"], deleteBeforeReplace: true };
  expect(await diff("User", { password: "another password" })).toEqual(first);
});
