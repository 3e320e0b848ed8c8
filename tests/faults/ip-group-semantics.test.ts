import { ruleText } from "../support/held";
import { PACE } from "../support/lifecycle";
import { faultOf } from "../lifecycle/resource";
import { type FaultRow, faultRows } from "./row";

const row = faultRows();
const saveRule = "ipgroups/saveRule";
const office = { type: "network", cidr: "10.1.0.0/16" } as const;

/** The rules of each group with this name. */
const held = ({ sim }: FaultRow, name: string): string[][] =>
  sim.gateway.store.ipGroupsNamed(name).map(({ rules }) => [...rules.values()].map((rule) => ruleText(rule)).sort());

row("a creation that arrives after its connection was lost is found, which leaves one group", async (row) => {
  const group = row.declare("IpGroup", { name: "soon", rules: [office] });
  row.fault({ match: saveRule, times: 1, kind: { lateMs: 500 / PACE } });
  expect(await row.up(group)).toBe("create");
  expect(row.changes()).toEqual([saveRule]);
  expect(held(row, "soon")).toEqual([["network 10.1.0.0/16"]]);
});

row("where the list fails too the error names the group, and the next up finds it without a copy", async (row) => {
  const group = row.declare("IpGroup", { name: "Floor 23", rules: [office] });
  row.fault({ match: "ipgroups/saveRule", times: 1, kind: "resetAfterApply" });
  row.fault({ match: "ipgroups/loadTreeRootFast", skip: 1, kind: "resetBeforeApply" });
  // The first list shows what existed before. The second one, which would decide, is lost.
  await row.nextRun();
  const { message } = await row.refused(group);
  expect(message).toMatch(/^IpGroup "Floor 23" on .*: outcome unknown: creating the IP group: the connection/u);
  row.heal();
  await row.nextRun();
  expect((await row.refused(group)).message).toMatch(/already exists \(id \d+\).*onExisting: "adopt"/u);
  expect(row.sim.gateway.store.ipGroupsNamed("Floor 23")).toHaveLength(1);
  expect(await row.up(group, { ...group.program, onExisting: "adoptIfEqual" })).toBe("create");
});

row("a rule whose group others delete just before its deletion is gone", async (row) => {
  const groupId = row.sim.mutate.addIpGroup("Floor 32");
  const rule = row.declare("IpGroupRule", { groupId, rule: { type: "network", cidr: "10.71.1.0/24" } });
  await row.up(rule);
  const refusal = row.fault({ match: "ipgroups/deleteRule", kind: { refuse: "Not now" } });
  row.changes();
  expect((await faultOf(rule.resource.destroy())).message).toContain("Not now");
  expect(row.changes()).toEqual(["ipgroups/deleteRule"]);
  refusal.remove();
  row.before("ipgroups/deleteRule", () => row.sim.mutate.removeIpGroup("Floor 32"));
  await rule.resource.destroy();
  expect(row.sim.gateway.store.ipGroupsNamed("Floor 32")).toEqual([]);
});

row("a warning of the gateway becomes an info line that names the resource", async (row) => {
  const rewrite = (answer: unknown): unknown => ({ ...(answer as object), warnings: ["overlaps Multicast"] });
  row.fault({ match: "ipgroups/saveRule", kind: { rewrite } });
  const group = row.declare("IpGroup", { name: "Floor 80", rules: [office] });
  expect(await row.up(group)).toBe("create");
  expect(row.infoLines()).toEqual([expect.stringMatching(/^warning: IpGroup "Floor 80" on .*overlaps Multicast/u)]);
});

row("a group that one list leaves out is not gone while the search finds it", async (row) => {
  const group = await row.made("IpGroup", { name: "Floor 87", rules: [office] });
  await row.nextRun();
  const without = (answer: unknown): unknown => ({
    results: (answer as { results: { fc_name: string }[] }).results.filter(({ fc_name }) => fc_name !== "Floor 87"),
  });
  row.fault({ match: "ipgroups/loadTreeRootFast", times: 1, kind: { rewrite: without } });
  expect(await group.resource.refresh()).toBe("same");
});
