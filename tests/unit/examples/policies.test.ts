import {
  hasAllRule,
  isAdministrators,
  networksOf,
  overlaps,
  rightsOverAccounts,
  type Group,
} from "../../../examples/policies/rules";

const group = (title: string, networks: readonly string[], holds: readonly string[] = []): Group => ({
  title,
  networks,
  holds,
});

test("a rule of type all is found among other rules, and values that are not known yet are ignored", () => {
  expect(hasAllRule([{ type: "network", cidr: "10.0.0.0/8" }, { type: "all" }])).toBe(true);
  expect(hasAllRule([{ type: "network", cidr: "10.0.0.0/8" }, {}])).toBe(false);
  expect(hasAllRule()).toBe(false);
  expect(networksOf([{ type: "network", cidr: "10.0.0.0/8" }, {}, { type: "all" }])).toEqual(["10.0.0.0/8"]);
});

test.each<[string, Group, Group, number]>([
  ["the same network", group("a", ["10.0.0.0/8"]), group("b", ["10.0.0.0/8"]), 1],
  ["one inside the other", group("a", ["10.1.0.0/16"]), group("b", ["10.0.0.0/8"]), 1],
  ["neighbours", group("a", ["10.0.0.0/9"]), group("b", ["10.128.0.0/9"]), 0],
  ["a child", group("a", ["10.0.0.0/8"], ["b"]), group("b", ["10.1.0.0/16"]), 0],
  ["a parent", group("a", ["10.1.0.0/16"]), group("b", ["10.0.0.0/8"], ["a"]), 0],
  ["two of each", group("a", ["10.1.0.0/16", "10.2.0.0/16"]), group("b", ["10.0.0.0/8", "10.2.9.0/24"]), 3],
  ["invalid networks", group("a", ["10.9.0.0/x", "10.9.0.0/33"]), group("b", ["10.1.0/16", "10.1.0.0/16"]), 0],
])("overlaps: %s", (_what, one, other, count) => {
  expect(overlaps([one, other])).toHaveLength(count);
  expect(overlaps([other, one])).toHaveLength(count);
});

test("rights over accounts are app permissions such as createUsers, and user group 1 is recognized as the administrators", () => {
  expect(
    rightsOverAccounts([
      { permissionType: "app", seccode: "createUsers" },
      { permissionType: "app", seccode: "runReport" },
      { permissionType: "gadget", seccode: "createUsers" },
      { permissionType: "app" },
      { permissionType: "app", seccode: "usergroups" },
    ]),
  ).toEqual(["createUsers", "usergroups"]);
  expect([1, "1", "Administrators", 2, undefined].map(isAdministrators)).toEqual([true, true, true, false, false]);
});
