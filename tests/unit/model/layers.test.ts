import { parse } from "yaml";
import { modelProblemText } from "../../../sdk/model/problem";
import { checkModel, loadModel, type LayerSource } from "../../../sdk/model/resolve";

const layer = (name: string, text: string): LayerSource => ({ layer: name, text });
const profile = { listeningPort: 1, sendingPort: 2 };
const mistakesIn = (one: LayerSource): string => checkModel([one]).problems.map(modelProblemText).join("\n");

describe("layers", () => {
  test("merge maps by key and lists of named objects by name, in either notation", () => {
    const { model } = loadModel([
      { profiles: [{ name: "a", ...profile, policies: [{ cidr: "10.0.0.0/8", kind: "exclude" }] }] },
      layer("b", "profiles: { a: { enabled: false, policies: [{ cidr: 10.1.0.0/16, kind: include }] } }"),
      {
        collectors: { "10.0.0.1": { profiles: ["a"] } },
        users: [{ name: "anna", preferences: { language: "english" } }],
      },
      { collectors: [{ address: "10.0.0.1", threshold: 5 }], users: { anna: { preferences: { statusTopn: 9 } } } },
    ]);
    expect(model).toEqual({
      profiles: [
        {
          name: "a",
          ...profile,
          enabled: false,
          policies: [
            { cidr: "10.0.0.0/8", kind: "exclude" },
            { cidr: "10.1.0.0/16", kind: "include" },
          ],
        },
      ],
      collectors: [{ address: "10.0.0.1", profiles: ["a"], threshold: 5 }],
      users: [{ name: "anna", preferences: { language: "english", statusTopn: 9 } }],
    });
  });

  test("replace lists of objects without names as a whole", () => {
    const { model } = loadModel([
      { ipGroups: [{ name: "a", rules: [{ type: "all" }] }] },
      { ipGroups: [{ name: "a", rules: [{ type: "ip", address: "10.0.0.1" }] }] },
    ]);
    expect(model.ipGroups).toEqual([{ name: "a", rules: [{ type: "ip", address: "10.0.0.1" }] }]);
  });

  test("remove keys and named objects with null, and may set them again later", () => {
    const base: LayerSource = {
      profiles: { a: { ...profile, description: "old" }, b: { listeningPort: 3, sendingPort: 4 } },
    };
    expect(loadModel([base, { profiles: { a: { description: null }, b: null } }]).model.profiles).toEqual([
      { name: "a", ...profile },
    ]);
    const again = loadModel([
      base,
      { profiles: { b: null } },
      { profiles: { b: { listeningPort: 5, sendingPort: 6 } } },
    ]);
    expect(again.model.profiles?.[1]).toEqual({ name: "b", listeningPort: 5, sendingPort: 6 });
    expect(loadModel([base, { profiles: null }]).model).toEqual({});
  });

  test("merge nested IP groups along the tree, and keep a declared group if another layer only mentions it", () => {
    const { model } = loadModel([
      layer("a", "ipGroups:\n  - name: Site\n    children: [{ name: Servers }, Shared]\n  - name: Shared"),
      layer(
        "b",
        "ipGroups:\n  Site:\n    children:\n      Servers: { rules: [{ type: all }] }\n  Shared: { children: [] }",
      ),
      { ipGroups: [{ name: "Site", children: ["Servers"] }] },
    ]);
    expect(model.ipGroups).toEqual([
      { name: "Site", children: [{ name: "Servers", rules: [{ type: "all" }] }, "Shared"] },
      { name: "Shared", children: [] },
    ]);
  });

  test("may use anchors of YAML, and an empty file is an empty layer", () => {
    const text = "settings:\n  a: &limits { value: 1, enabled: true }\n  c: *limits";
    expect(loadModel([layer("a", text), layer("b", "# nothing here\n")]).model.settings).toEqual([
      { name: "a", value: 1, enabled: true },
      { name: "c", value: 1, enabled: true },
    ]);
  });

  test("may change between two readings: a program edits its values, a person a file", () => {
    const values = { profiles: [{ name: "a", ...profile }] };
    expect(loadModel([values]).model).toEqual(values);
    values.profiles.push({ name: "b", ...profile });
    expect(loadModel([values]).model).toEqual(values);
  });

  test("may use constructor, __proto__ and numbers as names", () => {
    const text = 'settings:\n  constructor: { value: 1 }\n  __proto__: { value: 2 }\n  "5": { value: 3 }';
    const { model } = loadModel([layer("a", text), { settings: { constructor: { value: 4 } } }]);
    expect(model.settings?.map(({ name, value }) => [name, value])).toEqual([
      ["constructor", 4],
      ["__proto__", 2],
      ["5", 3],
    ]);
    for (const key of ["constructor", "__proto__"])
      expect(mistakesIn(layer("a", `profiles:\n  x:\n    ${key}: { a: { b: 1 } }`))).toContain(
        `a:3:5: profiles.x.${key}: unknown`,
      );
  });

  test("may write out 100,000 values with aliases, and no alias contains itself", () => {
    const rules = Array.from({ length: 1000 }, (_, at) => `10.0.${String(at >> 8)}.${String(at & 255)}`);
    const groups = Array.from({ length: 100 }, (_, at) => `  G${String(at)}: { rules: *r }`);
    const text = `ipGroups:\n  A: { rules: &r [${rules.join(", ")}] }\n${groups.join("\n")}`;
    expect(mistakesIn(layer("a", text))).toBe("");
    expect(mistakesIn(layer("a", `${text}\n  Last: { rules: *r }`))).toContain(
      "a:103:18: aliases write out more than 100,000 values",
    );
    expect(mistakesIn(layer("a", "profiles: &a\n  x: *a"))).toContain("a:2:6: *a contains itself");
    expect(mistakesIn(layer("a", "profiles: *z"))).toBe("a:1:11: no anchor &z stands before it");
  });
});

