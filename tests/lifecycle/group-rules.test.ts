import type { Switches } from "../../simulator";
import { PACE, type World, worldIn } from "../support/lifecycle";
import { PartialFault, type Properties, ProviderFault } from "../support/provider-calls";
import { foreignRules, group, held, host, rules } from "./groups";
import { earlierResource, failureOf, newResource, Resource } from "./resource";

/** The delay with which the lists of some gateways show a change. */
const LAG_MS = 1500 / PACE;
const addressesIn = (world: World, id: number): string[] =>
  held(world, id)
    .map((rule) => (JSON.parse(rule) as { address: string }).address)
    .sort();

describe("rules that the gateway stores in another form", () => {
  test.each<Partial<Switches>>([
    { ruleForm: "ip" },
    { ruleForm: "network" },
    { ruleForm: "range", ruleIds: "changing", updateReply: "empty" },
    { ruleIds: "changing", updateReply: "ids" },
  ])("can be found, changed and removed one by one in a group of others (%j)", async (switches) => {
    const world = await worldIn(switches);
    const groupId = world.sim.mutate.addIpGroup("Shared", [host]);
    const [one, two] = [new Resource(world, "IpGroupRule"), new Resource(world, "IpGroupRule")];
    const first: Properties = { groupId, rule: { type: "network", cidr: "10.0.0.2/32" } };
    const second: Properties = { groupId, rule: { type: "ip", address: "10.0.0.9" } };
    await one.up(first);
    await two.up(second);
    await world.nextRun();
    for (const rule of [one, two]) expect(await rule.refresh()).not.toBe("gone");
    expect(await one.up(first)).toBe("same");
    expect(await one.up({ groupId, rule: { type: "network", cidr: "10.7.0.0/16" } })).toBe("update");
    await world.nextRun();
    for (const rule of [one, two]) expect(await rule.refresh()).not.toBe("gone");
    expect(held(world, groupId)).toHaveLength(3);
    await one.destroy();
    await two.destroy();
    expect(held(world, groupId)).toEqual(foreignRules);
  });
});

test.each<Partial<Switches>>([
  {},
  { ruleIds: "changing" },
  { ruleIds: "changing", updateReply: "empty" },
  { ruleIds: "changing", ruleForm: "network", mostRules: 1 },
  { ruleIds: "changing", groupsVisibleAfterMs: LAG_MS },
])("rules of one group can be added, changed and removed at the same time (%j)", async (switches) => {
  const world = await worldIn(switches);
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
  // Nothing is sent twice if no id has changed.
  if (switches.ruleIds === undefined) expect(world.changes()).toHaveLength(all.length);
  const expected = [11, 12, 21, 22].map((n) => `10.0.0.${n}`);
  expect(addressesIn(world, groupId)).toEqual([...expected, host.address]);
  world.sim.advanceClock(world.sim.switches.groupsVisibleAfterMs);
  await world.nextRun();
  await Promise.all([one, two, ...fresh].map((rule) => rule.remove()));
  expect(held(world, groupId)).toEqual(foreignRules);
});

test("many rules of one group can be changed and removed at the same time, even if each change gives all other ids", async () => {
  const world = await worldIn({ ruleIds: "changing" });
  const groupId = world.sim.mutate.addIpGroup("Shared", [host]);
  const program = (n: number): Properties => ({ groupId, rule: { type: "ip", address: `10.0.0.${n}` } });
  const all = Array.from({ length: 16 }, () => new Resource(world.oneCommand, "IpGroupRule"));
  await Promise.all(all.map((rule, n) => rule.up(program(n + 1))));
  await world.nextRun();
  await Promise.all(all.map((rule, n) => (n % 2 === 0 ? rule.remove() : rule.up(program(n + 101)))));
  const expected = all.flatMap((_, n) => (n % 2 === 0 ? [] : [`10.0.0.${n + 101}`]));
  expect(addressesIn(world, groupId)).toEqual([...expected, host.address].sort());
});

test("two groups of one IpGroups that swap their names get their rules, even if both updates change all ids", async () => {
  const world = await worldIn({ ruleIds: "changing", groupsVisibleAfterMs: LAG_MS });
  const groups = new Resource(world, "IpGroups");
  const one = (address: string): Properties => ({ rules: [{ type: "ip", address }] });
  await groups.up({ groups: { East: one("10.0.0.1"), West: one("10.0.0.2") } });
  const { East, West } = groups.outputs["groupIds"] as Record<string, number>;
  world.sim.advanceClock(world.sim.switches.groupsVisibleAfterMs);
  await world.nextRun();
  const program = {
    East: { ...one("10.0.0.3"), formerNames: ["West"] },
    West: { ...one("10.0.0.4"), formerNames: ["East"] },
  };
  await groups.up({ groups: program });
  expect([West, East].map((id) => addressesIn(world, id ?? 0))).toEqual([["10.0.0.3"], ["10.0.0.4"]]);
});

