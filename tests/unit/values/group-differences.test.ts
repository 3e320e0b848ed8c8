import { partsOfGroups } from "../../../provider/values/groups/differences";
import { levelsOf } from "../../../provider/values/groups/nesting";

const host = (last: number): { type: "ip"; address: string } => ({ type: "ip", address: `10.0.0.${String(last)}` });

describe("the differences of groups", () => {
  test("are listed by group and rule, and ignore the order of rules and renamed children", () => {
    const before = {
      Same: { rules: [host(1), host(2)], children: ["Old"] },
      Rules: { rules: [host(1), host(2)] },
      Old: {},
      Gone: { rules: [host(3)] },
    };
    const after = {
      Rules: { rules: [host(2), host(4)], onExisting: "adopt" },
      New: { formerNames: ["Old"] },
      Fresh: { children: ["New"] },
      Same: { rules: [host(2), host(1)], children: ["New"] },
    };
    expect(partsOfGroups(before, after)).toEqual([
      { property: "groups.Rules.rules", before: host(1), isItem: true },
      { property: "groups.Rules.rules", after: host(4), isItem: true },
      { property: "groups", before: "Old", after: "New" },
      { property: "groups", after: "Fresh", isItem: true },
      { property: "groups.Fresh.children", after: "New", isItem: true },
      { property: "groups", before: "Gone", isItem: true },
      { property: "groups.Gone.rules", before: host(3), isItem: true },
    ]);
  });

  test("are not known if a value is not known", () => {
    expect(partsOfGroups({}, { A: { rules: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" } })).toBeUndefined();
  });
});

test("levels have children before parents, and contain every group even if a damaged state has cycles", () => {
  const none = { children: [] };
  expect(levelsOf({ A: { children: ["B", 101] }, B: { children: ["C"] }, C: none, D: none })).toEqual([
    ["C", "D"],
    ["B"],
    ["A"],
  ]);
  expect(
    levelsOf({ A: { children: ["B"] }, B: { children: ["A"] } })
      .flat()
      .sort(),
  ).toEqual(["A", "B"]);
});
