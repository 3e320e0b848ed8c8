import { app } from "../kinds/permission";
import { inParallel } from "../support/in-parallel";
import { oneWorld, type RunOptions } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";

const world = oneWorld();
const inOneCommand = (kind: string): Resource => new Resource(world.oneCommand, kind);
const limited = (config: object): RunOptions => ({ config: config as NonNullable<RunOptions["config"]> });
const rules = (address: string): object[] => [{ type: "ip", address }];
const groups = (...names: string[]): Properties => ({
  groups: Object.fromEntries(names.map((name, index) => [name, { rules: rules(`10.0.0.${String(index + 1)}`) }])),
});
const grants = (...seccodes: string[]): Properties => ({ userGroup: 2, permissions: seccodes.map(app) });
const names = (): string[] => [...world.sim.gateway.store.ipGroups.values()].map(({ name }) => name);
const unlimited = async (work: () => Promise<unknown>): Promise<void> => {
  await world.nextRun({ config: {} });
  await work();
};

/** Creates single groups, each a resource. */
async function singles(prefix: string, count: number): Promise<Resource[]> {
  await world.nextRun({ config: {} });
  const made = Array.from({ length: count }, () => inOneCommand("IpGroup"));
  for (const [index, one] of made.entries()) {
    await one.up({ name: `${prefix} ${String(index)}`, rules: rules(`10.1.0.${String(index)}`) });
  }
  return made;
}

