import { freshWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { expectKept, failureOf, newResource, Resource } from "./resource";

/** What `onExisting` does with objects of others. tests/faults/found.test.ts has what every kind does alike. */
const world = freshWorld(({ mutate }) => {
  for (const [at, name] of ["a", "a b", "c", "d"].entries()) mutate.addProfile(name, 3000 + at, 4000 + at);
});

const address = "10.9.0.1";
const profilesOf = (): string[] =>
  [...world.sim.replicator.store.profiles].filter(([, one]) => one.collectors.has(address)).map(([name]) => name);

test.each<[title: string, joined: string[], program: Properties, sends: string[], left: string[]]>([
  [
    "is completed by adopt, and leaves what is declared with destroy",
    ["a", "d"],
    { profiles: ["a", "c"], threshold: 9, onExisting: "adopt" },
    ["collector/add", "collector/threshold", "rebuild"],
    ["d"],
  ],
  ["is no conflict in other profiles", ["d"], { profiles: ["a"] }, ["collector/add", "rebuild"], ["d"]],
])("a collector of others %s", async (_title, joined, program, sends, left) => {
  for (const profile of joined) world.sim.mutate.addCollector(address, profile);
  const resource = new Resource(world, "Collector");
  expect(await resource.up({ address, ...program })).toBe("create");
  expect(world.changes()).toEqual(sends);
  expect(profilesOf().sort()).toEqual([...new Set([...joined, ...(program["profiles"] as string[])])].sort());
  expect(world.sim.replicator.store.thresholds.get(address)).toBe(program["threshold"]);
  const { onExisting: _, ...plain } = program;
  await expectKept(world, resource, { address, ...plain });
  await resource.destroy();
  expect(profilesOf()).toEqual(left);
});

test("of several IP groups with one name, none is guessed", async () => {
  for (const _twice of [1, 2]) world.sim.mutate.addIpGroup("Office", []);
  expect(await failureOf(new Resource(world, "IpGroup").up({ name: "Office", onExisting: "adopt" }))).toMatch(
    /several IP groups have this name \(ids \d+, \d+\)/u,
  );
  expect(world.changes()).toEqual([]);
});

test("what is not declared does not count for adoptIfEqual", async () => {
  world.sim.mutate.addProfile("edge", 5000, 5001);
  world.sim.mutate.setProfileDescription("edge", "by others");
  const program = { name: "edge", listeningPort: 5000, sendingPort: 5001 };
  await newResource(world, "ReplicatorProfile", { ...program, onExisting: "adoptIfEqual" });
  expect(world.changes()).toEqual([]);
  expect(world.sim.replicator.store.profiles.get("edge")?.description).toBe("by others");
});

test("the differences of a refused object are printed, at most twenty of them", async () => {
  world.sim.mutate.addIpGroup("long", [
    { type: "network", address: "172.16.0.0", mask: "12" },
    { type: "network", address: "10.1.0.0", mask: "16" },
  ]);
  const rules = Array.from({ length: 30 }, (_, index) => ({ type: "network", cidr: `10.${100 + index}.0.0/16` }));
  expect(
    await failureOf(new Resource(world, "IpGroup").up({ name: "long", rules, onExisting: "adoptIfEqual" })),
  ).toMatch(
    /differs from what is declared: rules - network .*, rules - network .*, rules \+ network 10\.100\.0\.0\/16, .* and 12 more\. .*: onExisting: "adopt"\./u,
  );
});
