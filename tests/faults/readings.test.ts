import type { Simulator } from "../../simulator";
import { faultRows } from "./row";

const { row } = faultRows();

/** Forty-one hosts. */
const hosts = Array.from({ length: 41 }, (_, index) => ({ type: "ip", address: `10.70.0.${String(index + 1)}` }));
const network = (octet: number): object => ({ type: "network", cidr: `10.71.${String(octet)}.0/24` });

describe("a gateway that lists only 25 of 41 rules, and their total", () => {
  row("F170: keeps the rules that are not shown, says so once, and gets no copy", async (row) => {
    const group = await row.made("IpGroup", { name: "F170", rules: hosts });
    row.sim.switches.rulesMaxRows = 25;
    expect(await row.read(group)).toBe("same");
    expect(row.infoLines()).toEqual([expect.stringMatching(/shows 25 of 41 .*nothing is treated as removed/u)]);
    expect(await row.up(group)).toBe("same");
    const shown = [{ type: "ip", address: "10.70.1.1" }, ...hosts.slice(1)];
    expect(await row.up(group, { name: "F170", rules: shown })).toBe("update");
    expect(await row.up(group, { name: "F170", rules: [...shown, network(1)] })).toBe("update");
    const [{ rules } = { rules: new Map() }] = row.sim.gateway.store.ipGroupsNamed("F170");
    expect(rules.size).toBe(42);
    const kept = row.sim.snapshot();
    for (const [dropped, words] of [
      [1, /shows 25 of 42 .*10\.70\.0\.41 is not among them, so it was not removed\. Remove it on/u],
      [2, /shows 25 of 42 .*, .*10\.70\.0\.41 are not among them, so they were not removed\. Remove them on/u],
    ] as const) {
      const rest = shown.slice(0, -dropped);
      const error = await row.failure(row.up(group, { name: "F170", rules: [...rest, network(1)] }));
      expect(error.message).toMatch(words);
    }
    expect(row.sim.snapshot()).toBe(kept);
    row.sim.switches.rulesMaxRows = 0;
    // The refused change is in no state.
    group.program = { name: "F170", rules: [...shown, network(1)] };
  });

  row("F170: adds a rule once if the answer to the change proves nothing", async (row) => {
    Object.assign(row.sim.switches, { rulesMaxRows: 25, updateReply: "empty" });
    const group = await row.made("IpGroup", { name: "F170 empty", rules: hosts });
    await row.nextRun();
    expect(await row.up(group, { name: "F170 empty", rules: [...hosts, network(1)] })).toBe("update");
    expect(row.sim.gateway.store.ipGroupsNamed("F170 empty")[0]?.rules.size).toBe(42);
  });

  row("F170: gets no single rule that may be there, and removes the one of the state by its id", async (row) => {
    const groupId = row.sim.mutate.addIpGroup(
      "F170 shared",
      hosts.map(({ address }) => ({ type: "ip", address })),
    );
    row.invariants.ours(`IP group ${String(groupId)}`);
    await row.nextRun();
    const rule = await row.made("IpGroupRule", { groupId, rule: network(2) });
    row.sim.switches.rulesMaxRows = 25;
    expect(await row.read(rule)).toBe("same");
    const other = row.declare("IpGroupRule", { groupId, rule: network(3) });
    expect((await row.refused(other)).message).toMatch(/shows 25 of 42 .*whether/u);
    // A list that is cut does not prove that a rule is gone.
    row.fault({ match: "ipgroups/deleteRule", times: 1, kind: { status: 200, body: "{}" } });
    expect((await row.failure(rule.resource.destroy())).message).toContain("did not remove it");
    await rule.resource.destroy();
    expect(row.sim.gateway.store.ipGroupsNamed("F170 shared")[0]?.rules.size).toBe(41);
    row.sim.mutate.removeIpGroup("F170 shared");
  });
});

row("F170: a refusal to show the rules of a group that is there is reported after one request", async (row) => {
  const group = row.declare("IpGroup", { name: "F170 refused", rules: hosts.slice(0, 2) });
  await row.up(group);
  await row.nextRun();
  await group.resource.refresh();
  row.sent();
  row.fault({ match: "ipgroups/loadRules", times: 1, kind: { refuse: "Not now" } });
  expect((await row.failure(group.resource.refresh())).message).toContain("Not now");
  expect(row.sent()).toEqual(["ipgroups/loadRules"]);
});

