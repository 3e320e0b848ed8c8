import type { IpGroupRule } from "../../simulator";
import { PACE, paced } from "../support/lifecycle";
import { type FaultRow, faultRows } from "./row";
import { held, office, officeHeld, printer, printerHeld, texts } from "./rules";

const saveRule = "ipgroups/saveRule";
const update = "ipgroups/update";
/** The delay with which the gateway's lists show a change. */
const LAG_MS = 1500 / PACE;

/** Loses the next request of a verb, which takes effect just after its repetition did. */
function late(row: FaultRow, match: string, arrives: () => void): void {
  row.fault({ match, times: 1, kind: "resetBeforeApply" });
  const rewrite = (answer: unknown): unknown => {
    arrives();
    return answer;
  };
  row.fault({ match, times: 1, kind: { rewrite } });
}

/** The factory group that contains a rule of ours. */
function shared(row: FaultRow): { groupId: number; name: string } {
  const [group] = row.sim.gateway.store.ipGroupsNamed("Loopback");
  if (group === undefined) throw new Error("the factory group is gone");
  row.invariants.ours(`IP group ${group.id}`);
  return { groupId: group.id, name: group.name };
}

/** The factory rule of that group. */
const loopback: IpGroupRule = { type: "ip", address: "127.0.0.1" };

describe("a request that arrives after its connection was lost", () => {
  const { row } = faultRows({ ...paced, simulator: { switches: { duplicateGroupName: "second" } } });

  row("F21: is found before the group is sent again, which leaves one group", async (row) => {
    const group = row.declare("IpGroup", { name: "soon", rules: [office] });
    row.fault({ match: saveRule, times: 1, kind: { lateMs: 500 / PACE } });
    expect(await row.up(group)).toBe("create");
    expect(row.changes()).toEqual([saveRule]);
    expect(held(row, "soon")).toEqual([texts(officeHeld)]);
  });

  row("F25: and creates a second group causes an error with both ids, and the state holds the first", async (row) => {
    const group = row.declare("IpGroup", { name: "late", rules: [office] });
    late(row, saveRule, () => row.sim.mutate.addIpGroup("late", [officeHeld]));
    const { message } = await row.partly(group);
    const [first, second] = row.sim.gateway.store.ipGroupsNamed("late").map(({ id }) => String(id));
    expect(group.resource.id).toBe(first);
    expect(message).toContain(`(id ${second}) beside this one (id ${first})`);
    row.sim.mutate.gateway((store) => store.ipGroups.delete(Number(second)));
    await row.nextRun();
    expect(await row.up(group)).toBe("update");
  });

  row("F25: and adds its rules to the group of its repetition leaves no duplicate rules", async (row) => {
    row.sim.switches.duplicateGroupName = "append";
    const group = row.declare("IpGroup", { name: "late append", rules: [office, printer] });
    late(row, saveRule, () => row.sim.mutate.addRules("late append", [officeHeld, printerHeld]));
    expect(await row.up(group)).toBe("create");
    expect(row.changes()).toEqual([saveRule, saveRule, update]);
    expect(held(row, "late append")).toEqual([texts(officeHeld, printerHeld)]);
  });

  row(
    "F25: and arrives just before its repetition, which adds the same rules, leaves no duplicate rules",
    async (row) => {
      row.sim.switches.duplicateGroupName = "append";
      const group = row.declare("IpGroup", { name: "late before", rules: [office] });
      row.fault({ match: saveRule, times: 1, kind: "resetBeforeApply" });
      row.before(saveRule, () => row.sim.mutate.addIpGroup("late before", [officeHeld]));
      expect(await row.up(group)).toBe("create");
      expect(held(row, "late before")).toEqual([texts(officeHeld)]);
    },
  );

  row("F36: leaves no duplicate rule after an update", async (row) => {
    const group = await row.made("IpGroup", { name: "late update", rules: [office] });
    row.changes();
    late(row, update, () => row.sim.mutate.addRules("late update", [printerHeld]));
    expect(await row.up(group, { name: "late update", rules: [office, printer] })).toBe("update");
    expect(row.changes()).toEqual([update, update, update]);
    expect(held(row, "late update")).toEqual([texts(officeHeld, printerHeld)]);
  });

  row("F36: leaves no duplicate of an IpGroupRule, and an info line says that it was removed", async (row) => {
    const { groupId, name } = shared(row);
    const rule = row.declare("IpGroupRule", { groupId, rule: printer });
    late(row, update, () => row.sim.mutate.addRules(name, [printerHeld]));
    expect(await row.up(rule)).toBe("create");
    expect(row.changes()).toEqual([update, update, "ipgroups/deleteRule"]);
    expect(held(row, name)).toEqual([texts(loopback, printerHeld)]);
    expect(row.infoLines()).toEqual([expect.stringMatching(/^warning: IpGroupRule .*duplicate rule \d+ was removed/u)]);
  });

  row("F36: duplicates a rule if it arrives after the run, which the next refresh and up repair", async (row) => {
    const group = await row.made("IpGroup", { name: "much later", rules: [office, printer] });
    row.sim.mutate.addRules("much later", [officeHeld]);
    expect(await row.read(group)).toBe("changed");
    expect(group.resource.outputs["ruleCount"]).toBe(3);
    expect(await group.resource.preview(group.program)).toBe("update");
    row.changes();
    expect(await row.up(group)).toBe("update");
    expect(row.changes()).toEqual([update]);
    expect(held(row, "much later")).toEqual([texts(officeHeld, printerHeld)]);
    expect(await group.resource.preview(group.program)).toBe("same");
  });

  row("F36: duplicates an IpGroupRule after the run, and the next refresh names the duplicate", async (row) => {
    const { groupId, name } = shared(row);
    const rule = await row.made("IpGroupRule", { groupId, rule: printer });
    const [other] = row.sim.mutate.addRules(name, [printerHeld]);
    expect(await row.read(rule)).toBe("same");
    expect(row.infoLines()).toEqual([expect.stringContaining(`a second, equal rule (rule ${other})`)]);
    row.sim.mutate.gateway(({ ipGroups }) => ipGroups.get(groupId)?.rules.delete(Number(other)));
    await row.nextRun();
  });
});

