import type { Simulator } from "../../simulator";
import { faultRows } from "./row";

const { row } = faultRows();

const network = (octet: number): object => ({ type: "network", cidr: `10.71.${String(octet)}.0/24` });

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
