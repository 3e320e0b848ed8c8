import { Claims } from "../../provider/plugin/claims";
import { kinds } from "../../provider/registry";
import { UNKNOWN } from "../../provider/values/schema";
import { samples } from "../kinds/samples";

const urn = (name: string): string => `urn:pulumi:test::program::flowgate:index:Any::${name}`;

describe.each(kinds)("two resources of the kind %s with the same object", (kind) => {
  const { minimal } = samples[kind];
  const named = "name" in minimal ? minimal : { name: "same", ...minimal };

  test("are refused, and the error names both", () => {
    const claims = new Claims();
    expect(claims.conflicts(kind, urn("one"), "one", named)).toEqual([]);
    const [conflict, ...more] = claims.conflicts(kind, urn("two"), "two", named);
    expect(conflict).toMatch(
      new RegExp(`^${kind} "two" declares the .*${kind} "one" in this program[.] Remove one`, "u"),
    );
    expect(more).toEqual([]);
  });

  test("are accepted at two sites, and as two checks of one resource", () => {
    const claims = new Claims();
    for (const site of [undefined, "paris", "oslo", "oslo"]) {
      expect(claims.conflicts(kind, urn(String(site)), "one", { ...named, site })).toEqual([]);
    }
  });
});

test("a user group is the same by its number and as text", () => {
  const claims = new Claims();
  const all = [{ userGroup: 4 }, { userGroup: "4" }];
  const conflicts = all.map((group, index) =>
    claims.conflicts("PermissionSet", urn(String(index)), String(index), { ...group, permissions: [] }),
  );
  expect(conflicts.map(({ length }) => length)).toEqual([0, 1]);
});

test("a group of an IpGroups and an IpGroup with its name are one object", () => {
  const claims = new Claims();
  expect(claims.conflicts("IpGroups", urn("all"), "all", { groups: { Paris: {}, Oslo: {} } })).toEqual([]);
  expect(claims.conflicts("IpGroup", urn("oslo"), "oslo", { name: "Oslo", rules: [] })).toEqual([
    'IpGroup "oslo" declares the same object as IpGroups "all" in this program. Remove one of them.',
  ]);
});

test("a value that is not known yet is never the same as another", () => {
  const claims = new Claims();
  for (const name of ["one", "two"]) {
    expect(claims.conflicts("IpGroup", urn(name), name, { name: UNKNOWN, rules: [] })).toEqual([]);
  }
});
