import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../support/clone";
import { closeAll, flowgate, temporaryFolder } from "./support";

afterEach(closeAll);

const example = join(root, "examples/site-template");
const files = ["layers/global.yaml", "layers/europe.yaml", "sites/paris.yaml"];
const mistakes = join(root, "tests/unit/model/mistakes");
const wrong = ["global.yaml", "region.yaml", "paris.yaml"];

test("model check says that layers have no mistakes, and needs neither appliances nor a configuration", async () => {
  const run = await flowgate(["model", "check", ...files], { cwd: example });
  expect(run).toMatchObject({ code: 0, stdout: "The model has no mistakes.\n", stderr: "" });
});

test("model check prints every mistake and ends with 9", async () => {
  const { code, stdout } = await flowgate(["model", "check", ...wrong], { cwd: mistakes });
  expect([code, stdout]).toEqual([9, readFileSync(join(mistakes, "expected.txt"), "utf8")]);
});

test("model check prints them as JSON with their parts", async () => {
  const { stdout } = await flowgate(["model", "check", "--json", ...wrong], { cwd: mistakes });
  const { problems } = JSON.parse(stdout) as { problems: object[] };
  expect(problems).toContainEqual({
    severity: "error",
    place: { layer: "global.yaml", line: 15, column: 14 },
    path: "profiles.netflow.enabeld",
    message: 'unknown key "enabeld", did you mean "enabled"?',
    text: 'global.yaml:15:14: profiles.netflow.enabeld: unknown key "enabeld", did you mean "enabled"?',
  });
});

test("model resolve prints the model with the layer and line of each value, as YAML that reads back", async () => {
  const { code, stdout } = await flowgate(["model", "resolve", ...files], { cwd: example });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {4}enabled: true # sites\/paris\.yaml:\d+$/mu);
  expect(stdout).toMatch(/^ {4}value: 30 # layers\/global\.yaml:\d+$/mu);
  const json = await flowgate(["model", "resolve", "--json", ...files], { cwd: example });
  const { model, origins } = JSON.parse(json.stdout) as { model: object; origins: object[] };
  expect(parse(stdout)).toEqual(model);
  expect(origins).toContainEqual(
    expect.objectContaining({ path: "profiles.security.enabled", value: true, layer: "sites/paris.yaml" }),
  );
});

test("model resolve of layers with mistakes prints no model", async () => {
  const { code, stdout, stderr } = await flowgate(["model", "resolve", ...wrong], { cwd: mistakes });
  expect([code, stdout]).toEqual([9, ""]);
  expect(stderr).toContain("global.yaml:15:14: ");
  expect(stderr).toContain("The site model has 23 mistakes.");
});

test("model explain says which layer set a value and what it replaced", async () => {
  const run = await flowgate(["model", "explain", "profiles.security.enabled", ...files], { cwd: example });
  expect(run.stdout).toMatch(
    /^profiles\.security\.enabled = true {2}sites\/paris\.yaml:\d+\n {2}before: false {2}layers\/global\.yaml:\d+\n$/u,
  );
  const removed = ["layers/global.yaml", "layers/america.yaml", "sites/boston.yaml"];
  const gone = await flowgate(["model", "explain", "profiles.security", ...removed], { cwd: example });
  expect(gone.stdout).toMatch(/^profiles\.security is removed {2}layers\/america\.yaml:\d+\n {2}before: \{/u);
});

test("model explain of a path that is not there ends with 9", async () => {
  const run = await flowgate(["model", "explain", "profiles.nothing", ...files], { cwd: example });
  expect([run.code, run.stderr]).toEqual([9, expect.stringContaining("The model has nothing at profiles.nothing.")]);
});

test("control characters and escapes in a layer do not reach the terminal", async () => {
  const cwd = temporaryFolder();
  cpSync(join(example, "layers/global.yaml"), join(cwd, "global.yaml"));
  writeFileSync(join(cwd, "site.yaml"), 'settings: { "a\\e[31m": { valu: "\\u0007" } }');
  const { code, stdout } = await flowgate(["model", "check", "global.yaml", "site.yaml"], { cwd });
  expect(code).toBe(9);
  // eslint-disable-next-line no-control-regex -- they are what this is about
  expect(stdout.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f]/u);
});
