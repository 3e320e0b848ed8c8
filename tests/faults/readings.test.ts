import { faultRows } from "./row";

const { row } = faultRows();

row("F32: a rule whose group others delete just before its deletion is gone", async (row) => {
  const groupId = row.sim.mutate.addIpGroup("F32");
  row.invariants.ours(`IP group ${String(groupId)}`);
  const rule = row.declare("IpGroupRule", { groupId, rule: { type: "network", cidr: "10.71.1.0/24" } });
  await row.up(rule);
  const refusal = row.fault({ match: "ipgroups/deleteRule", kind: { refuse: "Not now" } });
  row.changes();
  expect((await row.failure(rule.resource.destroy())).message).toContain("Not now");
  expect(row.changes()).toEqual(["ipgroups/deleteRule"]);
  refusal.remove();
  row.before("ipgroups/deleteRule", () => row.sim.mutate.removeIpGroup("F32"));
  await rule.resource.destroy();
  expect(row.sim.gateway.store.ipGroupsNamed("F32")).toEqual([]);
});
