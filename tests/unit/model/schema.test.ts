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

function faultsOf(layer: unknown): string[] {
  return validate(layer) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
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

  const refused: Record<string, unknown> = {
    "an unknown key": { profile: [] },
    "an unknown key of an object": { profiles: [{ name: "a", enabeld: true }] },
    "an object without its name": { profiles: [{ enabled: true }] },
    "a wrong type": { profiles: [{ name: "a", listeningPort: "2055" }] },
    "an unknown seccode's type": { userGroups: [{ name: "a", permissions: [{ permissionType: "ap", seccode: "x" }] }] },
    "a rule without its field": { ipGroups: [{ name: "a", rules: [{ type: "network" }] }] },
    "a mistake deep in the tree": {
      ipGroups: [{ name: "a", children: [{ name: "b", children: { c: { ruls: [] } } }] }],
    },
    "a short rule with a wrong address": { ipGroups: [{ name: "a", rules: ["10.1.2.300"] }] },
    "a short range with a wrong end": { ipGroups: [{ name: "a", rules: ["10.1.2.1 - 10.1.2.256"] }] },
    "a policy with a wrong prefix": { profiles: [{ name: "a", policies: [{ cidr: "10.0.0.0/40", kind: "include" }] }] },
    "a map by address with a wrong address": { collectors: { "10.1.2.300": { threshold: 5 } } },
    "a password": { users: [{ name: "anna", password: "hunter2" }] },
    "half a membership": { memberships: [{ user: "anna" }] },
  };
  test.each(Object.entries(refused))("refuses %s", (_, layer) => {
    expect(faultsOf(layer)).not.toEqual([]);
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
