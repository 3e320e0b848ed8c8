import { nestingOf, rulesIn } from "../../../provider/values/groups";

const host = (last: number): { type: "ip"; address: string } => ({ type: "ip", address: `10.0.0.${String(last)}` });

test("levels have children before parents, and contain every group even if a damaged state has cycles", () => {
  const has = (...children: (string | number)[]) => ({ rules: [], children });
  expect(nestingOf({ A: has("B", 101), B: has("C"), C: has(), D: has() })).toEqual({
    levels: [["C", "D"], ["B"], ["A"]],
    circle: [],
  });
  expect(nestingOf({ A: has("B"), B: has("C"), C: has("B") })).toEqual({
    levels: [["A", "B", "C"]],
    circle: ["B", "C", "B"],
  });
});

test("a child whose number is not known yet is left out of the rules of a group, and named", () => {
  const groups = { A: { rules: [host(1)], children: ["B", 7] }, B: { rules: [], children: [] } };
  const child = { type: "child", groupId: "7" };
  expect(rulesIn(groups.A, groups, {})).toEqual({ rules: [child, host(1)], missing: ["B"] });
});
