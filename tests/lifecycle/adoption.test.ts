import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, Resource } from "./resource";

const world = oneWorld();

const network = (cidr: string): object => ({ type: "network", cidr });

function addByHand(name: string): void {
  world.sim.mutate.addIpGroup(name, [
    { type: "network", address: "172.16.0.0", mask: "12" },
    { type: "network", address: "10.1.0.0", mask: "16" },
  ]);
}

test("an adoption says what it changed, and marks the object as adopted permanently", async () => {
  addByHand("adopted");
  await world.nextRun();
  const group = new Resource(world, "IpGroup");
  const program = { name: "adopted", rules: [network("10.1.0.0/16"), network("10.2.0.0/16")] };
  await group.up({ ...program, onExisting: "adopt" });
  expect(world.provider.stderr).toMatch(
    /adopted \(id \d+\) and changed: rules - network 172\.16\.0\.0\/12, \+ network 10\.2\.0\.0\/16\.\n/u,
  );
  expect(group.outputs).toHaveProperty("origin.adopted", true);
  expect(await group.refresh()).toBe("same");
  await group.up({ ...program, rules: [] });
  expect(group.outputs).toHaveProperty("origin.adopted", true);
  await group.destroy();
});

test('"adoptIfEqual" refuses a different object and prints the differences, at most twenty of them', async () => {
  addByHand("long");
  await world.nextRun();
  const rules = Array.from({ length: 30 }, (_, index) => network(`10.${100 + index}.0.0/16`));
  const refused = new Resource(world, "IpGroup").up({ name: "long", rules, onExisting: "adoptIfEqual" });
  await expect(refused).rejects.toThrow(
    /differs from what is declared: rules - network .*, - network .*, \+ network 10\.100\.0\.0\/16, .*, and 12 more\. /u,
  );
});

describe("a policy that moves to a profile with the opposite policy", () => {
  const policyIn = (profile: string): Properties => ({ cidr: "10.9.0.0/16", kind: "include", profile });
  const kindsIn = (profile: string): string[] => {
    const policies = world.sim.replicator.store.profiles.get(profile)?.policies.values() ?? [];
    return [...policies].map(({ kind }) => kind);
  };
  let policy: Resource;

  beforeEach(async () => {
    world.sim.mutate.addProfile("source", 21_000, 21_001);
    world.sim.mutate.addProfile("target", 21_002, 21_003);
    world.sim.mutate.addPolicy("target", { network: "10.9.0.0", prefixLength: 16, kind: "exclude" });
    await world.nextRun();
    policy = new Resource(world, "Policy");
    await policy.up(policyIn("source"));
  });
  afterEach(async () => {
    await policy.destroy();
    for (const name of ["source", "target"]) world.sim.mutate.removeProfile(name);
  });

  test("is refused before any change", async () => {
    const reason = /the profile already has the opposite policy, exclude.*onExisting: "adopt"/u;
    expect(await failureOf(policy.up(policyIn("target")))).toMatch(reason);
    expect([kindsIn("source"), kindsIn("target")]).toEqual([["include"], ["exclude"]]);
  });

  test('replaces it with onExisting: "adopt"', async () => {
    await policy.up({ ...policyIn("target"), onExisting: "adopt" });
    expect([kindsIn("source"), kindsIn("target")]).toEqual([[], ["include"]]);
  });
});
