import type { IpGroupRule } from "../../simulator";
import { freshWorld } from "../support/lifecycle";
import { held, rules } from "./groups";
import { earlierResource, failureOf, newResource, Resource } from "./resource";

const world = freshWorld();
const others = [
  { type: "ip", address: "10.0.0.2" },
  { type: "network", cidr: "10.1.0.0/16" },
];

describe("an update counts as done only if its answer or a read shows it", () => {
  const created = (): Promise<Resource> => newResource(world, "IpGroup", { name: "Office", rules });

  test.each<[string, unknown]>([
    ["a list of errors", { updated: [], errors: ["rule 7 is in use"] }],
    ["lists without a change", { updated: [], errors: [] }],
    ["an empty object", {}],
    ["a bare success", { success: 1 }],
  ])("an update answered with %s but not made is an error, and the next up makes it", async (_title, answer) => {
    const resource = await created();
    const stored = world.sim.gateway.store.ipGroups.get(Number(resource.id))?.rules ?? new Map<number, IpGroupRule>();
    const kept = [...stored];
    const rewrite = (): unknown => {
      stored.clear();
      for (const [id, rule] of kept) stored.set(id, rule);
      return answer;
    };
    world.sim.faults.add({ match: "ipgroups/update", kind: { rewrite }, times: 1 });
    expect(await failureOf(resource.up({ name: "Office", rules: others }))).toMatch(/^IpGroup "Office" on .*\.$/u);
    expect(held(world, resource.id)).toContain(JSON.stringify({ type: "ip", address: "10.0.0.1" }));
    expect(await resource.up({ name: "Office", rules: others })).toBe("update");
    expect(held(world, resource.id)).toContain(JSON.stringify({ type: "ip", address: "10.0.0.2" }));
  });

  test("an update that was made only in part is an error that quotes the answer", async () => {
    const resource = await created();
    const rewrite = (answer: unknown): unknown => {
      const held = world.sim.gateway.store.ipGroups.get(Number(resource.id))?.rules;
      held?.delete([...held.keys()].at(-1) ?? 0);
      return { ...(answer as object), added: [], total: 2 };
    };
    world.sim.faults.add({ match: "ipgroups/update", kind: { rewrite }, times: 1 });
    const more = { name: "Office", rules: [...rules, { type: "all" }] };
    expect(await failureOf(resource.up(more))).toMatch(/does not show the change; it answered \{/u);
    await resource.up(more);
    expect(held(world, resource.id)).toHaveLength(3);
  });

  test("a rename that was not made is an error", async () => {
    world.sim.switches.updateReply = "success";
    const resource = await created();
    const rewrite = (answer: unknown): unknown => {
      world.sim.mutate.renameIpGroup("Office 2", "Office");
      return answer;
    };
    world.sim.faults.add({ match: "ipgroups/update", kind: { rewrite } });
    expect(await failureOf(resource.up({ name: "Office 2", rules }))).toContain(
      "does not show the new name; it answered",
    );
  });
});

test("a new group whose answer shows no rules, and whose rules cannot be read, is in the state", async () => {
  const rewrite = (answer: unknown): unknown => ({ ...(answer as object), added: null, total: null });
  world.sim.faults.add({ match: "ipgroups/saveRule", kind: { rewrite } });
  world.sim.faults.add({ match: "ipgroups/loadRules", kind: "invalidJson" });
  const resource = new Resource(world, "IpGroup");
  expect(await failureOf(resource.up({ name: "Office", rules }))).toMatch(/reading the rules .* failed/u);
  world.sim.faults.clear();
  await world.nextRun();
  expect(await resource.up({ name: "Office", rules })).toBe("update");
  expect(held(world, resource.id)).toHaveLength(2);
  await resource.destroy();
  expect(world.sim.gateway.store.ipGroupsNamed("Office")).toEqual([]);
});

test("the first group on a gateway without groups can be created, read and deleted", async () => {
  world.sim.gateway.store.ipGroups.clear();
  const resource = await earlierResource(world, "IpGroup", { name: "First", rules });
  expect(await resource.refresh()).toBe("same");
  await resource.destroy();
  expect(world.sim.gateway.store.ipGroups.size).toBe(0);
});
