import { PACE, paced } from "../support/lifecycle";
import { faultRows } from "./row";
import { held, office, officeHeld, printer, printerHeld, texts } from "./rules";

const saveRule = "ipgroups/saveRule";
const update = "ipgroups/update";

describe("a request that arrives after its connection was lost", () => {
  const { row } = faultRows(paced);

  row("F21: is found before the group is sent again, which leaves one group", async (row) => {
    const group = row.declare("IpGroup", { name: "soon", rules: [office] });
    row.fault({ match: saveRule, times: 1, kind: { lateMs: 500 / PACE } });
    expect(await row.up(group)).toBe("create");
    expect(row.changes()).toEqual([saveRule]);
    expect(held(row, "soon")).toEqual([texts(officeHeld)]);
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
});
