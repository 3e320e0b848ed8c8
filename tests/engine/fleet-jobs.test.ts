import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { root } from "../support/clone";
import { breakSite, openFleet, type TestFleet } from "../support/fleet";

jest.setTimeout(300_000);

const program = `
const { IpGroup, rule } = require("pulumi-flowgate");
new IpGroup("servers", { rules: [rule.ip("10.0.0.1")] });
`;

/** The commands of the step that plans a wave, as the workflow has them. */
function planOf(wave: number): string {
  const workflow = parse(readFileSync(join(root, "examples/fleet/github-plan.yml"), "utf8")) as {
    jobs: { plan: { steps: { id?: string; run?: string }[] } };
  };
  const { run = "" } = workflow.jobs.plan.steps.find(({ id }) => id === "sites") ?? {};
  return run.replace("${{ inputs.wave }}", String(wave));
}

describe("the job that plans a wave", () => {
  let fleet: TestFleet;
  beforeAll(async () => {
    fleet = await openFleet({ sites: ["paris", "lyon", "nice"], program, fleet: { waves: [1, 1], parallel: 1 } });
    await mkdir(join(fleet.folder, "node_modules/.shim"), { recursive: true });
    const shim = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"\n`;
    await writeFile(join(fleet.folder, "node_modules/.shim/npx"), shim, { mode: 0o755 });
  });
  afterAll(() => fleet.close());

  /** Runs the step like GitHub does. Returns its exit code and its output. */
  async function plan(wave: number): Promise<{ code: number | null; output: string; stderr: string }> {
    const output = join(fleet.folder, "node_modules/.shim/output");
    await writeFile(output, "");
    const path = [join(fleet.folder, "node_modules/.shim"), fleet.env["PATH"]].join(delimiter);
    const env = { ...fleet.env, PATH: path, GITHUB_OUTPUT: output };
    const { code, stderr } = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = execFile("bash", ["-e", "-c", planOf(wave)], { cwd: fleet.folder, env }, (_error, _stdout, text) =>
        resolve({ code: child.exitCode, stderr: text }),
      );
    });
    return { code, output: await readFile(output, "utf8"), stderr };
  }

  test("lists the canary, and no wave until the canary is done", async () => {
    expect(await plan(0)).toMatchObject({ code: 0, output: 'lists=[["paris"]]\n' });
    expect(await plan(1)).toMatchObject({
      code: 9,
      output: "",
      stderr: expect.stringContaining("Not done: paris") as string,
    });
  });

  test("lists the next wave once the former one is done", async () => {
    expect(await fleet.run(["up", "--sites", "paris"])).toMatchObject({ code: 0 });
    expect(await plan(1)).toMatchObject({ code: 0, output: 'lists=[["lyon"]]\n' });
  });

  test("fails when more sites have failed than the fleet file allows", async () => {
    breakSite(fleet, "lyon");
    expect(await fleet.run(["up", "--sites", "lyon"])).toMatchObject({ code: 9 });
    expect(await plan(2)).toMatchObject({
      code: 9,
      output: "",
      stderr: expect.stringContaining("Not done: lyon") as string,
    });
  });
});
