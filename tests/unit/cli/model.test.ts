import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../support/clone";
import { failed, flowgate, printed, temporaryFolder } from "./support";
import { has } from "../../support/has";

const example = join(root, "examples/site-template");
const files = ["layers/global.yaml", "layers/europe.yaml", "sites/paris.yaml"];
const removed = ["layers/global.yaml", "layers/america.yaml", "sites/boston.yaml"];
const mistakes = join(root, "tests/unit/model/mistakes");
const wrong = ["global.yaml", "region.yaml", "paris.yaml"];

test.each([[files], [removed]])(
  "model check of %j finds no mistakes, without appliances or a configuration",
  async (layers) => {
    const stdout = await printed(flowgate(["model", "check", ...layers], { cwd: example }));
    expect(stdout).toBe("The model has no mistakes.\n");
  },
);

test("model check prints every kind of mistake with its place and what to write, counts them, and ends with 9", async () => {
  const stdout = await printed(flowgate(["model", "check", ...wrong], { cwd: mistakes }), 9);
  const expected = readFileSync(join(mistakes, "expected.txt"), "utf8");
  expect(stdout).toBe(`${expected}The model has 21 mistakes, 6 warnings.\n`);
});

test("model check --json prints the mistakes with their parts", async () => {
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

test("model resolve prints the model as valid YAML, with the layer and line of each value", async () => {
  const stdout = await printed(flowgate(["model", "resolve", ...files], { cwd: example }));
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
  const stderr = await failed(flowgate(["model", "resolve", ...wrong], { cwd: mistakes }), 9);
  expect(stderr).toContain("global.yaml:15:14: ");
  expect(stderr).toContain("The site model has 21 mistakes, 6 warnings.");
});

test("model explain says which layer set a value and what it replaced", async () => {
  const run = await flowgate(["model", "explain", "profiles.security.enabled", ...files], { cwd: example });
  expect(run.stdout).toMatch(
    /^profiles\.security\.enabled = true {2}sites\/paris\.yaml:\d+\n {2}before: false {2}layers\/global\.yaml:\d+\n$/u,
  );
  const gone = await flowgate(["model", "explain", "profiles.security", ...removed], { cwd: example });
  expect(gone.stdout).toMatch(/^profiles\.security is removed {2}layers\/america\.yaml:\d+\n {2}before: \{/u);
});

describe("many sites", () => {
  const rules = (...texts: string[]): string => `ipGroups:\n  Office:\n    rules: [${texts.join(", ")}]\n`;
  const layers = {
    "global.yaml": "profiles:\n  netflow: { listeningPort: 2055, sendingPort: 2056 }\n",
    "paris.yaml": rules("10.1.0.0/16"),
    "lyon.yaml": rules("10.2.0.0/16"),
    "sites.yaml": "sites:\n  paris: [global.yaml, paris.yaml]\n  lyon: [global.yaml, lyon.yaml]\n",
  };

  /** Commits the layers to a new repository. Returns their folder, which is below the repository's root. */
  function committed(): string {
    const repository = temporaryFolder();
    const cwd = join(repository, "models");
    mkdirSync(cwd);
    for (const [name, text] of Object.entries(layers)) writeFileSync(join(cwd, name), text);
    const git = (...args: string[]): void => void execFileSync("git", ["-C", repository, ...args], { stdio: "ignore" });
    git("init");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-m", "Declare sites");
    return cwd;
  }

  test("model check --sites checks all sites, and prints a mistake that several sites share once", async () => {
    const cwd = committed();
    const check = ["model", "check", "--sites", "sites.yaml"];
    expect(await printed(flowgate(check, { cwd }))).toBe("2 sites: no mistakes.\n");
    writeFileSync(join(cwd, "global.yaml"), layers["global.yaml"].replace(" }", ", enabled: yes }"));
    writeFileSync(join(cwd, "lyon.yaml"), rules("10.2.0.0/33"));
    const stdout = await printed(flowgate(check, { cwd }), 9);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "global.yaml:2:63: profiles.netflow.enabled: must be a boolean, not a string: write true",
      has(/^lyon\.yaml:3:13: ipGroups\.Office\.rules\[0\]\.cidr: "10\.2\.0\.0\/33" .* \(lyon\)$/u),
      "2 sites, 2 with mistakes: 2 mistakes.",
    ]);
    const one = await flowgate([...check, "paris", "--json"], { cwd });
    expect(JSON.parse(one.stdout)).toMatchObject({
      sites: ["paris"],
      failed: ["paris"],
      problems: [{ sites: ["paris"] }],
    });
  });

  test("model diff --since lists the sites that a change affects, and their changes", async () => {
    const cwd = committed();
    const diff = ["model", "diff", "--since", "HEAD", "--sites", "sites.yaml"];
    expect(await printed(flowgate(diff, { cwd }))).toBe("0 of 2 sites changed since HEAD.\n");
    writeFileSync(join(cwd, "lyon.yaml"), rules("10.2.0.0/16", "10.3.0.1-10.3.0.9"));
    writeFileSync(join(cwd, "nice.yaml"), rules("10.4.0.1"));
    writeFileSync(join(cwd, "sites.yaml"), "sites:\n  lyon: [global.yaml, lyon.yaml]\n  nice: [nice.yaml]\n");
    const { stdout } = await flowgate(diff, { cwd });
    const network = '{"type":"network","cidr":"10.2.0.0/16"}';
    expect(stdout.trimEnd().split("\n")).toEqual([
      "lyon (1 value)",
      `  ~ ipGroups.Office.rules: [${network}] -> [${network},{"type":"range","start":"10.3.0.1","end":"10.3.0.9"}]`,
      "nice (new)",
      '  + ipGroups.Office.rules: [{"type":"ip","address":"10.4.0.1"}]',
      "paris (removed)",
      "  - profiles.netflow.listeningPort: 2055",
      "  - profiles.netflow.sendingPort: 2056",
      '  - ipGroups.Office.rules: [{"type":"network","cidr":"10.1.0.0/16"}]',
      "3 of 3 sites changed since HEAD.",
    ]);
    const json = await flowgate([...diff, "--json", "nice"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({ since: "HEAD", sites: [{ site: "nice", state: "new" }] });
  });

  test.each([
    [["check", "--sites", "none.yaml"], 2, "none.yaml cannot be read (ENOENT)."],
    [["check", "--sites", "global.yaml"], 9, "global.yaml:1:1: profiles: unknown key"],
    [["check", "--sites", "sites.yaml", "nice"], 9, "The file has no site nice; it has paris, lyon."],
    [["check"], 2, "Give the layers of a model, or a file of sites with --sites."],
    [["explain", "global.yaml", "paris.yaml"], 2, "global.yaml is a file"],
    [["explain", "profiles.nothing", "global.yaml"], 9, "The model has nothing at profiles.nothing."],
    [["diff", "--sites", "sites.yaml"], 2, "Give both --since and --sites."],
    [["diff", "--sites", "sites.yaml", "--since", "nowhere"], 2, "The revision nowhere cannot be read"],
    [["diff", "--sites", "sites.yaml", "--since=--output=x"], 2, "The revision --output=x cannot be read"],
  ])("model %j ends with %d", async (args, code, words) => {
    expect(await flowgate(["model", ...args], { cwd: committed() })).toMatchObject({ code, stderr: has(words) });
  });
});
