import { join } from "node:path";
import { ModelError, modelProblemText } from "../../../lib/model/problem";
import { checkModel, loadModel, type LayerSource } from "../../../lib/model/resolve";
import { removeFiles, write } from "./support";

afterAll(removeFiles);

const folder = join(__dirname, "mistakes");
const files = ["global.yaml", "region.yaml", "paris.yaml"].map((layer) => ({ layer, file: join(folder, layer) }));

/** The problems that are reported for layers, one per line. */
function mistakesIn(...sources: readonly LayerSource[]): string[] {
  return checkModel(sources).problems.map(modelProblemText);
}

test("loadModel throws one error with all mistakes, and without the secret", () => {
  expect(() => loadModel(files)).toThrow(ModelError);
  try {
    loadModel(files);
  } catch (error) {
    const { message, problems } = error as ModelError;
    expect(message).toContain("The site model has 21 mistakes; no appliance was contacted:");
    expect(message.split("\n")).toHaveLength(problems.length + 1);
    expect(message).not.toContain("hunter2");
  }
});

test("YAML that cannot be parsed is reported with line and column, for all files at once", () => {
  const read = (text: string, layer: string): LayerSource => ({ layer, file: write(text) });
  const lines = mistakesIn(read("users:\n  - name: [anna\n", "one.yaml"), read("users: {}\nusers: {}\n", "two.yaml"));
  expect(lines).toEqual([
    expect.stringMatching(/^one\.yaml:\d+:\d+: Flow sequence/u),
    "two.yaml:2:1: Map keys must be unique",
  ]);
});

test("a missing file is one mistake, and the other layers are still checked", () => {
  const missing = { layer: "sites/lyon.yaml", file: join(folder, "lyon.yaml") };
  const twice: LayerSource = { layer: "site", values: { users: [{ name: "anna" }, { name: "anna" }] } };
  expect(mistakesIn(missing, twice)).toEqual([
    "sites/lyon.yaml: the file does not exist",
    "site: users.anna: is listed twice, first at site: remove one of them, or merge them",
  ]);
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
    expect.stringMatching(/^a: settings\[0\]\.value: is an output, whose value is not known in time/u),
  ]);
  expect(mistakesIn(circle)[0]).toMatch(/contains itself/u);
  expect(mistakesIn({ users: (() => []) as never })[0]).toMatch(/^layer 1: users: must be text, a number/u);
});

test("aliases that expand to too many values are refused", () => {
  const lines = [
    "a: &a [1,1,1,1,1,1,1,1,1,1]",
    ..."bcdefgh".split("").map((name, i) => {
      const before = "abcdefgh"[i] ?? "";
      return `${name}: &${name} [${Array(10).fill(`*${before}`).join(",")}]`;
    }),
  ];
  expect(mistakesIn({ layer: "bomb.yaml", file: write(lines.join("\n")) })).toEqual([
    "bomb.yaml:1:1: its aliases expand to more than 100,000 values: write the values out",
  ]);
});

test("a warning about a rule is at that rule, so that a comment beside it accepts it and no other", () => {
  const lines = [
    "ipGroups:",
    "  - name: Office",
    "    rules: [10.1.0.0/16]",
    "    children:",
    "      - name: Labs",
    "        rules:",
    "          - 10.1.2.0/24",
    "          - 10.8.0.0/16",
    "          - 10.9.0.0/16 # flowgate-accept outside-parent: it moves there next month",
  ];
  const [problem, ...others] = mistakesIn({ layer: "site.yaml", file: write(lines.join("\n")) });
  expect(problem).toMatch(
    /^site\.yaml:8:13: warning: outside-parent: .* network 10\.8\.0\.0\/16 of "Labs" is outside/u,
  );
  expect(others).toEqual([]);
});