describe("the origin of a value", () => {
  const resolved = loadModel([
    layer(
      "global.yaml",
      "profiles:\n  netflow:\n    listeningPort: 1\n    sendingPort: 2\n  lab: { listeningPort: 3, sendingPort: 4 }",
    ),
    layer("region.yaml", "profiles:\n  lab: null"),
    layer(
      "paris.yaml",
      'profiles:\n  netflow: { listeningPort: 7 }\ncollectors:\n  "10.20.0.10":\n    profiles: [netflow]',
    ),
  ]);

  test("is explained for all values below a path", () => {
    expect(resolved.explain('collectors["10.20.0.10"]')).toMatchObject([
      { path: 'collectors["10.20.0.10"].profiles', value: ["netflow"], place: { layer: "paris.yaml", line: 5 } },
    ]);
    expect(resolved.explain().map(({ path }) => path)).toEqual([
      "profiles.netflow.listeningPort",
      "profiles.netflow.sendingPort",
      'collectors["10.20.0.10"].profiles',
    ]);
  });

  test("is not explained for a removed value, or for a path that never existed", () => {
    const paths = ["profiles.lab", "profiles.labs", "profiles.net", "profiles.netflow.x.y", "]", ""];
    expect(paths.map((path) => resolved.explain(path).length)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  // The golden file of `model resolve` shows where it stands in the text.
  test("is noted in the YAML of the resolved model, which reads back as the same model", () => {
    expect(parse(resolved.toYaml())).toEqual(resolved.model);
  });
});

describe("rules in short form", () => {
  const model = (rules: string) => checkModel([{ layer: "m.yaml", text: `ipGroups: [{ name: A, rules: ${rules} }]` }]);

  test("expand to the objects that they abbreviate, and can be mixed with objects", () => {
    const rules = "[10.1.2.3, 10.2.0.0/16, 10.3.0.1-10.3.0.9, 10.4.0.1 - 10.4.0.2, { type: all }]";
    expect(model(rules).resolved?.model.ipGroups?.[0]?.rules).toEqual([
      { type: "ip", address: "10.1.2.3" },
      { type: "network", cidr: "10.2.0.0/16" },
      { type: "range", start: "10.3.0.1", end: "10.3.0.9" },
      { type: "range", start: "10.4.0.1", end: "10.4.0.2" },
      { type: "all" },
    ]);
  });

  test("also work in ipGroupRules", () => {
    const text = "ipGroupRules: { vpn: { groupId: 7, rule: 10.9.0.0/16 } }";
    expect(checkModel([{ layer: "m.yaml", text }]).resolved?.model.ipGroupRules).toEqual([
      { name: "vpn", groupId: 7, rule: { type: "network", cidr: "10.9.0.0/16" } },
    ]);
  });

  test.each([
    ["[office]", /^m\.yaml:1:31: ipGroups\.A\.rules\[0\]: "office" is not a rule: it must be an address/u],
    ["[10.1.0.0/40]", /^m\.yaml:1:31: ipGroups\.A\.rules\[0\]\.cidr: "10\.1\.0\.0\/40" is not an IPv4 network/u],
    ["[10.1.0.9-10.1.0.1]", /its start is after its end$/u],
    ["[true]", /"true" is not a rule/u],
  ])("%s is reported as one mistake", (rules, words) => {
    expect(model(rules).problems.map(modelProblemText)).toEqual([expect.stringMatching(words)]);
  });
});

describe("a name that is similar to one in an earlier layer", () => {
  const said = (first: string, second: string): string[] =>
    checkModel([
      { layer: "global", text: `ipGroups: {${first}}` },
      { layer: "site", text: `ipGroups: {${second}}` },
    ]).problems.map(modelProblemText);

  test("causes a warning that it declares a new object", () => {
    expect(said("Servers: {}", "Server: {}")).toEqual([
      'site:1:12: warning: ipGroups.Server: declares a new "Server", but an earlier layer has "Servers": correct the name if ' +
        "you meant that one",
    ]);
  });

  test.each([
    ["Servers: {}", "Servers: {}, Server: {}"],
    ["Floor 1: {}", "Floor 2: {}"],
    ["Paris: {}", "Berlin: {}"],
    ["Lab: {}", "Lap: {}"],
  ])("causes no warning for %s and %s", (first, second) => {
    expect(said(first, second)).toEqual([]);
  });
});
