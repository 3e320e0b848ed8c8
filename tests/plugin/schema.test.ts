import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as sdk from "../../sdk/index";
import { kinds } from "../../provider/registry";
import { root } from "../support/clone";

interface Spec {
  description?: string;
  secret?: boolean;
  default?: unknown;
  defaultInfo?: unknown;
}

interface Schema {
  resources: Record<string, { inputProperties: Record<string, Spec>; aliases: { type: string }[] }>;
  types: Record<string, { enum?: { name: string; value: string }[]; properties?: Record<string, Spec> }>;
  provider: { inputProperties: Record<string, Spec> };
}

describe("the schema of the plugin", () => {
  const schema = JSON.parse(readFileSync(join(root, "schema.json"), "utf8")) as Schema;

  test("has every kind, with a description for each input and the dynamic type as an alias", () => {
    expect(Object.keys(schema.resources)).toEqual(kinds.map((kind) => `flowgate:index:${kind}`));
    for (const [token, { inputProperties, aliases }] of Object.entries(schema.resources)) {
      const open = Object.entries(inputProperties).filter(([, { description = "" }]) => description === "");
      expect({ token, open }).toEqual({ token, open: [] });
      expect(aliases).toEqual([{ type: token.replace("flowgate:index:", "pulumi-nodejs:dynamic/flowgate:") }]);
    }
  });

  test("marks secrets, and has no defaults that an SDK would write into the state", () => {
    expect(schema.resources["flowgate:index:User"]?.inputProperties["password"]?.secret).toBe(true);
    const { snapshot, ...others } = schema.provider.inputProperties;
    for (const argument of Object.values(others)) expect(argument.secret).toBe(true);
    // It is the path of a file, and messages name it.
    expect(snapshot).not.toHaveProperty("secret");
    expect(JSON.stringify(schema)).not.toMatch(/"default(?:Info)?":/u);
  });

  test("has the enums that the package exports, with the same names and values", () => {
    const exported = sdk as unknown as Record<string, Record<string, string>>;
    for (const name of ["OnExisting", "PermissionType", "PolicyKind", "RuleType", "SettingOnDestroy"]) {
      const values = schema.types[`flowgate:index:${name}`]?.enum ?? [];
      expect(exported[name]).toEqual(Object.fromEntries(values.map((one) => [one.name, one.value])));
    }
  });
});

test("the SDK generators have the same version as the engine that the tests use", () => {
  const versionIn = (folder: string): string | undefined =>
    /pulumi\/pkg\/v3 (v\S+)/u.exec(readFileSync(join(root, folder, "go.mod"), "utf8"))?.[1];
  expect(versionIn("tools/sdk")).toMatch(/^v3\./u);
  expect(versionIn("tools/sdk")).toBe(versionIn("tools/pulumi/engine"));
});
