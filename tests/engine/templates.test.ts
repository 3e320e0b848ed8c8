import { existsSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator, type Simulator } from "../../simulator";
import { launch } from "../support/clone";
import { configFor, environmentOf } from "../support/configuration";
import { type EngineWorkspace, openEngine } from "../support/engine";
import { isLong } from "../support/long";

jest.setTimeout(300_000);

let sim: Simulator;
let engine: EngineWorkspace;
beforeEach(async () => {
  [sim, engine] = await Promise.all([startSimulator(), openEngine()]);
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
function trial(...args: string[]): ReturnType<typeof launch> {
  const [FLOWGATE_GATEWAY_CA_CERT = "", FLOWGATE_REPLICATOR_CA_CERT] = [sim.caCert, join(engine.folder, "ca.pem")];
  writeFileSync(FLOWGATE_REPLICATOR_CA_CERT, FLOWGATE_GATEWAY_CA_CERT);
  const env = { ...engine.env, ...environmentOf(sim), FLOWGATE_GATEWAY_CA_CERT, FLOWGATE_REPLICATOR_CA_CERT };
  return launch(process.execPath, [join(engine.folder, "trial.mjs"), ...args], engine.folder, env, { detached: true });
}

if (isLong) {
  test("the trial lives through every kind, and leaves the appliances as they were", async () => {
    const before = sim.snapshot();
    await make("trial");
    const { code, stdout, stderr } = await trial().ended;
    expect([code, stderr]).toEqual([0, ""]);
    const rows = stdout.split("\n").map((line) => line.trim().split(/ {2,}/u));
    expect(rows.filter(([, created]) => created === "created")).toHaveLength(14);
    expect(rows).toContainEqual(["Policy", "created", "replaced", "unchanged", "replaced", "deleted"]);
    expect(stdout).toContain("The appliances hold what they held before.");
    expect(sim.snapshot()).toBe(before);
  });

  test("the trial says what an appliance refuses, and begins no other before --clean", async () => {
    await make("trial");
    sim.faults.add({ match: /loadTreeRootFast/u, kind: { refuse: "Not you." }, times: 1 });
    expect((await trial().ended).stderr).toMatch(/^error: .*Not you\.\nThis says .* doctor --no-stack\n$/u);
    sim.faults.add({ match: /policies\/add/u, kind: { refuse: "No policies here" } });
    const { code, stdout, stderr } = await trial().ended;
    expect([code, stderr]).toEqual([9, expect.stringContaining("No policies here")]);
    expect(stdout).toMatch(/^Policy +FAILED/mu);
    expect(await trial().ended).toMatchObject({ code: 2, stderr: expect.stringContaining("--clean") as string });
    expect(statSync(join(engine.folder, ".trial/passphrase")).mode & 0o777).toBe(0o600);
    expect(await trial("--clean").ended).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(engine.folder, ".trial"))).toBe(false);
  });

  // These writes belong to the creation, the change, the replacement and the destruction: a trial sends 66.
  test.each([3, 25, 40, 55])("Ctrl-C after %d writes destroys what a trial has made", async (writes) => {
    await make("trial");
    const before = sim.snapshot();
    const { child, ended } = trial();
    await written(writes);
    child.kill("SIGINT");
    expect((await ended).stdout).toContain("The appliances hold what they held before.");
    expect(sim.snapshot()).toBe(before);
  });

  test("a trial that was killed with its engine is at its end after --clean, or says what is left", async () => {
    await make("trial");
    const before = sim.snapshot();
    const { child, ended } = trial();
    await written(25);
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await ended;
    const { code, stdout, stderr } = await trial("--clean").ended;
    const mark = /names begin with (trial-\w+)\.$/mu.exec(stdout)?.[1] ?? "none";
    const { users, userGroups } = sim.gateway.store;
    for (const all of [users, userGroups]) for (const [id, { name }] of all) if (name.startsWith(mark)) all.delete(id);
    const isClean = sim.snapshot() === before;
    expect([code, stderr]).toEqual(isClean ? [0, ""] : [9, expect.stringContaining("is kept in .trial")]);
    expect(stdout).toContain(isClean ? "hold what they held before" : "do NOT hold what they held before");
  });
}

/** Waits for a number of writes. */
async function written(count: number): Promise<void> {
  while (sim.requests.verbs({ kind: "write" }).length < count) await sleep(20);
}
