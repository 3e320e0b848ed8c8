import Ajv from "ajv";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { SiteModelLayer } from "../../../sdk/model/schema";
import { root } from "../../support/clone";

const schema = JSON.parse(readFileSync(join(root, "sdk/model/site-model.schema.json"), "utf8")) as Record<
  string,
  unknown
>;
const validate = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }).compile(
  schema,
);

/** Each fault: its place, the rule, and what the rule says. */
function faultsOf(layer: unknown): string[] {
  const faults = validate(layer) ? [] : (validate.errors ?? []);
  return faults.map((one) => [one.instancePath, one.keyword, Object.values(one.params as object).join()].join(" "));
}

// Another test checks that the committed file matches the sources, together with the other generated documentation.
describe("the JSON Schema for editors", () => {
  test("accepts every layer of the example", () => {
    for (const name of ["layers/global", "layers/europe", "layers/america", "sites/paris", "sites/boston"]) {
      const text = readFileSync(join(root, "examples/site-template", `${name}.yaml`), "utf8");
      expect([name, faultsOf(parse(text))]).toEqual([name, []]);
      expect(text).toMatch(
        /^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/sdk\/model\/site-model\.schema\.json$/mu,
      );
    }
  });

  const accepted: Record<string, SiteModelLayer> = {
    "an empty layer": {},
    "a part of an object, without the keys that another layer sets": { profiles: [{ name: "a", enabled: false }] },
    "a map by name": {
      profiles: { a: { policies: { "10.0.0.0/8": null } } },
      ipGroups: { a: { children: { b: {} } } },
    },
    "null for everything that can be removed": { users: null, profiles: { a: null, b: { description: null } } },
    "rules in the short form": {
      ipGroups: [{ name: "a", rules: ["10.1.2.3", "10.0.0.0/8", "10.1.2.3-10.1.2.9"] as never }],
    },
    "maps by address and by network": {
      collectors: { "10.1.2.3": { threshold: 5 } },
      profiles: { a: { policies: { "10.0.0.0/8": { kind: "include" } } } },
    },
    "mentions of IP groups": { ipGroups: [{ name: "a", children: ["b", { name: "c", children: ["d"] }] }] },
  };
  test.each(Object.entries(accepted))("accepts %s", (_, layer) => {
    expect(faultsOf(layer)).toEqual([]);
  });

  const group = (more: object): object => ({ ipGroups: [{ name: "a", ...more }] });
  const profile = (more: object): object => ({ profiles: [more] });
  const unknownType = { userGroups: [{ name: "a", permissions: [{ permissionType: "ap", seccode: "x" }] }] };
  const deep = group({ children: [{ name: "b", children: { c: { ruls: [] } } }] });
  const policy = { cidr: "10.0.0.0/40", kind: "include" };
  const pattern = "/ipGroups/0/rules/0 pattern ^(";
  test.each<[what: string, layer: unknown, fault: string]>([
    ["an unknown key", { profile: [] }, " additionalProperties profile"],
    ["an unknown key of an object", profile({ name: "a", enabeld: true }), "/profiles/0 additionalProperties enabeld"],
    ["an object without its name", profile({ enabled: true }), "/profiles/0 required name"],
    ["a wrong type", profile({ name: "a", listeningPort: "2055" }), "/profiles/0/listeningPort type integer"],
    ["an unknown seccode's type", unknownType, "/userGroups/0/permissions/0/permissionType enum device,"],
    ["a rule without its field", group({ rules: [{ type: "network" }] }), "/ipGroups/0/rules/0 required cidr"],
    ["a mistake deep in the tree", deep, "/ipGroups/0/children/0/children/c additionalProperties ruls"],
    ["a short rule with a wrong address", group({ rules: ["10.1.2.300"] }), pattern],
    ["a short range with a wrong end", group({ rules: ["10.1.2.1 - 10.1.2.256"] }), pattern],
    [
      "a policy with a wrong prefix",
      profile({ name: "a", policies: [policy] }),
      "/profiles/0/policies/0/cidr pattern ^(",
    ],
    ["a map by address with a wrong address", { collectors: { "10.1.2.300": {} } }, "/collectors propertyNames 10."],
    ["a password", { users: [{ name: "anna", password: "hunter2" }] }, "/users/0/password not "],
    ["half a membership", { memberships: [{ user: "anna" }] }, "/memberships/0 required userGroup"],
  ])("refuses %s", (_, layer, fault) => {
    expect(faultsOf(layer).map((text) => text.slice(0, fault.length))).toContain(fault);
  });

  test("describes every key", () => {
    const { properties, definitions } = schema as {
      properties: Record<string, { description?: string }>;
      definitions: Record<string, { properties: Record<string, { description?: string }> }>;
    };
    const all = [properties, ...Object.values(definitions).map((one) => one.properties)];
    const silent = all.flatMap((one) => Object.entries(one).filter(([, { description }]) => description === undefined));
    expect([...new Set(silent.map(([key]) => key))]).toEqual([]);
  });
});
