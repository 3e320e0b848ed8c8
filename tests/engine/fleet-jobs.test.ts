import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { launch, root } from "../support/clone";
import { breakSite, oneFleet } from "../support/fleet";

jest.setTimeout(300_000);

const program = `
const { IpGroup, rule } = require("pulumi-flowgate");
new IpGroup("servers", { rules: [rule.ip("10.0.0.1")] });
`;

/** The commands of a step of a workflow, with a value for what GitHub fills in. */
function stepOf(
  name: "plan" | "sites",
  isWanted: (step: { id?: string; run?: string }) => boolean,
  value: string,
): string {
  const { jobs } = parse(readFileSync(join(root, `examples/fleet/github-${name}.yml`), "utf8")) as {
    jobs: Record<string, { steps: { id?: string; run?: string }[] }>;
  };
  const { run = "" } = Object.values(jobs)[0]?.steps.find(isWanted) ?? {};
  return run.replace(/\$\{\{ (?:inputs\.wave|matrix\.site) \}\}/u, value);
}

describe("the jobs of a wave", () => {
  const sites = ["paris", "lyon", "nice"];
  const fleet = oneFleet({ sites, program, passphrase: true, fleet: { waves: [1, 1], parallel: 1 } });
  beforeAll(async () => {
    await mkdir(join(fleet.folder, "node_modules/.shim"), { recursive: true });
    const shim = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"\n`;
    await writeFile(join(fleet.folder, "node_modules/.shim/npx"), shim, { mode: 0o755 });
  });

  /** Runs a step like GitHub does. Returns its exit code and its output. */
  async function step(commands: string): Promise<{ code: number | null; output: string; stderr: string }> {
    const output = join(fleet.folder, "node_modules/.shim/output");
    await writeFile(output, "");
    const path = [join(fleet.folder, "node_modules/.shim"), fleet.env["PATH"]].join(delimiter);
    const env = { ...fleet.env, PATH: path, GITHUB_OUTPUT: output };
    const { code, stderr } = await launch("bash", ["-e", "-c", commands], fleet.folder, env).ended;
    return { code, output: await readFile(output, "utf8"), stderr };
  }

  const plan = (wave: number): ReturnType<typeof step> =>
    step(stepOf("plan", ({ id }) => id === "sites", String(wave)));
  const update = (site: string): ReturnType<typeof step> =>
    step(stepOf("sites", ({ run = "" }) => run.includes("fleet up"), site));

  test("list the canary, and no wave until the canary is done", async () => {
    expect(await plan(0)).toMatchObject({ code: 0, output: 'lists=[["paris"]]\n' });
    expect(await plan(1)).toMatchObject({
      code: 9,
      output: "",
      stderr: expect.stringContaining("Not done: paris") as string,
    });
  });

  test("update the canary, and list the next wave once the former one is done", async () => {
    expect(await update("paris")).toMatchObject({ code: 0 });
    expect(await plan(1)).toMatchObject({ code: 0, output: 'lists=[["lyon"]]\n' });
  });

  test("fail when more sites have failed than the fleet file allows", async () => {
    breakSite(fleet, "lyon");
    expect(await update("lyon")).toMatchObject({ code: 9 });
    expect(await plan(2)).toMatchObject({
      code: 9,
      output: "",
      stderr: expect.stringContaining("Not done: lyon") as string,
    });
  });
});
