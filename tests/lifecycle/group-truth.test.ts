import type { IpGroupRule, Switches } from "../../simulator";
import { type World, worldIn } from "../support/lifecycle";
import { foreignRules, group, held, host, rules } from "./groups";
import { earlierResource, expectKept, failureOf, newResource, type Resource } from "./resource";

const others = [
  { type: "ip", address: "10.0.0.2" },
  { type: "network", cidr: "10.1.0.0/16" },
];

const namesIn = ({ sim }: World): string[] => [...sim.gateway.store.ipGroups.values()].map(({ name }) => name).slice(3);

describe("F156, F161: an existing group of others is refused and keeps its rules", () => {
  const exists = /already exists \(id \d+\).*onExisting: "adopt"/u;
  const declared = { name: "Office", rules };

  test.each<[string, Partial<Switches>, IpGroupRule[]?, string?]>([
    ["if the list shows it", {}],
    ["if the list nests it below its parent", { treeList: "nested" }],
    ["if the list hides it below its parent", { treeList: "rootsOnly" }],
    ["if the list hides it and the answer contains only its id", { treeList: "rootsOnly", saveReply: "idOnly" }],
    ["if it has no rules and the list hides it", { treeList: "rootsOnly" }, []],
    [
      "if its name differs only in letter case and the gateway ignores case",
      { groupNames: "ignoreCase" },
      [host],
      "OFFICE",
    ],
  ])("%s", async (_title, switches, holds = [host], name = "Office") => {
    const world = await worldIn(switches);
    const child = world.sim.mutate.addIpGroup(name, holds);
    world.sim.mutate.addIpGroup("Parent of others", [{ type: "child", child_id: child }]);
    const resource = group(world);
    expect(await failureOf(resource.up(declared))).toMatch(exists);
    expect(resource.exists).toBe(false);
    expect(held(world, child)).toEqual(holds.map((rule) => JSON.stringify(rule)));
    expect(namesIn(world).filter((one) => one.toLowerCase() === "office")).toHaveLength(1);
  });

  test("if others create it between the list and the request to create it", async () => {
    const world = await worldIn({ saveReply: "idOnly" });
    let id = 0;
    const when = (): boolean => {
      id ||= world.sim.mutate.addIpGroup("Office", [host]);
      return false;
    };
    world.sim.faults.add({ match: "ipgroups/saveRule", when, kind: "html" });
    expect(await failureOf(group(world).up(declared))).toMatch(exists);
    expect(held(world, id)).toEqual(foreignRules);
  });

  test("without a request, if a rule that the run has read shows that the list hides groups", async () => {
    const world = await worldIn({ treeList: "rootsOnly", saveReply: "idOnly", ruleIds: "changing" });
    const parent = await newResource(world, "IpGroup", { name: "Parent", rules });
    const child = world.sim.mutate.addIpGroup("Office", [{ type: "ip", address: "10.0.0.1" }]);
    world.sim.mutate.addRules("Parent", [{ type: "child", child_id: child }]);
    await parent.refresh();
    world.sim.requests.clear();
    expect(await failureOf(group(world).up(declared))).toMatch(exists);
    expect(world.sim.requests.verbs({ kind: "write" })).toEqual([]);
  });

  test("unless the program adopts it, even if the list hides it below its parent", async () => {
    const world = await worldIn({ treeList: "rootsOnly" });
    const child = world.sim.mutate.addIpGroup("Office", [host]);
    world.sim.mutate.addIpGroup("Parent of others", [{ type: "child", child_id: child }]);
    const resource = await newResource(world, "IpGroup", { ...declared, onExisting: "adopt" });
    expect(resource.id).toBe(String(child));
    expect(held(world, child)).not.toEqual(foreignRules);
    expect(held(world, child)).toHaveLength(2);
  });
});

