import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { launch, root } from "../support/clone";
import { isLong } from "../support/long";
import { fill, type RandomSite, randomSite } from "../support/random-site";
import { temporaryFolder } from "../support/temporary-folder";
import { blockWith } from "../unit/docs/story";
import { openStage, stateOf, type Stage } from "./support";

jest.setTimeout(isLong ? 900_000 : 300_000);

const site: RandomSite = {
  groups: [
    { name: "Servers", last: 10 },
    { name: "Offices", last: 20 },
  ],
  ports: [3055],
};
const sites = isLong ? fc.sample(randomSite, { numRuns: 10, seed: Number(process.env["FLOWGATE_SEED"] ?? 5) }) : [];

/** Runs `flowgate export` in the folder of the program, over its own files, and returns the program and the next steps. */
async function exported(
  { folder, env }: Stage["engine"],
  target = "site",
  ...more: readonly string[]
): Promise<{ text: string; steps: string[] }> {
  const all = [join(root, "dist/cli/main.js"), "export", target, "--force", "--no-protect", "--json", ...more];
  const { code, stdout, stderr } = await launch(process.execPath, all, folder, env).ended;
  // What takes longer than a second shows its progress.
  expect([code, stderr.replace(/^.* \(\d+ s\)\n/gmu, "")]).toEqual([0, ""]);
  const { next: steps } = JSON.parse(stdout) as { next: string[] };
  return { text: readFileSync(resolve(folder, target, "index.ts"), "utf8"), steps };
}

async function onStage(run: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage({ engine: { plugin: true } });
  await run(stage).finally(() => stage.close());
}

async function roundTrip({ sim, engine }: Stage, content: RandomSite): Promise<void> {
  const file = join(engine.folder, "site/import.json");
  const importsIn = (): unknown[] => (JSON.parse(readFileSync(file, "utf8")) as { resources: unknown[] }).resources;
  fill(sim, content);
  const before = sim.snapshot();
  const { text: first, steps } = await exported(engine);
  expect(steps).toContain('add to the program, unless it is there: import "./site";');
  await engine.program('import "./site";\n', "typescript");
  // The lines that the export prints, as they stand.
  for (const step of steps.filter((one) => one.startsWith("pulumi config")))
    await engine.pulumi(step.split(" ").slice(1));
  const flags = ["--generate-code=false", "--yes", "--protect=false", "--skip-preview"];
  if (importsIn().length > 0) await engine.pulumi(["import", "--file", "site/import.json", ...flags]);
  await engine.preview({ args: ["--expect-no-changes"] });
  expect(sim.snapshot()).toBe(before);
  const next = expect.not.arrayContaining(["pulumi refresh --yes"]) as unknown;
  expect(await exported(engine)).toEqual({ text: first, steps: next });
  expect(importsIn()).toEqual([]);
  // A project of its own would declare what this stack has.
  expect((await exported(engine, temporaryFolder())).text).not.toContain("new ");
}

test.each([site, ...sites])("%j becomes a program without a difference, and a second export is the same", (content) =>
  onStage((stage) => roundTrip(stage, content)),
);

test("the program of the page takes the groups of a model over as they are, into one IpGroups", () =>
  onStage(async ({ sim, engine }) => {
    fill(sim, site);
    const before = sim.snapshot();
    await exported(engine, "site", "--format", "model", "--kinds", "IpGroup");
    const imports = 'import { join } from "node:path";\nimport { loadModel, SiteTemplate } from "pulumi-flowgate";\n';
    const program = blockWith("docs/guides/existing-appliances.md", "adoptIfEqual");
    await engine.program(imports + program.replace('"site.yaml"', '"site/site.yaml"'), "typescript");
    await engine.up();
    expect((await stateOf(engine)).map(({ type }) => type)).toContain("pulumi-nodejs:dynamic/flowgate:IpGroups");
    await engine.preview({ args: ["--expect-no-changes"] });
    expect(sim.snapshot()).toBe(before);
  }));
