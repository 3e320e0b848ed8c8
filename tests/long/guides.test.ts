import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { startSimulator } from "../../simulator";
import { root } from "../support/clone";
import { page, pages, section } from "../unit/docs/pages";
import { blockWith, openStory, shellLines, variablesOf, type Story } from "../unit/docs/story";

jest.setTimeout(300_000);

const guide = (name: string): string => `docs/guides/${name}.md`;
const linesOf = (path: string): string[] => shellLines(page(path).text);

/** Lines of the guides that do not run here, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  "npm install": "the package is linked into the folder",
  "npm install pulumi-flowgate @pulumi/pulumi": "the package is linked into the folder",
  "npx flowgate simulate --file appliances.json": "the simulator runs already",
  "#!/bin/sh": "the first line of a script",
  "exec npx flowgate check": "the second line of that script: flowgate check runs here",
  "npx flowgate drift --site paris --write layers/global.yaml sites/paris.yaml": "tests/unit/cli/drift-write.test.ts",
  "git diff": "a reader looks at what changed",
  "pulumi install": "needs a registry of Python",
  "pulumi package add ./node_modules/pulumi-flowgate/plugin": "needs a registry of the language",
  "go mod init network": "needs Go",
  "go get github.com/pulumi/pulumi/sdk/v3@v3.259.0": "needs Go",
};
const didRun = new Set(Object.keys(elsewhere));

let story: Story;
beforeEach(async () => {
  story = await openStory();
});
afterEach(() => story.close());

/** Runs lines as they are written, and returns what the last one printed. */
async function runAll(lines: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<string> {
  let output = "";
  let folder = story.folder.path;
  for (const line of lines.filter((one) => elsewhere[one] === undefined)) {
    const { code, stdout, stderr } = await story.run(line, extra, folder);
    if (line.startsWith("cd ")) folder = join(folder, line.slice(3));
    expect([line, code, code === 0 ? "" : stdout + stderr]).toEqual([line, 0, ""]);
    didRun.add(line);
    output = stdout;
  }
  return output;
}

const begin = [
  "pulumi login --local",
  "pulumi new ./node_modules/pulumi-flowgate/templates/typescript --force --generate-only --yes",
  "pulumi stack init dev",
];

test("existing appliances: the export imports without a difference", async () => {
  await runAll(["pulumi login --local"]);
  const [first = "", ...rest] = linesOf(guide("existing-appliances"));
  await runAll([first]);
  const site = join(story.folder.path, "site");
  await symlink(join(story.folder.path, "node_modules"), join(site, "node_modules"));
  await runAll(rest);
  expect((await story.run("npx flowgate drift", {}, site)).stdout).toContain("objects are managed");
  expect((await story.run("pulumi preview", {}, site)).stdout).toMatch(/\d+ unchanged/u);
});

test("a program: check, sites, pull requests, and a move to the plugin", async () => {
  await runAll([...begin, ...linesOf(guide("testing")), "pulumi up"]);
  await runAll(["pulumi preview --show-sames --json > preview.json", ...linesOf(guide("pull-requests"))]);
  story.sim.mutate.gateway((store) => store.addIpGroup("Branch offices", []));
  await runAll(["Switch it on", "Import"].flatMap((part) => shellLines(section(page(guide("plugin")), part))));
  expect((await story.run("pulumi stack export")).stdout).toContain("flowgate:index:IpGroup::branches");
  await runAll(linesOf(guide("sites")));
});

test("models and fleets: check, resolve, preview and update", async () => {
  const second = await startSimulator();
  try {
    const example = join(root, "examples/site-template");
    for (const name of ["layers", "sites", "sites.yaml"]) {
      await cp(join(example, name), join(story.folder.path, name), { recursive: true });
    }
    await story.folder.write("fleet.yaml", blockWith(guide("fleet"), "canary: paris"));
    await runAll(["pulumi login --local"]);
    expect(await runAll(linesOf(guide("site-template")))).toContain("layers/global.yaml");
    await story.folder.write(
      "netflow.yaml",
      "profiles:\n  - { name: netflow, listeningPort: 2055, sendingPort: 2056 }\n",
    );
    await story.folder.write("sites.yaml", "sites: { paris: [netflow.yaml], boston: [netflow.yaml] }\n");
    const first = variablesOf(story.sim, "FLOWGATE_SITE_PARIS");
    await runAll(linesOf(guide("fleet")), { ...first, ...variablesOf(second, "FLOWGATE_SITE_BOSTON") });
    expect(second.replicator.store.profiles.size).toBeGreaterThan(1);
  } finally {
    await second.close();
  }
});

afterAll(() => {
  const all = pages().filter(({ path }) => path.startsWith("docs/guides/"));
  const missed = all.flatMap(({ path }) => linesOf(path)).filter((line) => !didRun.has(line));
  expect(missed).toEqual([]);
});
