import type { Simulator } from "../../simulator";
import { faultRows } from "./row";

const { row } = faultRows();

/** Forty-one hosts. */
const hosts = Array.from({ length: 41 }, (_, index) => ({ type: "ip", address: `10.70.0.${String(index + 1)}` }));
const network = (octet: number): object => ({ type: "network", cidr: `10.71.${String(octet)}.0/24` });

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
