import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import Ajv from "ajv";
import { parse, parseAllDocuments } from "yaml";
import { root } from "../../support/clone";
import { closeAll, flowgate, temporaryFolder, type Run } from "../cli/support";
import { lastUpdateFields, stackDefinition } from "./stack-definition";

const examples = join(root, "examples/fleet");
const pullRequest = join(root, "examples/pull-request/github");
const workflows = [
  ...readdirSync(examples).flatMap((name) => (name.startsWith("github-") ? [join(examples, name)] : [])),
  ...readdirSync(pullRequest).map((name) => join(pullRequest, name)),
];
const commit = "0123456789abcdef0123456789abcdef01234567";
afterEach(closeAll);

/** A folder with a fleet and the files of the examples. */
function fleetWith(file?: object): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "Pulumi.yaml"), "name: branches\nruntime: nodejs\n");
  copyFileSync(join(examples, "operator/stack.yaml"), join(folder, "stack.yaml"));
  if (file === undefined) copyFileSync(join(examples, "fleet.yaml"), join(folder, "fleet.yaml"));
  else writeFileSync(join(folder, "fleet.yaml"), JSON.stringify(file));
  return folder;
}

function fleetCommand(cwd: string, ...args: readonly string[]): Promise<Run> {
  return flowgate(["fleet", ...args], { cwd });
}

/** GitHub's own parser of workflows. It is an ES module that imports JSON, so it is bundled first. */
function githubParser(): (text: string) => string[] {
  const folder = temporaryFolder();
  const bundle = join(folder, "parser.cjs");
  const entry = join(root, "node_modules/@actions/workflow-parser/dist/index.js");
  const flags = ["--bundle", "--format=cjs", "--platform=node", `--outfile=${bundle}`, "--log-level=error"];
  execFileSync(join(root, "node_modules/.bin/esbuild"), [entry, ...flags]);
  const { parseWorkflow, NoOperationTraceWriter } = createRequire(bundle)(bundle) as {
    parseWorkflow(file: object, trace: object): { context: { errors: { getErrors(): { message: string }[] } } };
    NoOperationTraceWriter: new () => object;
  };
  return (content) =>
    parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);
}

test("GitHub's parser finds no mistake in the workflows, and finds one that is planted in each", () => {
  const mistakesIn = githubParser();
  expect(workflows).toHaveLength(8);
  for (const name of workflows) {
    const text = readFileSync(name, "utf8");
    expect([name, mistakesIn(text)]).toEqual([name, []]);
    expect(mistakesIn(text.replace(/^( +)needs:|^( +)runs-on:/mu, "$1$2needds:"))).not.toEqual([]);
  }
});

interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly strategy?: { readonly "fail-fast"?: boolean };
  readonly environment?: string;
  readonly concurrency?: { readonly group: string };
  readonly steps?: readonly { readonly id?: string; readonly run?: string; readonly uses?: string }[];
}

function jobsOf(name: string): Record<string, Job> {
  return (parse(readFileSync(join(examples, name), "utf8")) as { jobs: Record<string, Job> }).jobs;
}

test("no job of a wave cancels another, each wave waits for a plan, and each plan for the wave before", () => {
  const waves = Object.entries(jobsOf("github-waves.yml"));
  for (const [name, job] of waves.slice(1)) {
    expect([name, job.needs]).toEqual([name, waves[waves.findIndex(([one]) => one === name) - 1]?.[0]]);
    // Without it, GitHub skips a job if any job before it failed, so one failure would stop all waves.
    expect(job.if).toContain("!cancelled()");
  }
  const matrices = [...waves.map(([, job]) => job), jobsOf("github-sites.yml")["up"]].filter((job) => job?.strategy);
  expect(matrices.map((job) => job?.strategy?.["fail-fast"])).toEqual([false, false, false, false]);
});

