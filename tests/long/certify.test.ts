import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { works } from "../../cli/certify/verdict";
import { startSimulator, switchSpace, type Switches } from "../../simulator";
import { cleanEnvironment, ensureBuilt, root } from "../support/clone";
import { certified, certifiedOn } from "../unit/cli/certify/support";
import { closeAll, startSite } from "../unit/cli/support";

const KILLS = Number(process.env["FLOWGATE_KILLS"] ?? 30);
const COMBINATIONS = Number(process.env["FLOWGATE_COMBINATIONS"] ?? 40);

/** With these, no documented client reaches the appliances: the run ends before it creates anything. */
const unreachable: readonly string[] = ["scriptPath", "plainHttp"];
const positions = Object.entries(switchSpace)
  .filter(([name]) => !unreachable.includes(name))
  .flatMap(([name, values]) => values.slice(1).map((value) => [name, value] as const));

afterEach(closeAll);

/** Certifies with these switches. Foreign objects must be untouched, nothing left, and no step falsely green. */
async function expectHonest(switches: Partial<Switches>): Promise<boolean> {
  const { certificate, falselyGreen, before, after } = await certified(switches);
  const kinds = new Set(certificate.outcomes.map(({ kind }) => kind));
  expect([falselyGreen, certificate.foreign, certificate.left]).toEqual([[], [], []]);
  expect(after).toBe(before);
  return [...kinds].every((kind) => works(certificate.outcomes.filter((one) => one.kind === kind)));
}

test.each(positions)("with %s = %s, the verdicts are what the stores show", async (name, value) => {
  try {
    await expectHonest({ [name]: value });
  } catch (error) {
    // A box whose answers no client understands ends the run with one sentence, before it creates anything.
    expect(error).toMatchObject({ outcome: expect.stringMatching(/refused|unknown|notSent/u) as unknown });
  }
});

test("with random switches, the verdicts are what the stores show", async () => {
  const combination = fc.subarray(positions, { minLength: 2, maxLength: 4 }).map((some) => Object.fromEntries(some));
  await fc.assert(
    fc.asyncProperty(combination, async (switches) => {
      try {
        await expectHonest(switches);
      } catch (error) {
        if (!(error instanceof Error) || !("outcome" in error)) throw error;
      }
    }),
    { numRuns: COMBINATIONS },
  );
});

test("after kills at random moments, --clean removes everything of the run and nothing else", async () => {
  await ensureBuilt();
  const script = join(root, "dist/cli/main.js");
  for (let count = 0; count < KILLS; count += 1) {
    const site = await startSite();
    const before = site.sim.snapshot();
    const hosts = [site.sim.gateway.url, site.sim.replicator.url].map((url) => new URL(url).host);
    const child = spawn(process.execPath, [script, "certify", "--yes", ...hosts], {
      cwd: site.options.cwd,
      env: cleanEnvironment(site.options.env),
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const most = 20 + Math.floor(Math.random() * 600);
    while (site.sim.requests.count({ kind: "write" }) < most && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill("SIGKILL");
    await ended;
    const { code, stderr } = await site.run(["certify", "--clean"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(site.sim.snapshot()).toBe(before);
    expect(existsSync(join(site.options.cwd, "flowgate-certify.journal"))).toBe(false);
    await closeAll();
  }
});

test("at 20 ms a request, all kinds take less than two minutes of waiting", async () => {
  const sim = await startSimulator({ https: false, latencyMs: 20 });
  const { certificate } = await certifiedOn(sim);
  // Clocks are for benches: the requests of a run, one after the other, bound its time.
  expect(certificate.requests * 20).toBeLessThan(120_000);
  await sim.close();
});
