import type { IpGroupRule } from "../../simulator";
import { type FaultRow, faultRows } from "./row";

const office = { type: "network", cidr: "10.1.0.0/16" } as const;
const printer = { type: "ip", address: "10.1.2.3" } as const;
const officeHeld: IpGroupRule = { type: "network", address: "10.1.0.0", mask: "16" };
const printerHeld: IpGroupRule = { type: "ip", address: "10.1.2.3" };

const { row } = faultRows({ simulator: { switches: { duplicateGroupName: "second" } } });

const lostAfter = { match: "ipgroups/saveRule", times: 1, kind: "resetAfterApply" } as const;
const lostBefore = { match: "ipgroups/saveRule", times: 1, kind: "resetBeforeApply" } as const;

/** The rules of each group with this name, as sets. */
function held({ sim }: FaultRow, name: string): string[][] {
  const groups = sim.gateway.store.ipGroupsNamed(name);
  return groups.map(({ rules }) => [...rules.values()].map((rule) => JSON.stringify(rule)).sort());
}

const texts = (...rules: IpGroupRule[]): string[] => rules.map((rule) => JSON.stringify(rule)).sort();

row("F21: a group whose answer was lost is found by its name and adopted: one group", async (row) => {
  const group = row.declare("IpGroup", { name: "F21", rules: [office, printer] });
  row.fault(lostAfter);
  expect(await row.up(group)).toBe("create");
  expect(row.changes()).toEqual(["ipgroups/saveRule"]);
  expect(held(row, "F21")).toEqual([texts(officeHeld, printerHeld)]);
});

row("F22: a group that was not made is sent once more", async (row) => {
  const group = row.declare("IpGroup", { name: "F22", rules: [office] });
  row.fault(lostBefore);
  expect(await row.up(group)).toBe("create");
  expect(row.changes()).toEqual(["ipgroups/saveRule", "ipgroups/saveRule"]);
  expect(held(row, "F22")).toEqual([texts(officeHeld)]);
});

row("F23: where the list fails too the error names the group, and the next up finds it without a copy", async (row) => {
  const group = row.declare("IpGroup", { name: "F23", rules: [office] });
  row.fault(lostAfter);
  row.fault({ match: "ipgroups/loadTreeRootFast", skip: 1, kind: "resetBeforeApply" });
  // The first list shows what existed before. The second one, which would decide, is lost.
  await row.nextRun();
  const error = await row.refused(group);
  expect(error.message).toMatch(/^IpGroup "F23" on .*outcome unknown/u);
  row.heal();
  await row.nextRun();
  expect((await row.refused(group)).message).toMatch(/already exists \(id \d+\).*onExisting: "adopt"/u);
  expect(held(row, "F23")).toEqual([texts(officeHeld)]);
  expect(await row.up(group, { ...group.program, onExisting: "adoptIfEqual" })).toBe("create");
});

row("F24: a foreign group of that name is never adopted by a lost answer", async (row) => {
  const foreign = row.sim.mutate.addIpGroup("F24", [printerHeld]);
  row.afterwards(() => {
    row.sim.mutate.removeIpGroup("F24");
  });
  await row.nextRun();
  const group = row.declare("IpGroup", { name: "F24", rules: [office] });
  row.fault(lostAfter);
  expect((await row.refused(group)).message).toContain(`already exists (id ${foreign})`);
  expect(row.changes()).toEqual([]);
  expect(held(row, "F24")).toEqual([texts(printerHeld)]);
});

row(
  "F25: if the first request arrives after the second, the error names both ids, and nothing is deleted",
  async (row) => {
    const group = row.declare("IpGroup", { name: "F25", rules: [office] });
    row.fault(lostBefore);
    // The lost request is carried out just before the second one.
    const late: number[] = [];
    row.before("ipgroups/saveRule", () => late.push(row.sim.mutate.addIpGroup("F25", [officeHeld])));
    const error = await row.partly(group);
    const ids = row.sim.gateway.store.ipGroupsNamed("F25").map(({ id }) => id);
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(error.message).toContain(String(id));
    // The answer to the second request proves which group is ours.
    expect(ids.filter((id) => !late.includes(id)).map(String)).toEqual([group.resource.id]);
    // The user deletes the extra group, as the message says.
    row.sim.mutate.removeIpGroup("F25");
    await row.nextRun();
    expect(await row.up(group)).toBe("update");
  },
);
