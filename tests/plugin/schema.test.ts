import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as sdk from "../../sdk/index";
import { kinds } from "../../provider/registry";
import { cleanEnvironment, launch, root } from "../support/clone";
import { findEngineFolder } from "../support/engine";

interface Spec {
  description?: string;
  secret?: boolean;
}

interface ObjectSpec {
  description?: string;
  properties?: Record<string, Spec>;
}

interface Schema {
  config: { variables: Record<string, Spec> };
  resources: Record<string, ObjectSpec & { inputProperties: Record<string, Spec>; aliases: { type: string }[] }>;
  functions: Record<string, { description?: string; inputs: ObjectSpec; outputs: ObjectSpec }>;
  types: Record<string, ObjectSpec & { enum?: { name: string; value: string; description?: string }[] }>;
  provider: { description?: string; inputProperties: Record<string, Spec> };
}

/** A place of the schema, and its description. */
type Place = readonly [place: string, text: string | undefined];

/** Every place of the schema that a reader sees, with its description. */
function descriptions({ config, resources, functions, types, provider }: Schema): Place[] {
  const within = (place: string, properties: Record<string, Spec> = {}): Place[] =>
    Object.entries(properties).map(([key, { description }]) => [`${place}.${key}`, description]);
  return [
    ...within("config", config.variables),
    ["provider", provider.description],
    ...within("provider", provider.inputProperties),
    ...Object.entries(resources).flatMap(([token, one]): Place[] => [
      [token, one.description],
      ...within(`${token} inputs`, one.inputProperties),
      ...within(`${token} outputs`, one.properties),
    ]),
    ...Object.entries(functions).flatMap(([token, one]): Place[] => [
      [token, one.description],
      ...within(`${token} arguments`, one.inputs.properties),
      ...within(`${token} result`, one.outputs.properties),
    ]),
    ...Object.entries(types).flatMap(([token, one]): Place[] => [
      [token, one.description],
      ...within(token, one.properties),
      ...(one.enum ?? []).map((value): Place => [`${token} = ${value.value}`, value.description]),
    ]),
  ];
}

describe("the schema of the plugin", () => {
  const schema = JSON.parse(readFileSync(join(root, "plugin/schema.json"), "utf8")) as Schema;

  test("passes the check of Pulumi", async () => {
    const env = cleanEnvironment({ PULUMI_HOME: tmpdir(), PULUMI_SKIP_UPDATE_CHECK: "true" });
    const pulumi = join(await findEngineFolder(), "pulumi");
    const { code, stdout, stderr } = await launch(pulumi, ["schema", "check", "plugin/schema.json"], root, env).ended;
    expect([code, stdout + stderr]).toEqual([0, expect.not.stringMatching(/warning|error/iu)]);
  });

  test("describes every resource, function, property, type and value", () => {
    const all = descriptions(schema);
    expect(all.length).toBeGreaterThan(400);
    expect(all.filter(([, text = ""]) => text === "")).toEqual([]);
  });

  test("describes them in words that are true in any language", () => {
    const ofTypeScript = /\{@link|\bundefined\b|\bas (?:a )?resources?\b|`\w+\.\w+\(|\{ \w+: |\bclass(?:es)?\b|\]\(/u;
    const prose = descriptions(schema).map(([place, text = ""]) => [place, text.split("\n## Example Usage")[0] ?? ""]);
    expect(prose.filter(([, text = ""]) => ofTypeScript.test(text))).toEqual([]);
  });

  test("names no output that a resource does not have, and no other than editors show in TypeScript", () => {
    const typeFile = readFileSync(join(root, "dist/types/index.d.ts"), "utf8").replace(/(?:\s*\n \* ?)+/gu, " ");
    for (const [token, { description = "", properties = {} }] of Object.entries(schema.resources)) {
      const [text = ""] = description.split("\n\n## Example Usage");
      const named = [...text.matchAll(/[Oo]utput `([\w.]+)`/gu)].map(([, name = ""]) => name);
      const ofOrigin = schema.types[`${token}Origin`]?.properties ?? {};
      const has = (name: string): boolean =>
        name.startsWith("origin.") ? name.replace("origin.", "") in ofOrigin : name in properties;
      expect([token, named.filter((name) => !has(name))]).toEqual([token, []]);
      expect([token, typeFile.includes(text)]).toEqual([token, true]);
    }
    expect(typeFile.match(/@example/gu)?.length).toBeGreaterThanOrEqual(kinds.length);
  });

  test("has every kind, with the dynamic type as an alias", () => {
    expect(Object.keys(schema.resources)).toEqual(kinds.map((kind) => `flowgate:index:${kind}`));
    for (const [token, { aliases }] of Object.entries(schema.resources)) {
      expect(aliases).toEqual([{ type: token.replace("flowgate:index:", "pulumi-nodejs:dynamic/flowgate:") }]);
    }
  });

  test("marks secrets, and has no defaults that an SDK would write into the state", () => {
    expect(schema.resources["flowgate:index:User"]?.inputProperties["password"]?.secret).toBe(true);
    const { maxDeletes, protect, ...others } = schema.provider.inputProperties;
    for (const argument of Object.values(others)) expect(argument.secret).toBe(true);
    for (const open of [maxDeletes, protect]) expect(open).not.toHaveProperty("secret");
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
