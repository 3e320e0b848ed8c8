import type { FaultKind } from "../../simulator";
import { holdingsOf } from "../support/held";
import { freshWorld, PACE } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { expectKept, failureOf, newResource, Resource } from "./resource";

const host = (last: number): { type: "ip"; address: string } => ({ type: "ip", address: `10.0.0.${String(last)}` });

const world = freshWorld();

const idOf = (name: string): number | undefined => world.sim.gateway.store.ipGroupsNamed(name)[0]?.id;

/** The rules that the gateway holds for a group. */
const rulesOf = (name: string): string[] | undefined => holdingsOf(world.sim).ipGroups[name];

const declared = (groups: object): Promise<Resource> => newResource(world, "IpGroups", { groups });

const tree = {
  groups: {
    Paris: { rules: [host(1)], children: ["Servers", "Printers", 101] },
    Printers: { rules: [host(2)] },
    Servers: { children: ["Printers"] },
  },
};

describe("a tree of groups in one resource", () => {
  test("is created with one list, one search and one request per group, and the next up sends nothing", async () => {
    const groups = await newResource(world, "IpGroups", tree);
    expect(world.sent()).toEqual([
      "ipgroups/loadTreeRootFast",
      "ipgroups/search",
      ...Array<string>(3).fill("ipgroups/saveRule"),
    ]);
    expect(rulesOf("Paris")).toEqual(["child Printers", "child Private networks", "child Servers", "ip 10.0.0.1"]);
    expect(rulesOf("Servers")).toEqual(["child Printers"]);
    const { outputs } = groups;
    expect(outputs["groupIds"]).toEqual({ Paris: idOf("Paris"), Printers: idOf("Printers"), Servers: idOf("Servers") });
    await world.nextRun();
    expect(await groups.up(tree)).toBe("same");
    expect(world.sent()).toEqual([]);
    expect(await groups.refresh()).toBe("same");
    expect(world.sent().sort()).toEqual([...Array<string>(3).fill("ipgroups/loadRules"), "ipgroups/loadTreeRootFast"]);
    expect(groups.outputs).toEqual(outputs);
  });

  test("sends one update between two readings if one group changes", async () => {
    const groups = await newResource(world, "IpGroups", tree);
    await world.nextRun();
    const next = { groups: { ...tree.groups, Printers: { rules: [host(3)] } } };
    expect(await groups.up(next)).toBe("update");
    expect(world.sent()).toEqual([
      "ipgroups/loadTreeRootFast",
      "ipgroups/loadRules",
      "ipgroups/update",
      "ipgroups/loadRules",
    ]);
    expect(rulesOf("Printers")).toEqual(["ip 10.0.0.3"]);
    await world.nextRun();
    expect(await groups.up(next)).toBe("same");
  });

  test("can add and remove groups in one update, and changes the parents of removed groups first", async () => {
    const groups = await newResource(world, "IpGroups", tree);
    const ids = groups.outputs["groupIds"] as Record<string, number>;
    await world.nextRun();
    const next = { Paris: { rules: [host(1)], children: ["Desks"] }, Desks: { rules: [host(4)] } };
    expect(await groups.up({ groups: next })).toBe("update");
    expect(world.changes()).toEqual(["ipgroups/saveRule", "ipgroups/update", "ipgroups/delete", "ipgroups/delete"]);
    expect(groups.outputs["groupIds"]).toEqual({ Paris: ids["Paris"], Desks: idOf("Desks") });
    expect([rulesOf("Servers"), rulesOf("Printers")]).toEqual([undefined, undefined]);
    expect(rulesOf("Paris")).toEqual(["child Desks", "ip 10.0.0.1"]);
  });

  test("can turn a parent into the child of its former child", async () => {
    const groups = await declared({ A: { children: ["B"] }, B: {} });
    await world.nextRun();
    await groups.up({ groups: { A: {}, B: { children: ["A"] } } });
    expect([rulesOf("A"), rulesOf("B")]).toEqual([[], ["child A"]]);
  });
});

describe("a list of deletions", () => {
  const isB = (): RegExp => new RegExp(`group.* ${String(idOf("B"))}\\b`, "u");
  const useB = (): undefined => {
    world.sim.mutate.addIpGroup("Theirs", [{ type: "child", child_id: idOf("B") ?? 0 }]);
  };
  const unknown = /^(?=.*"A": outcome unknown)(?=.*"B": outcome unknown)(?=.*"C": outcome unknown)/su;
  test.each<[what: string, fault: () => FaultKind | undefined, said: RegExp | string, left: string[], sent: number]>([
    ["lost after it was done is looked at", () => "resetAfterApply", "the call succeeded", [], 1],
    ["done late is waited for", () => ({ lateMs: 500 / PACE }), "the call succeeded", [], 1],
    ["lost before it was done is unknown", () => "resetBeforeApply", unknown, ["A", "B", "C"], 1],
    ["done in part fails for the rest", () => ({ refuseItems: isB() }), /"B".*does not show the removal/u, ["B"], 1],
    ["refused for one group is sent for each", useB, /"B": deleting .* is a child/u, ["B"], 4],
  ])("%s", async (_what, fault, said, left, sent) => {
    const groups = await declared({ A: {}, B: {}, C: {}, Kept: {} });
    const kind = fault();
    if (kind !== undefined) world.sim.faults.add({ match: "ipgroups/delete", times: 1, kind });
    await world.nextRun();
    const next = { groups: { Kept: {} } };
    expect(await failureOf(groups.up(next))).toMatch(said);
    expect(world.changes()).toEqual(Array(sent).fill("ipgroups/delete"));
    expect(["A", "B", "C"].filter((name) => idOf(name) !== undefined)).toEqual(left);
    expect(Object.keys(groups.outputs["groupIds"] as object).sort()).toEqual([...left, "Kept"]);
    if (kind === undefined) world.sim.mutate.removeIpGroup("Theirs");
    await world.nextRun();
    await groups.up(next);
    expect(groups.outputs["groupIds"]).toEqual({ Kept: idOf("Kept") });
  });
});