test("a changed rule that has another id than the answer says is found by its content, and removed", async () => {
  const world = await worldIn();
  const groupId = world.sim.mutate.addIpGroup("Shared", [host]);
  const rule = await earlierResource(world, "IpGroupRule", { groupId, rule: { type: "ip", address: "10.0.0.9" } });
  const newRow = (answer: unknown): unknown => {
    const stored = world.sim.gateway.store.ipGroups.get(groupId)?.rules;
    const [id = 0, content] = [...(stored ?? [])].at(-1) ?? [];
    stored?.delete(id);
    if (content !== undefined) stored?.set(id + 1000, content);
    return answer;
  };
  world.sim.faults.add({ match: /^ipgroups\/update/u, times: 1, kind: { rewrite: newRow } });
  const changed = { groupId, rule: { type: "ip", address: "10.0.0.10" } };
  expect(await rule.up(changed)).toBe("update");
  await world.nextRun();
  expect(await rule.refresh()).not.toBe("gone");
  expect(await rule.up(changed)).toBe("same");
  await rule.destroy();
  expect(held(world, groupId)).toEqual(foreignRules);
});

test.each<Partial<Switches>>([
  { mostRules: 2 },
  { mostRules: 3, updateReply: "empty" },
  { mostRules: 2, groupsVisibleAfterMs: LAG_MS },
  { mostRules: 2, ruleIds: "changing" },
  { mostRules: 4, ruleIds: "changing", updateReply: "empty", groupsVisibleAfterMs: LAG_MS },
])("rules that exceed the limit of one request are sent in several requests (%j)", async (switches) => {
  const world = await worldIn(switches);
  const resource = group(world);
  const many = Array.from({ length: 7 }, (_, n) => ({ type: "ip", address: `10.0.1.${n}` }));
  await resource.up({ name: "Many", rules: many });
  expect(held(world, resource.id)).toHaveLength(7);
  world.sim.advanceClock(world.sim.switches.groupsVisibleAfterMs);
  const next = Array.from({ length: 7 }, (_, n) => ({ type: "ip", address: `10.0.2.${n}` }));
  await resource.up({ name: "Many", rules: next });
  expect(held(world, resource.id).sort()).toEqual(next.map((rule) => JSON.stringify(rule)).sort());
  await resource.up({ name: "Few", rules: [...next.slice(4), ...rules] });
  expect(held(world, resource.id)).toHaveLength(5);
  await resource.destroy();
});

test("one reading shows that a gateway keeps the ids of rules: later changes in several requests read no more", async () => {
  const world = await worldIn({ mostRules: 2 });
  const resource = group(world);
  const many = Array.from({ length: 5 }, (_, n) => ({ type: "ip", address: `10.0.1.${n}` }));
  const sent = async (program: Properties[]): Promise<string[]> => {
    world.sim.requests.clear();
    await resource.up({ name: "Many", rules: program });
    return world.sim.requests.verbs();
  };
  await sent(many);
  const [read, update] = ["ipgroups/loadRules", "ipgroups/update"];
  expect(await sent([])).toEqual([read, update, read, update, update]);
  expect(await sent(many)).toEqual([read, update, update, update]);
  expect(await sent([])).toEqual([read, update, update, update]);
});

describe("a group with a rule of an unknown type", () => {
  const rewrite = (answer: unknown): unknown => {
    const { results } = answer as { results: unknown[] };
    return { results: [...results, { rule_id: 9001, type: "ipv6", address: "2001:db8::1" }] };
  };

  test("can contain an IpGroupRule and be a child, but cannot be adopted", async () => {
    const world = await worldIn();
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
      const owner = group(world);
      expect(await failureOf(owner.up({ name: "Six", rules, onExisting }))).toMatch(/9001 of type "ipv6"/u);
      expect(owner.exists).toBe(false);
    }
    expect(held(world, foreign)).toEqual(foreignRules);
  });

  test("that others added can be refreshed, but not updated", async () => {
    const world = await worldIn();
    const resource = await newResource(world, "IpGroup", { name: "Ours", rules });
    world.sim.faults.add({ match: "ipgroups/loadRules", kind: { rewrite } });
    await world.nextRun();
    await resource.refresh();
    expect(resource.outputs["rules"]).toEqual(rules);
    const error = await resource.up({ name: "Ours", rules: rules.slice(1) }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderFault);
    expect(error).not.toBeInstanceOf(PartialFault);
    expect((error as ProviderFault).message).toMatch(/9001 of type "ipv6"/u);
  });
});

test("a list with one rule or one group that is written as that one is no empty list", async () => {
  const world = await worldIn();
  const rewrite = (answer: unknown): unknown => {
    const { results } = answer as { results?: unknown[] };
    return results?.length === 1 ? { results: results[0] } : answer;
  };
  world.sim.faults.add({ match: /ipgroups\/load/u, kind: { rewrite } });
  const resource = await earlierResource(world, "IpGroup", { name: "Office", rules: [rules[0]] });
  expect(await resource.refresh()).toBe("same");
});

test.each(["fc_id", "id", "json"] as const)(
  "the provider requests a group's rules with the field that the gateway accepts: %s",
  async (field) => {
    const world = await worldIn({ loadRulesField: field });
    const resource = await earlierResource(world, "IpGroup", { name: "Office", rules });
    expect(await resource.refresh()).toBe("same");
    world.sim.requests.clear();
    expect(await resource.refresh()).toBe("same");
    expect(world.sim.requests.verbs()).toEqual(["ipgroups/loadRules"]);
    await world.nextRun({ config: { gateway: { rulesField: field } } });
    expect(await resource.refresh()).toBe("same");
    expect(world.sim.requests.verbs()).toEqual(["ipgroups/loadTreeRootFast", "ipgroups/loadRules"]);
  },
);
