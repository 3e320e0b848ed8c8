import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startSimulator, type Simulator } from "../../simulator";
import { type Ended, launch } from "../support/clone";
import { configFor, environmentOf } from "../support/configuration";
import { type EngineWorkspace, openEngine } from "../support/engine";
import { isLong } from "../support/long";

jest.setTimeout(300_000);

let sim: Simulator;
let engine: EngineWorkspace;
beforeEach(async () => {
  [sim, engine] = await Promise.all([startSimulator({ https: false }), openEngine()]);
});
afterEach(async () => {
  await engine.close();
  await sim.close();
});

/** Makes the project of a template in the folder of the program. */
async function make(name: string): Promise<string> {
  await rm(join(engine.folder, "index.js"));
  const args = ["new", `./node_modules/pulumi-flowgate/templates/${name}`, "--name", "program"];
  return (await engine.pulumi([...args, "--force", "--yes", "--generate-only"])).output;
}

test("pulumi new with the template model makes a project that an up takes", async () => {
  expect(await make("model")).toContain("pulumi config set --path flowgate:gateway.url");
  await engine.config(configFor(sim));
  expect((await engine.up()).changes["create"]).toBeGreaterThan(5);
  expect(sim.gateway.store.ipGroupsNamed("Offices")).toHaveLength(1);
});

/** Runs the trial against the simulator, as a user does against a lab appliance. */
async function trial(): Promise<Ended> {
  await make("trial");
  const env = { ...engine.env, ...environmentOf(sim) };
  return launch(process.execPath, [join(engine.folder, "trial.mjs")], engine.folder, env).ended;
}

if (isLong) {
  test("the trial lives through every kind, and leaves the appliances as they were", async () => {
    const before = sim.snapshot();
    const { code, stdout, stderr } = await trial();
    expect([code, stderr]).toEqual([0, ""]);
    const rows = stdout.split("\n").map((line) => line.trim().split(/ {2,}/u));
    expect(rows.filter(([, created]) => created === "create")).toHaveLength(14);
    expect(stdout).toContain("The appliances hold what they held before.");
    expect(sim.snapshot()).toBe(before);
  });

  test("the trial says what an appliance refuses", async () => {
    sim.faults.add({ match: /policies\/add/u, kind: { refuse: "No policies here" } });
    const { code, stdout, stderr } = await trial();
    expect(code).toBe(9);
    expect(stdout).toMatch(/^Policy +FAILED/mu);
    expect(stderr).toContain("No policies here");
  });
}
