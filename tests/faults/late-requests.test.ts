import { PACE } from "../support/lifecycle";
import { faultRows } from "./row";
import { held, office, officeHeld, texts } from "./rules";

const saveRule = "ipgroups/saveRule";

describe("a request that arrives after its connection was lost", () => {
  const { row } = faultRows();

  row("F21: is found before the group is sent again, which leaves one group", async (row) => {
    const group = row.declare("IpGroup", { name: "soon", rules: [office] });
    row.fault({ match: saveRule, times: 1, kind: { lateMs: 500 / PACE } });
    expect(await row.up(group)).toBe("create");
    expect(row.changes()).toEqual([saveRule]);
    expect(held(row, "soon")).toEqual([texts(officeHeld)]);
  });
});
