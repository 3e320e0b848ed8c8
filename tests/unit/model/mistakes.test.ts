import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ModelError, modelProblemText } from "../../../sdk/model/problem";
import { checkModel, type LayerSource, loadModel } from "../../../sdk/model/resolve";
import { has } from "../../support/has";
import { temporaryFolder } from "../../support/temporary-folder";
import { thrownBy } from "../../support/thrown";

const folder = join(__dirname, "mistakes");
const files = ["global.yaml", "region.yaml", "paris.yaml"].map((layer) => ({ layer, file: join(folder, layer) }));

/** The problems that are reported for layers, one per line. */
function mistakesIn(...sources: readonly LayerSource[]): string[] {
  return checkModel(sources).problems.map(modelProblemText);
}

test("every mistake of three layers is reported in one run, each with its place", () => {
  expect(mistakesIn(...files)).toEqual(readFileSync(join(folder, "expected.txt"), "utf8").trimEnd().split("\n"));
});

test("loadModel throws one error with all mistakes, and without the secret", () => {
  const error = thrownBy(() => loadModel(files));
  expect(error).toBeInstanceOf(ModelError);
  const { message, problems } = error as ModelError;
  expect(message).toContain("The site model has 20 mistakes; no appliance was contacted:");
  expect(message.split("\n")).toHaveLength(problems.length + 1);
  expect(message).not.toContain("hunter2");
});

test("YAML that cannot be parsed is reported with line and column, for all files at once", () => {
  const lines = mistakesIn(
    { layer: "one.yaml", text: "users:\n  - name: [anna\n" },
    { layer: "two.yaml", text: "users: {}\nusers: {}\n" },
  );
  expect(lines).toEqual([has(/^one\.yaml:\d+:\d+: Flow sequence/u), "two.yaml:2:1: Map keys must be unique"]);
});

test("a missing file is one mistake, and the other layers are still checked", () => {
  const twice: LayerSource = { layer: "site", values: { users: [{ name: "anna" }, { name: "anna" }] } };
  expect(mistakesIn({ layer: "sites/lyon.yaml", file: join(folder, "lyon.yaml") }, twice)).toEqual([
    "sites/lyon.yaml: the file does not exist",
    "site: users.anna: is listed twice, first at site: remove one of them, or merge them",
  ]);
});

test("a layer in another encoding than UTF-8 is refused with its line, and a byte order mark is no part of it", () => {
  const file = join(temporaryFolder(), "caf\u00e9.yaml");
  const text = 'profiles: {}\nusers:\n  anna: { passwordConfig: "caf\u00e9" }\n';
  writeFileSync(file, text, "latin1");
  expect(mistakesIn(file)).toEqual([`${file}: the file is no text: line 3 is not UTF-8. Write it as UTF-8`]);
  writeFileSync(file, `\ufeff${text}`);
  expect(mistakesIn(file)).toEqual([]);
});

test("an item of a list needs its name as text, and a name in a map must equal its key", () => {
  const values = { profiles: [{}, { name: 5 }, "flows"], ipGroups: { Paris: { name: "Lyon" }, Oslo: 5 } };
  const lines = mistakesIn({ layer: "a", values: values as never });
  for (const line of [
    'a: profiles[0]: needs "name", which identifies it in every layer',
    'a: profiles[1]: "name" must be text: write it in quotation marks',
    'a: profiles[2]: must be an object with "name"',
    'a: ipGroups.Paris.name: must be left out or equal "Paris", the name of its key',
    "a: ipGroups.Oslo: must be an object, or null to remove it",
  ])
    expect(lines).toContain(line);
});

test("values of a program that are not plain data are refused, each with its path", () => {
  const circle: Record<string, unknown> = {};
  circle["users"] = circle;
  const output = { __pulumiOutput: true };
  expect(mistakesIn({ layer: "a", values: { settings: [{ name: "x", value: output as never }] } })).toEqual([
    has(/^a: settings\[0\]\.value: is an output, whose value is not known in time/u),
  ]);
  expect(mistakesIn(Object.assign(Object.create(null), { settings: [{ name: "x", value: 1 }] }) as object)).toEqual([]);
  expect(mistakesIn({ users: new Map() as never })).toEqual([has(/^layer 1: users: must be/u)]);
  expect(mistakesIn(circle)[0]).toMatch(/contains itself/u);
  for (const value of [undefined, Number.NaN, () => []])
    expect(mistakesIn({ users: [value as never] })[0]).toMatch(/^layer 1: users\[0\]: must be text, a number/u);
});