describe("failures are reported by group, and completed work is kept", () => {
  test("in a change, and the next run makes only the missing change", async () => {
    const groups = await newResource(world, "IpGroups", tree);
    await world.nextRun();
    const next = { groups: { ...tree.groups, Servers: { rules: [host(5)] }, Printers: { rules: [host(6)] } } };
    const match = new RegExp(`ipgroups/update.*${String(idOf("Servers"))}`, "u");
    world.sim.faults.add({ match, times: 1, kind: { refuse: "Not now" } });
    expect(await failureOf(groups.up(next))).toMatch(/group "Servers": changing the IP group failed/u);
    expect(rulesOf("Printers")).toEqual(["ip 10.0.0.6"]);
    await world.nextRun();
    expect(await groups.up(next)).toBe("update");
    expect(world.changes()).toEqual(["ipgroups/update"]);
    expect(rulesOf("Servers")).toEqual(["ip 10.0.0.5"]);
  });

  test("and a request that is too long for one stops no other group", async () => {
    world.sim.faults.add({ match: /saveRule.*Long/u, kind: { status: 413 } });
    const program = { groups: { Long: {}, Low: {}, Above: { children: ["Low"] } } };
    expect(await failureOf(new Resource(world, "IpGroups").up(program))).toMatch(/^[^\n]*group "Long": .*413[^\n]*$/u);
    expect(rulesOf("Above")).toEqual(["child Low"]);
  });

  test("and a refused token stops the remaining groups", async () => {
    await world.nextRun({ config: { gateway: { token: "not-this-one" } } });
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`G${String(n)}`, {}]));
    const said = await failureOf(new Resource(world, "IpGroups").up({ groups: many }));
    expect(said).toMatch(
      /group "G0": the token was refused: .*Set flowgate:gateway\.token\.\nThe other groups were not tried, because [^"]*$/u,
    );
    expect(world.sent().length).toBeLessThan(100);
  });
});

test("existing groups are refused, adopted, or adopted if equal, as onExisting says for each group", async () => {
  const id = world.sim.mutate.addIpGroup("Mine", [host(1)]);
  world.sim.mutate.addIpGroup("Equal", [host(2)]);
  world.sim.mutate.addIpGroup("Other", [host(3)]);
  await world.nextRun();
  const program = (other: Properties): Properties => ({
    onExisting: "adoptIfEqual",
    groups: {
      Mine: { onExisting: "adopt" },
      Equal: { rules: [host(2)] },
      New: {},
      Other: { rules: [host(4)], ...other },
    },
  });
  const groups = new Resource(world, "IpGroups");
  expect(await failureOf(groups.up(program({})))).toMatch(/group "Other": it already exists \(id \d+\) and differs/u);
  expect(await failureOf(groups.up(program({ onExisting: "fail" })))).toMatch(
    /group "Other": it already exists \(id \d+\)\. Unless another stack manages it, take it over/u,
  );
  expect(rulesOf("Other")).toEqual(["ip 10.0.0.3"]);
  expect(rulesOf("Mine")).toEqual([]);
  expect(groups.outputs["groupIds"]).toMatchObject({ Mine: id, Equal: idOf("Equal"), New: idOf("New") });
});

test("a rule, a name and a removal by others are shown by group, and the next up repairs them", async () => {
  const groups = await newResource(world, "IpGroups", tree);
  const { sim } = world;
  const id = idOf("Servers") ?? 0;
  sim.gateway.store.ipGroups.get(idOf("Printers") ?? 0)?.rules.set(9_999, host(9));
  sim.mutate.renameIpGroup("Servers", "Machines");
  await world.nextRun();
  expect(await groups.refresh()).toBe("changed");
  const { groups: shown } = groups.outputs as { groups: Record<string, unknown> };
  expect(shown["Paris"]).toEqual(tree.groups.Paris);
  expect(shown["Printers"]).toEqual({ rules: [host(2), host(9)], children: [] });
  expect(Object.keys(shown).sort()).toEqual(["Paris", "Printers", "Servers"]);
  await world.nextRun();
  expect(await groups.up(tree)).toBe("update");
  expect(world.changes().sort()).toEqual(["ipgroups/update", "ipgroups/update"]);
  expect(idOf("Servers")).toBe(id);
  await expectKept(world, groups, tree);
  sim.mutate.removeIpGroup("Paris");
  await world.nextRun();
  expect(await groups.refresh()).toBe("changed");
  expect(await groups.up(tree)).toBe("update");
  expect(world.changes()).toEqual(["ipgroups/saveRule"]);
  sim.mutate.removeIpGroup("Servers");
  await world.nextRun();
  await groups.refresh();
  const { Servers: _gone, Paris: _old, ...rest } = tree.groups;
  await groups.up({ groups: { ...rest, Paris: {} } });
  expect(rulesOf("Paris")).toEqual([]);
});