describe("a gateway whose lists lag behind its changes", () => {
  const rows = faultRows({
    ...paced,
    simulator: { switches: { duplicateGroupName: "second", groupsVisibleAfterMs: LAG_MS } },
  });
  const caughtUp = ({ sim }: FaultRow): void => {
    sim.advanceClock(LAG_MS + 100);
  };
  /** A row whose lists are up to date at its beginning and at its end. */
  const row: typeof rows.row = (name, run) => {
    rows.row(name, async (one) => {
      caughtUp(one);
      await run(one);
      caughtUp(one);
    });
  };

  for (const kind of ["resetAfterApply", "resetBeforeApply"] as const) {
    row(`F21, F22: holds one group after a creation whose answer was lost (${kind})`, async (row) => {
      const group = row.declare("IpGroup", { name: `lag ${kind}`, rules: [office] });
      row.fault({ match: saveRule, times: 1, kind });
      expect(await row.up(group)).toBe("create");
      expect(held(row, `lag ${kind}`)).toEqual([texts(officeHeld)]);
    });

    row(`F36: holds each rule once after an update whose answer was lost (${kind})`, async (row) => {
      const name = `lag update ${kind}`;
      const group = await row.made("IpGroup", { name, rules: [office] });
      caughtUp(row);
      row.fault({ match: update, times: 1, kind });
      expect(await row.up(group, { name, rules: [office, printer] })).toBe("update");
      expect(held(row, name)).toEqual([texts(officeHeld, printerHeld)]);
    });

    row(`F36: holds one rule for an IpGroupRule whose answer was lost (${kind})`, async (row) => {
      const { groupId, name } = shared(row);
      const rule = row.declare("IpGroupRule", { groupId, rule: printer });
      row.fault({ match: update, times: 1, kind });
      expect(await row.up(rule)).toBe("create");
      expect(held(row, name)).toEqual([texts(loopback, printerHeld)]);
    });
  }

  row("F32: no longer holds a deleted group or rule, even if the answer to the deletion was lost", async (row) => {
    const { groupId } = shared(row);
    const group = row.declare("IpGroup", { name: "lag removed", rules: [office] });
    const rule = row.declare("IpGroupRule", { groupId, rule: printer });
    for (const one of [group, rule]) await row.up(one);
    caughtUp(row);
    row.fault({ match: "ipgroups/delete", times: 1, kind: "resetAfterApply" });
    row.fault({ match: "ipgroups/deleteRule", times: 1, kind: "resetAfterApply" });
    for (const { resource } of [group, rule]) await resource.destroy();
    expect(held(row, "lag removed")).toEqual([]);
    expect(held(row, "Loopback")).toEqual([texts(loopback)]);
  });

  row("F32: that says nothing to a deletion holds the rule or not, as its list shows", async (row) => {
    const { groupId } = shared(row);
    const rule = await row.made("IpGroupRule", { groupId, rule: printer });
    caughtUp(row);
    row.fault({ match: "ipgroups/deleteRule", times: 1, kind: { status: 200, body: "{}" } });
    await expect(rule.resource.destroy()).rejects.toThrow("did not remove it, and gives no reason");
    row.fault({ match: "ipgroups/deleteRule", times: 1, kind: { rewrite: () => ({}) } });
    await rule.resource.destroy();
    expect(held(row, "Loopback")).toEqual([texts(loopback)]);
  });

  row("F36: gets an added rule only once, although its lists do not show the rule at once", async (row) => {
    const { groupId } = shared(row);
    await row.made("IpGroupRule", { groupId, rule: printer });
    expect(row.changes()).toEqual([update]);
  });
});
