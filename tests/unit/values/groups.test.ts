import { nestingOf, partsOfGroups, rulesIn } from "../../../provider/values/groups";

const host = (last: number): { type: "ip"; address: string } => ({ type: "ip", address: `10.0.0.${String(last)}` });

describe("the differences of groups", () => {
  test("are listed by group and rule, and ignore the order of rules", () => {
    const before = {
      Same: { rules: [host(1), host(2)], children: ["Rules"] },
      Rules: { rules: [host(1), host(2)] },
      Gone: { rules: [host(3)] },
    };
    const after = {
      Rules: { rules: [host(2), host(4)], onExisting: "adopt" },
      Fresh: { children: ["Rules"] },
      Same: { rules: [host(2), host(1)], children: ["Rules"] },
    };
    expect(partsOfGroups(before, after)).toEqual([
      { property: "groups.Rules.rules", before: host(1), isItem: true },
      { property: "groups.Rules.rules", after: host(4), isItem: true },
      { property: "groups", before: "Gone", isItem: true },
      { property: "groups.Gone.rules", before: host(3), isItem: true },
      { property: "groups", after: "Fresh", isItem: true },
      { property: "groups.Fresh.children", after: "Rules", isItem: true },
    ]);
  });

  test("are not known if a value is not known", () => {
    expect(partsOfGroups({}, { A: { rules: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" } })).toBeUndefined();
  });
});

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