describe("F159: an update counts as done only if its answer or a read shows it", () => {
  async function created(switches: Partial<Switches> = {}): Promise<{ world: World; resource: Resource }> {
    const world = await worldIn(switches);
    const resource = await newResource(world, "IpGroup", { name: "Office", rules });
    world.sim.requests.clear();
    return { world, resource };
  }

  test.each<[string, unknown]>([
    ["a list of errors", { updated: [], errors: ["rule 7 is in use"] }],
    ["lists without a change", { updated: [], errors: [] }],
    ["an empty object", {}],
    ["a bare success", { success: 1 }],
  ])("an update answered with %s but not made is an error, and the next up makes it", async (_title, answer) => {
    const { world, resource } = await created();
    const stored = world.sim.gateway.store.ipGroups.get(Number(resource.id))?.rules ?? new Map<number, IpGroupRule>();
    const kept = [...stored];
    const rewrite = (): unknown => {
      stored.clear();
      for (const [id, rule] of kept) stored.set(id, rule);
      return answer;
    };
    const fault = world.sim.faults.add({ match: "ipgroups/update", kind: { rewrite } });
    expect(await failureOf(resource.up({ name: "Office", rules: others }))).toMatch(/^IpGroup "Office" on .*\.$/u);
    fault.remove();
    expect(held(world, resource.id)).toContain(JSON.stringify({ type: "ip", address: "10.0.0.1" }));
    expect(await resource.up({ name: "Office", rules: others })).toBe("update");
    expect(held(world, resource.id)).toContain(JSON.stringify({ type: "ip", address: "10.0.0.2" }));
  });

  test("an update that was made only in part is an error that counts the missing changes", async () => {
    const { world, resource } = await created();
    const fault = world.sim.faults.add({ match: "ipgroups/update", kind: { loseRules: 1 } });
    const more = { name: "Office", rules: [...rules, { type: "all" }] };
    expect(await failureOf(resource.up(more))).toContain("still 1 to add, 0 to change, 0 to remove");
    fault.remove();
    await resource.up(more);
    expect(held(world, resource.id)).toHaveLength(3);
  });

  test("an update needs no read afterwards if the answer names every change, and otherwise one read of the group", async () => {
    const documented = await created();
    await documented.resource.up({ name: "Office", rules: others });
    expect(documented.world.sim.requests.verbs()).toEqual(["ipgroups/loadRules", "ipgroups/update"]);
    const silent = await created({ updateReply: "empty" });
    await silent.resource.up({ name: "Office", rules: others });
    expect(silent.world.sim.requests.verbs()).toEqual(["ipgroups/loadRules", "ipgroups/update", "ipgroups/loadRules"]);
  });

  test("a rename that was not made is an error", async () => {
    const { world, resource } = await created({ updateReply: "success" });
    const rewrite = (answer: unknown): unknown => {
      world.sim.mutate.renameIpGroup("Office 2", "Office");
      return answer;
    };
    world.sim.faults.add({ match: "ipgroups/update", kind: { rewrite } });
    expect(await failureOf(resource.up({ name: "Office 2", rules }))).toContain('still lists the group as "Office"');
  });
});

test.each([
  ["cuts", "Offices and data centres of the north", "Offices and data centres of the "],
  ["escapes", "R&D", "R&amp;D"],
])("a name that the gateway %s, while its answers repeat it, is no difference", async (_title, name, kept) => {
  const world = await worldIn();
  const rewrite = (answer: unknown): unknown => {
    world.sim.mutate.renameIpGroup(name, kept);
    return answer;
  };
  world.sim.faults.add({ match: "ipgroups/saveRule", kind: { rewrite } });
  const resource = await earlierResource(world, "IpGroup", { name, rules });
  await resource.refresh();
  expect([await resource.refresh(), await resource.preview({ name, rules })]).toEqual(["same", "same"]);
  expect(await resource.up({ name, rules: others })).toBe("update");
  await resource.destroy();
  expect([...world.sim.gateway.store.ipGroups.values()].some((one) => one.name === kept)).toBe(false);
});

test("a name that others shortened is a difference, since the gateway keeps a longer one", async () => {
  const world = await worldIn();
  world.sim.mutate.addIpGroup("Offices and data centres of the far south");
  const [name, shortened] = ["Offices and data centres of the north", "Offices and data centres"];
  const resource = await newResource(world, "IpGroup", { name, rules });
  world.sim.mutate.renameIpGroup(name, shortened);
  await world.nextRun();
  expect([await resource.refresh(), await resource.preview({ name, rules })]).toEqual(["changed", "update"]);
  await resource.destroy();
});