describe("flowgate:maxDeletes", () => {
  test("refuses an IpGroups that would delete more, in its diff, before any request", async () => {
    const tree = inOneCommand("IpGroups");
    await unlimited(() => tree.up(groups("Keep", "One", "Two", "Three")));
    await world.nextRun(limited({ maxDeletes: 2 }));
    const sentence =
      /would delete 3 objects: "One", "Three", "Two", and flowgate:maxDeletes allows 2 in one command\. Nothing was sent\. To allow it once, set FLOWGATE_MAX_DELETES /u;
    await expect(tree.preview(groups("Keep"))).rejects.toThrow(sentence);
    await expect(tree.up(groups("Keep"))).rejects.toThrow(sentence);
    await expect(tree.remove()).rejects.toThrow(/would delete 4 objects/u);
    expect(world.sim.requests.verbs()).toEqual([]);
    await world.nextRun(limited({ maxDeletes: 3 }));
    await tree.up(groups("Keep"));
    expect(names().filter((name) => /^(?:Keep|One|Two|Three)$/u.test(name))).toEqual(["Keep"]);
    await unlimited(() => tree.remove());
  });

  test.each([1, 64])("deletes at most that many single resources, %i at once", async (parallel) => {
    const made = await singles(`Single ${String(parallel)}`, 12);
    await world.nextRun(limited({ maxDeletes: 5 }));
    const refused: string[] = [];
    await inParallel(made, parallel, (one) => one.remove().catch((error: unknown) => refused.push(String(error))));
    expect(refused).toHaveLength(7);
    for (const text of refused) expect(text).toMatch(/besides 5 of other resources, and flowgate:maxDeletes allows 5/u);
    expect(names().filter((name) => name.startsWith(`Single ${String(parallel)}`))).toHaveLength(7);
    await unlimited(() => Promise.all(made.filter(({ exists }) => exists).map((one) => one.remove())));
  });

  test("counts what several resources delete together, and a resource once however often it is compared", async () => {
    const [first, second] = [inOneCommand("IpGroups"), inOneCommand("IpGroups")];
    await unlimited(async () => {
      await first.up(groups("A", "B", "C"));
      await second.up(groups("D", "E", "F"));
    });
    await world.nextRun(limited({ maxDeletes: 3 }));
    for (let time = 0; time < 3; time += 1) expect(await first.preview(groups("A"))).toBe("update");
    await expect(second.up(groups("D"))).rejects.toThrow(/besides 2 of other resources/u);
    await first.up(groups("A"));
    expect(names().filter((name) => /^[A-F]$/u.test(name))).toEqual(["A", "D", "E", "F"]);
    await unlimited(() => Promise.all([first.remove(), second.remove()]));
  });

  test("counts a replacement, and withdrawn rights one by one", async () => {
    const [collector, set] = [inOneCommand("Collector"), inOneCommand("PermissionSet")];
    const profile = inOneCommand("ReplicatorProfile");
    await unlimited(async () => {
      await profile.up({ name: "guarded", listeningPort: 2055, sendingPort: 2056 });
      await collector.up({ address: "10.9.0.1", profiles: ["guarded"] });
      await set.up(grants("alarmsTab", "mapsTab", "helpTab"));
    });
    await world.nextRun(limited({ maxDeletes: 0 }));
    await expect(collector.up({ address: "10.9.0.2", profiles: ["guarded"] })).rejects.toThrow(
      /would delete 1 object: "10\.9\.0\.1"/u,
    );
    await expect(set.up(grants("alarmsTab"))).rejects.toThrow(/would delete 2 objects: "app helpTab of user group 2/u);
    expect(world.changes()).toEqual([]);
    // A change that deletes nothing is not limited.
    await set.up(grants("alarmsTab", "mapsTab", "helpTab", "statusTab"));
    await unlimited(async () => {
      await set.remove();
      await collector.remove();
      await profile.remove();
    });
  });

  test("does not count what destroy leaves", async () => {
    const policy = inOneCommand("Policy");
    world.sim.mutate.addProfile("found", 2055, 2056);
    world.sim.mutate.addPolicy("found", { kind: "include", network: "10.3.0.0", prefixLength: 16 });
    await unlimited(() => policy.up({ cidr: "10.3.0.0/16", profile: "found", kind: "include" }));
    await world.nextRun(limited({ maxDeletes: 0 }));
    await policy.remove();
    expect(world.changes()).toEqual([]);
  });

  test("does not count what left the appliance by hand", async () => {
    const tree = inOneCommand("IpGroups");
    await unlimited(() => tree.up(groups("Left", "Gone 1", "Gone 2")));
    const { ipGroups } = world.sim.gateway.store;
    for (const [id, { name }] of ipGroups) if (name.startsWith("Gone")) ipGroups.delete(id);
    await world.nextRun(limited({ maxDeletes: 0 }));
    expect(await tree.refresh()).toBe("changed");
    expect(await tree.up(groups("Left"))).toBe("same");
    await unlimited(() => tree.remove());
  });
});

test("FLOWGATE_MAX_DELETES allows more once", async () => {
  const [one, other] = await singles("Once", 2);
  await world.nextRun({ ...limited({ maxDeletes: 0 }), env: { FLOWGATE_MAX_DELETES: "1" } });
  await one?.remove();
  await expect(other?.remove()).rejects.toThrow(/FLOWGATE_MAX_DELETES allows 1/u);
  await unlimited(() => other?.remove() ?? Promise.resolve());
});

test("flowgate:protect keeps what its patterns name, in every kind of deletion", async () => {
  const [tree, single] = [inOneCommand("IpGroups"), inOneCommand("IpGroup")];
  await unlimited(async () => {
    await tree.up(groups("Core 1", "Edge 1"));
    await single.up({ name: "Core 2", rules: rules("10.2.0.1") });
  });
  await world.nextRun(limited({ protect: ["Core*"] }));
  const sentence = /would delete 1 object: "Core 1", which flowgate:protect protects\. Nothing was sent\./u;
  await expect(tree.up(groups("Edge 1"))).rejects.toThrow(sentence);
  await expect(tree.remove()).rejects.toThrow(sentence);
  await expect(single.remove()).rejects.toThrow(/"Core 2", which flowgate:protect protects/u);
  expect(world.changes()).toEqual([]);
  await world.nextRun(limited({ protect: ["Core*"] }));
  await tree.up(groups("Core 1"));
  expect(names()).not.toContain("Edge 1");
  await unlimited(() => Promise.all([tree.remove(), single.remove()]));
});
