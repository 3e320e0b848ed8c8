import { oneWorld } from "../support/lifecycle";
import { earlierResource, Resource } from "./resource";

const world = oneWorld();
beforeEach(async () => {
  world.sim.mutate.setRole("primary");
  await world.nextRun();
});

const profile = { name: "netops", listeningPort: 3000, sendingPort: 9 };

test('F120: with secondary: "warn", changes are sent, and the warning appears once per run', async () => {
  world.sim.mutate.setRole("secondary");
  await world.nextRun({ config: { replicator: { secondary: "warn" } } });
  const resource = new Resource(world, "ReplicatorProfile");
  for (const name of ["netops", "netops 2"])
    await expect(resource.up({ ...profile, name })).rejects.toThrow(/secondary/u);
  expect(world.changes()).toEqual(["profile/add", "profile/add"]);
  const warnings = world.provider.stderr.split("\n").filter((line) => /is a secondary appliance/u.test(line));
  expect(warnings).toEqual([expect.stringMatching(/^warning: .*may be lost/u)]);
});

test.each([
  ["cannot be read", { refuse: "No such path" }],
  ["names no role", { rewrite: () => ({ daysLeft: "90" }) }],
] as const)("a license that %s prevents no change, and is requested once per run", async (_what, kind) => {
  const { remove } = world.sim.faults.add({ match: "license/check", kind });
  const resource = new Resource(world, "ReplicatorProfile");
  expect(await resource.up(profile)).toBe("create");
  await resource.destroy();
  remove();
  expect(world.sim.requests.count({ action: "/license/check" })).toBe(1);
});

test("a run that only reads does not request the role", async () => {
  const resource = await earlierResource(world, "ReplicatorProfile", profile);
  expect(await resource.refresh()).toBe("same");
  expect(world.sim.requests.count({ action: "/license/check" })).toBe(0);
  await resource.destroy();
});