describe("an object is treated as gone only on evidence", () => {
  test.each<Partial<Switches>>([{}, { deleteReply: "count" }, { deleteReply: "success" }])(
    "the first group on a gateway without groups can be created, read and deleted (%j)",
    async (switches) => {
      const world = await worldIn(switches);
      world.sim.gateway.store.ipGroups.clear();
      const resource = await earlierResource(world, "IpGroup", { name: "First", rules });
      expect(await resource.refresh()).toBe("same");
      await resource.destroy();
      expect(world.sim.gateway.store.ipGroups.size).toBe(0);
    },
  );

  test.each<Partial<Switches>>([
    { deleteReferencedGroup: "leaveOut", treeList: "rootsOnly", deleteReply: "count" },
    { deleteReferencedGroup: "leaveOut", deleteReply: "success" },
  ])("a group that the gateway did not delete causes an error and stays in the state (%j)", async (switches) => {
    const world = await worldIn(switches);
    const child = await newResource(world, "IpGroup", { name: "Child", rules });
    world.sim.mutate.addIpGroup("Parent of others", [{ type: "child", child_id: Number(child.id) }]);
    await world.nextRun();
    expect(await failureOf(child.destroy())).toContain("did not delete it");
    expect(child.exists).toBe(true);
  });

  test.each<[string, Partial<Switches>]>([
    ["with a search that counts them", {}],
    ["with a search that does not", { searchShape: "array" }],
  ])("a removed group among 5,000 is proven gone in at most 3 requests, %s", async (_title, switches) => {
    const world = await worldIn(switches);
    const resource = await newResource(world, "IpGroup", { name: "Office", rules });
    world.sim.mutate.removeIpGroup("Office");
    world.sim.mutate.gateway((store) => {
      for (let number = 3; number < 4_999; number += 1) store.addIpGroup(`site ${number}`, []);
    });
    await world.nextRun();
    expect(await resource.refresh()).toBe("gone");
    expect(world.sim.requests.count()).toBeLessThanOrEqual(3);
  });
});

describe("F164: a group whose name the gateway stores in another spelling", () => {
  test("is the same object even if the provider does not know that spelling", async () => {
    const world = await worldIn();
    const rewrite = (answer: unknown): unknown => {
      world.sim.mutate.gateway(({ ipGroups }) => {
        for (const one of ipGroups.values()) one.name = one.name.replace("&", "_AND_");
      });
      return { ...(answer as object), fc_name: "R_AND_D" };
    };
    world.sim.faults.add({ match: "ipgroups/saveRule", kind: { rewrite } });
    const resource = await newResource(world, "IpGroup", { name: "R&D", rules });
    expect(world.changes()).toEqual(["ipgroups/saveRule"]);
    expect(namesIn(world)).toEqual(["R_AND_D"]);
    expect(await resource.refresh()).toBe("same");
  });

  test("shows a difference if it is then renamed by hand", async () => {
    const world = await worldIn({ groupNameStored: "htmlEscaped" });
    const resource = await newResource(world, "IpGroup", { name: "R&D", rules });
    world.sim.mutate.renameIpGroup("R&amp;D", "r&d");
    await world.nextRun();
    expect(await resource.refresh()).toBe("changed");
    expect(resource.outputs["name"]).toBe("r&d");
  });
});

test("rules that the gateway merges can be declared as it has them: the error says so, and a refresh shows the form", async () => {
  const world = await worldIn({ saveReply: "idOnly", updateReply: "empty" });
  const merged: IpGroupRule = { type: "range", sip: "10.0.0.1", eip: "10.0.0.2" };
  const merge = (answer: unknown): unknown => {
    world.sim.mutate.setRules("Merged", [merged]);
    return answer;
  };
  world.sim.faults.add({ match: /ipgroups\/(?:saveRule|update)/u, kind: { rewrite: merge } });
  const adjacent = [
    { type: "ip", address: "10.0.0.1" },
    { type: "ip", address: "10.0.0.2" },
  ];
  const resource = group(world);
  const advice = "refresh shows it, so declare that form";
  expect(await failureOf(resource.up({ name: "Merged", rules: adjacent }))).toContain(advice);
  await world.nextRun();
  await resource.refresh();
  expect(await failureOf(resource.up({ name: "Merged", rules: adjacent }))).toContain(advice);
  await expectKept(world, resource);
  const declared = { name: "Merged", rules: [{ type: "range", start: "10.0.0.1", end: "10.0.0.2" }] };
  expect(await resource.preview(declared)).toBe("same");
  await resource.destroy();
});
