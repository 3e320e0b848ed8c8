import { benchOfKinds, kinds } from "../faults/kinds";
import { samples } from "../kinds/samples";
import { expectKept, failureOf, Resource } from "../lifecycle/resource";
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
    const up = async (program: Properties, expected: readonly RegExp[]): Promise<void> => {
      world.sim.requests.clear();
      await resource.up(program);
      const sent = world.sim.requests
        .where({ kind: "write" })
        .map(({ action, verb, detail }) => `${action} ${verb} ${detail}`);
      expect(sent.filter((text) => !text.startsWith("/rebuild"))).toEqual(
        expect.arrayContaining(expected.map((line) => expect.stringMatching(line) as string)),
      );
    };
    await world.provider.kind(kind).previewCreate(await resource.check(first));
    expect(world.sent()).toEqual([]);
    await up(first, changes.create);
    expect(resource.outputs["appliance"]).toMatch(/^http:/u);
    expect(await resource.preview(first)).toBe("same");
    await world.nextRun();
    await up(second, changes.update);
    await expectKept(world, resource, second);
    await bench.end(resource);
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

test("an error of the appliance is one sentence, and the state is kept", async () => {
  const group = await bench.made("IpGroup");
  const said = await bench.during({ refuse: "The disk is full" }, /delete/u, () => failureOf(group.destroy()));
  expect(said).toMatch(/^IpGroup ".+" on 127\.0\.0\.1:\d+: [\w ]+ failed: The disk is full\.$/u);
  expect(group.exists).toBe(true);
  await bench.end(group);
});

test("an unknown value in an input that replaces is a replacement, and any other an update", async () => {
  const { full, entry } = samples.Policy;
  const { id, outputs } = entry(full);
  const diff = (news: Properties): Promise<unknown> =>
    world.provider.kind("Policy").diff(id, { ...full, ...outputs }, { ...full, ...news });
  expect(await diff({ cidr: UNKNOWN })).toEqual({ changes: true, replaces: ["cidr"], deleteBeforeReplace: false });
  expect(await diff({ profile: UNKNOWN })).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
});

test("a user group is replaced by delete-before-replace under its name", async () => {
  const group = new Resource(world, "UserGroup" satisfies Kind);
  await group.up({ name: "ops", templateUserGroupId: 1 });
  const { id } = group;
  await world.nextRun();
  expect(await group.up({ name: "ops", templateUserGroupId: 2 })).toBe("replace");
  expect(group.id).not.toBe(id);
  await bench.end(group);
});