test("the job of a site has the credentials of that site, those for the state, and excludes a second job", () => {
  const { up } = jobsOf("github-sites.yml");
  expect([up?.environment, up?.concurrency?.group]).toEqual(["${{ matrix.site }}", "fleet-${{ matrix.site }}"]);
  expect(up?.steps?.map(({ uses }) => uses)).toContain("aws-actions/configure-aws-credentials@v4");
});

test("fleet matrix prints the waves as the lists of a matrix, and an empty list after the last one", async () => {
  const folder = fleetWith();
  const lists = await Promise.all([0, 1, 2, 3].map((wave) => fleetCommand(folder, "matrix", "--wave", String(wave))));
  expect(lists.map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, '[["paris"]]\n'],
    [0, '[["lyon","nice","lille"]]\n'],
    [0, '[["airport"]]\n'],
    [0, "[]\n"],
  ]);
});

test("fleet matrix prints a large wave in lists of at most 256 sites", async () => {
  const sites = Array.from({ length: 600 }, (_, index) => `s${index}`);
  const folder = fleetWith({ sites, canary: [], waves: [600] });
  const { stdout } = await fleetCommand(folder, "matrix", "--wave", "1");
  const lists = JSON.parse(stdout) as string[][];
  expect(lists.map(({ length }) => length)).toEqual([256, 256, 88]);
  expect(lists.flat()).toEqual(sites);
});

test("fleet stacks prints an object for each site of the wave that the operator's definition accepts", async () => {
  const folder = fleetWith();
  const args = ["stacks", "--wave", "1", "--commit", commit, "--template", "stack.yaml"];
  const { code, stdout } = await fleetCommand(folder, ...args);
  const objects = parseAllDocuments(stdout).map((document) => document.toJS() as { spec: { stack: string } });
  const validate = new Ajv().compile(stackDefinition);
  for (const object of objects) expect([validate(object), validate.errors]).toEqual([true, null]);
  expect([code, objects.map(({ spec }) => spec.stack)]).toEqual([0, ["lyon", "nice", "lille"]]);
  expect(objects[1]).toMatchObject({
    metadata: { name: "nice", labels: { "flowgate/wave": "1" } },
    spec: { commit, workspaceReclaimPolicy: "Delete" },
  });
  expect(JSON.stringify(objects[1])).toContain('"name":"flowgate-nice"');
  expect(JSON.stringify(objects[1])).not.toContain("{site}");
});

test("fleet stacks prints nothing for a wave that the fleet does not have", async () => {
  const args = ["stacks", "--wave", "9", "--commit", commit, "--template", "stack.yaml"];
  expect(await fleetCommand(fleetWith(), ...args)).toMatchObject({ code: 0, stdout: "" });
});

test.each([
  ["a site that cannot name an object", { sites: ["Paris_1"] }, "", /cannot be named Paris_1 /u],
  ["a name that is longer than the operator accepts", { sites: ["a".repeat(43)] }, "", /cannot be named a{43} /u],
  ["a branch", undefined, "\n  branch: main", /spec\.branch: is replaced by --commit: remove it/u],
  ["prerequisites", undefined, "\n  prerequisites: []", /spec\.prerequisites: compare times and not commits/u],
])("fleet stacks refuses %s in one sentence", async (_what, file, more, sentence) => {
  const folder = fleetWith(file);
  writeFileSync(join(folder, "stack.yaml"), `apiVersion: pulumi.com/v1\nkind: Stack\nspec:\n  repoDir: .${more}\n`);
  const wave = file === undefined ? "1" : "0";
  const args = ["stacks", "--wave", wave, "--commit", commit, "--template", "stack.yaml"];
  const { code, stdout, stderr } = await fleetCommand(folder, ...args);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(sentence)]);
});

test("the roll-out waits for a field that the status of the operator has", () => {
  const script = readFileSync(join(examples, "operator/roll-out.sh"), "utf8");
  const [, field = ""] = /jsonpath='\{\.status\.lastUpdate\.(\w+)\}'/u.exec(script) ?? [];
  expect(lastUpdateFields).toContain(field);
});