const justBefore: readonly [what: string, act: (sim: Simulator) => void][] = [
  [
    "whose id others change",
    ({ gateway: { store } }) => store.ipGroupsNamed("F32").forEach((one) => store.renumberRules(one)),
  ],
  ["whose group others delete", ({ mutate }) => mutate.removeIpGroup("F32")],
];
for (const [what, act] of justBefore) {
  row(`F32: a rule ${what} just before its deletion is gone`, async (row) => {
    const groupId = row.sim.mutate.addIpGroup("F32");
    row.invariants.ours(`IP group ${String(groupId)}`);
    const rule = row.declare("IpGroupRule", { groupId, rule: network(1) });
    await row.up(rule);
    const refusal = row.fault({ match: "ipgroups/deleteRule", kind: { refuse: "Not now" } });
    row.changes();
    expect((await row.failure(rule.resource.destroy())).message).toContain("Not now");
    expect(row.changes()).toEqual(["ipgroups/deleteRule"]);
    refusal.remove();
    row.before("ipgroups/deleteRule", () => act(row.sim));
    await rule.resource.destroy();
    const [left] = row.sim.gateway.store.ipGroupsNamed("F32");
    expect(left?.rules.size ?? 0).toBe(0);
    if (left !== undefined) row.sim.mutate.removeIpGroup("F32");
  });
}

row("F175: a profile that only show/profile lists is not treated as removed", async (row) => {
  const flows = row.declare("ReplicatorProfile", { name: "F175", listeningPort: 31_750, sendingPort: 31_751 });
  await row.up(flows);
  row.sim.switches.configDisabled = "leftOut";
  row.sim.mutate.disableProfile("F175");
  expect(await row.read(flows)).toBe("changed");
  expect(row.infoLines()).toEqual([expect.stringContaining("show/config does not list it, but show/profile does")]);
  row.sim.switches.configDisabled = "listed";
  await row.nextRun();
  expect(await row.up(flows)).toBe("update");
});

row("F175: a profile is not treated as removed beside a line of its list that is not understood", async (row) => {
  const flows = row.declare("ReplicatorProfile", { name: "hidden", listeningPort: 31_752, sendingPort: 31_753 });
  await row.up(flows);
  const rewrite = (body: unknown): unknown => {
    const { api } = body as { api: Record<string, string[]> };
    const profile = api["profile"]?.map((line) => (line.includes("hidden") ? "another line" : line));
    return { api: { ...api, profile } };
  };
  row.fault({ match: "show/config", kind: { rewrite } });
  row.fault({ match: "show/profile", kind: { status: 404, body: "{}" } });
  expect(await row.read(flows)).toBe("same");
  expect(row.infoLines()).toEqual([expect.stringMatching(/"another line".*not treated as removed/u)]);
  row.heal();
  await row.nextRun();
});

describe("a gateway that lists fewer groups than their total", () => {
  row("F170: gets no second group of a used name", async (row) => {
    const taken = row.sim.mutate.addIpGroup("F170 taken", []);
    row.afterwards(() => {
      row.sim.mutate.removeIpGroup("F170 taken");
    });
    row.sim.switches.treeMaxRows = 2;
    await row.nextRun();
    const group = row.declare("IpGroup", { name: "F170 taken" });
    expect((await row.refused(group)).message).toContain(`already exists (id ${String(taken)})`);
    const free = await row.made("IpGroup", { name: "F170 free" });
    expect(await row.read(free)).toBe("same");
    row.sim.mutate.removeIpGroup("F170 free");
    expect(await row.read(free)).toBe("gone");
  });

  row("F170: is not asked to create a group if its search is cut too", async (row) => {
    row.sim.switches.treeMaxRows = 2;
    row.fault({ match: "ipgroups/search", kind: { rewrite: (body) => ({ ...(body as object), total: 900 }) } });
    await row.nextRun();
    const group = row.declare("IpGroup", { name: "F170 unknown" });
    expect((await row.refused(group)).message).toMatch(/shows 2 of 3 .*whether one has this name is not known/u);
    expect(row.changes()).toEqual([]);
  });
});

describe("an entry of the list of groups that is no group", () => {
  for (const strangeGroup of ["nameless", "idZero"] as const) {
    row(`F175: ${strangeGroup}: forbids that a group is gone, and nothing else`, async (row) => {
      row.sim.switches.strangeGroup = strangeGroup;
      const group = await row.made("IpGroup", { name: `F175 ${strangeGroup}`, rules: hosts.slice(0, 2) });
      expect(await row.up(group, { ...group.program, rules: hosts.slice(0, 3) })).toBe("update");
      expect(await row.read(group)).toBe("same");
      row.sim.mutate.removeIpGroup(`F175 ${strangeGroup}`);
      await row.nextRun();
      expect((await row.failure(group.resource.refresh())).message).toMatch(
        /not understood: .*is not treated as removed/u,
      );
      row.sim.switches.strangeGroup = "none";
      expect(await row.read(group)).toBe("gone");
    });
  }
});
