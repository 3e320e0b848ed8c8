import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeAll, fleetOf, flowgate, temporaryFolder } from "../cli/support";
import { FleetFileError, fleetOfNames, readFleet } from "../../../lib/fleet/file";
import { has } from "../../support/has";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  for (const name of ["app", "models"]) mkdirSync(join(folder, name));
  for (const name of ["", "app"]) writeFileSync(join(folder, name, "Pulumi.yaml"), "name: program\nruntime: nodejs\n");
});
afterEach(closeAll);

function mistakesIn(text: string): readonly string[] {
  writeFileSync(join(folder, "fleet.yaml"), text);
  try {
    readFleet("fleet.yaml", folder);
  } catch (error) {
    if (error instanceof FleetFileError) return error.problems;
    throw error;
  }
  return [];
}

test("a fleet file needs only a list of site names, and the rest has defaults", () => {
  writeFileSync(join(folder, "fleet.yaml"), "sites: [paris, lyon]\n");
  expect(readFleet("fleet.yaml", folder)).toEqual({
    name: folder.slice(folder.lastIndexOf("/") + 1),
    program: folder,
    file: join(folder, "fleet.yaml"),
    inputs: [],
    sites: [
      { name: "paris", stack: "paris", tags: [] },
      { name: "lyon", stack: "lyon", tags: [] },
    ],
    canary: ["paris"],
    failures: 0,
    parallel: 4,
    timeoutSeconds: 900,
    keep: "provider",
    checkpoints: true,
  });
});

test("every key of a fleet file is read", () => {
  const text = `
name: branches
program: app
stack: acme/{site}-prod
inputs: [models]
canary: [lyon]
waves: [1, 25%]
failures: 5%
parallel: 8
timeout: 20m
keep: program
checkpoints: false
sites:
  - paris
  - { name: lyon, stack: elsewhere, wave: 2, tags: [eu] }
`;
  writeFileSync(join(folder, "fleet.yaml"), text);
  expect(readFleet("fleet.yaml", folder)).toMatchObject({
    name: "branches",
    program: join(folder, "app"),
    inputs: [join(folder, "models")],
    sites: [{ stack: "acme/paris-prod" }, { name: "lyon", stack: "elsewhere", wave: 2, tags: ["eu"] }],
    canary: ["lyon"],
    waves: [1, "25%"],
    failures: "5%",
    parallel: 8,
    timeoutSeconds: 1200,
    keep: "program",
    checkpoints: false,
  });
});

test("all mistakes of a fleet file are reported at once, each with file, line and column", () => {
  const mistakes = mistakesIn("paralel: 3\nwaves: [0]\ntimeout: 5\nsites:\n  - paris\n  - name: a b\n");
  expect(mistakes).toHaveLength(4);
  expect(mistakes).toEqual(
    expect.arrayContaining([
      has(/^fleet\.yaml:1:1: .*unknown key "paralel", did you mean "parallel"\?/u),
      has(/^fleet\.yaml:2:9: waves\[0\]: must be a number of sites, or a share such as 25%, at least 1$/u),
      has(/^fleet\.yaml:3:10: timeout: must be a duration/u),
      has(/^fleet\.yaml:6:11: sites\[1\]\.name: must be letters/u),
    ]),
  );
});

test.each<[what: string, text: string, says: string | RegExp]>([
  ["a site is listed twice", "sites: [a, b, a]", 'fleet.yaml:1:15: sites[2]: site "a" is listed twice'],
  [
    "two sites have one stack",
    "sites: [a, {name: b, stack: a}]",
    'fleet.yaml:1:12: sites[1]: stack "a" is listed twice',
  ],
  [
    "a canary is no site",
    "sites: [paris]\ncanary: pari",
    'fleet.yaml:2:9: canary: unknown site "pari", did you mean "paris"?',
  ],
  ["all sites have one stack", "sites: [a]\nstack: prod", "fleet.yaml:2:8: stack: must contain {site}"],
  ["there is no site", "sites: []", "fleet.yaml:1:8: sites: needs at least one site"],
  ["it is no YAML", "sites: [a\n", "fleet.yaml:2:1:"],
  ["an alias has no anchor", "sites: *none", /^fleet\.yaml:1:8: there is no anchor &none$/u],
  [
    "aliases expand to too many values",
    ["a: &a [x, x, x, x, x, x, x, x]", `b: &b [${"*a, ".repeat(200)}*a]`, `sites: [${"*b, ".repeat(99)}*b]`].join("\n"),
    /^fleet\.yaml:1:1: its aliases expand to more than 100,000 values: write the values out$/u,
  ],
  [
    "the program is no project",
    "program: models\nsites: [a]",
    /^fleet\.yaml:1:10: program: the folder .*models has no Pulumi\.yaml/u,
  ],
  [
    "the program does not exist",
    "program: gone\nsites: [a]",
    /^fleet\.yaml:1:10: program: the folder .*gone has no Pulumi\.yaml/u,
  ],
  [
    "an input is a device",
    "sites: [a]\ninputs: [/dev/zero]",
    /^fleet\.yaml:2:10: inputs\[0\]: \/dev\/zero is neither a file nor a folder$/u,
  ],
  ["an input does not exist", "sites: [a]\ninputs: [gone]", /^fleet\.yaml:2:10: inputs\[0\]: .*gone does not exist$/u],
  [
    "an alias is inside of its own value",
    "sites: &all [a, *all]",
    /^fleet\.yaml:1:17: the alias \*all is inside of the value that it names$/u,
  ],
  [
    "an alias is deep inside of its own value",
    "sites:\n  - &a { name: b, tags: [*a] }",
    /^fleet\.yaml:2:26: the alias \*a is inside/u,
  ],
  [
    "a stack begins with a hyphen",
    "sites: [{ name: a, stack: --show-secrets }]",
    /^fleet\.yaml:1:27: sites\[0\]\.stack: must not begin with a hyphen$/u,
  ],
  [
    "all stacks begin with a hyphen",
    'stack: "-{site}"\nsites: [a]',
    /^fleet\.yaml:1:8: stack: must not begin with a hyphen$/u,
  ],
])("one sentence with its place says that %s", (_what, text, says) => {
  expect(mistakesIn(text)).toEqual([has(says)]);
});

test("without a fleet file the message says what to do", () => {
  expect(() => readFleet("fleet.yaml", folder)).toThrow(
    "There is no fleet file fleet.yaml: write one, name another with --fleet, or name the sites with --sites.",
  );
});

test("sites from the command line form a fleet with the folder's program", () => {
  expect(fleetOfNames(["a", "b"], folder)).toMatchObject({
    program: folder,
    canary: ["a"],
    sites: [{}, { stack: "b" }],
  });
  expect(() => fleetOfNames(["a", "a"], folder)).toThrow('--sites: sites[1]: site "a" is listed twice');
});

test("mistakes in a fleet file end every command with exit code 2, before the engine is started", async () => {
  const program = fleetOf('echo "$1" >> "$HOME/asked"');
  writeFileSync(join(program.cwd, "fleet.yaml"), "sites: [{ name: a, stack: -a }]\n");
  for (const args of [["preview"], ["up", "--yes"], ["refresh"], ["destroy", "--confirm", "x"]]) {
    const { code, stderr } = await flowgate(["fleet", ...args], program);
    expect([code, stderr.match(/fleet\.yaml:1:/gu)?.length, existsSync(join(program.cwd, "asked"))]).toEqual([
      2,
      1,
      false,
    ]);
  }
});
