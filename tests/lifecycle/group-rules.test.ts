import { freshWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { foreignRules, held, host, rules } from "./groups";
import { earlierResource, failureOf, newResource, Resource } from "./resource";

const world = freshWorld();
const addressesIn = (id: number): string[] =>
  held(world, id)
    .map((rule) => (JSON.parse(rule) as { address: string }).address)
    .sort();

test("rules of one group can be added, changed and removed at the same time", async () => {
  const groupId = world.sim.mutate.addIpGroup("Shared", [host]);
  const program = (n: number): Properties => ({ groupId, rule: { type: "ip", address: `10.0.0.${n}` } });
  const all = Array.from({ length: 6 }, () => new Resource(world.oneCommand, "IpGroupRule"));
  const [one, two, three, four, ...fresh] = all as [Resource, Resource, Resource, Resource, ...Resource[]];
  const known = [one, two, three, four];
  await Promise.all(known.map((rule, n) => rule.up(program(n + 1))));
  await world.nextRun();
  await Promise.all([
    ...[one, two].map((rule, n) => rule.up(program(n + 11))),
    three.remove(),
    ...fresh.map((rule, n) => rule.up(program(n + 21))),
    four.remove(),
  ]);
  // Nothing is sent twice.
  expect(world.changes()).toHaveLength(all.length);
  const expected = [11, 12, 21, 22].map((n) => `10.0.0.${n}`);
  expect(addressesIn(groupId)).toEqual([...expected, host.address]);
  await world.nextRun();
  await Promise.all([one, two, ...fresh].map((rule) => rule.remove()));
  expect(held(world, groupId)).toEqual(foreignRules);
});

describe("a group with a rule of an unknown type", () => {
  const rewrite = (answer: unknown): unknown => {
    const { results } = answer as { results: unknown[] };
    return { results: [...results, { rule_id: 9001, type: "ipv6", address: "2001:db8::1" }] };
  };

  test("can contain an IpGroupRule and be a child, but cannot be adopted", async () => {
    const foreign = world.sim.mutate.addIpGroup("Six", [host]);
    world.sim.faults.add({ match: new RegExp(`ipgroups/loadRules .*${foreign}`, "u"), kind: { rewrite } });
    const parent = await newResource(world, "IpGroup", {
      name: "Parent",
      rules: [{ type: "child", groupId: foreign }],
    });
    const rule = await earlierResource(world, "IpGroupRule", { groupId: foreign, rule: rules[0] });
    expect(await rule.refresh()).toBe("same");
    expect(await parent.refresh()).toBe("same");
    await rule.destroy();
    for (const onExisting of ["adopt", "adoptIfEqual"]) {
      const owner = new Resource(world, "IpGroup");
      expect(await failureOf(owner.up({ name: "Six", rules, onExisting }))).toMatch(/9001 of type "ipv6"/u);
      expect(owner.exists).toBe(false);
    }
    expect(held(world, foreign)).toEqual(foreignRules);
  });

  test("that others added leaves the declared rules as they are, and stays", async () => {
    const resource = await newResource(world, "IpGroup", { name: "Ours", rules });
    world.sim.faults.add({ match: "ipgroups/loadRules", kind: { rewrite } });
    await world.nextRun();
    await resource.refresh();
    expect(resource.outputs["rules"]).toEqual(rules);
    expect(await resource.up({ name: "Ours", rules: rules.slice(1) })).toBe("update");
    expect(held(world, resource.id)).toHaveLength(rules.length - 1);
  });
});
