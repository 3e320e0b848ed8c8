import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Simulator } from "../../simulator";
import { launch, root } from "../support/clone";
import { environmentOf } from "../support/configuration";
import { isLong } from "../support/long";
import { oneStage } from "./support";

jest.setTimeout(600_000);

const script = join(root, "dist/cli/main.js");
const sites = Array.from({ length: isLong ? 10 : 3 }, (_, at) => `site${String(at)}`);
const stage = oneStage({ sites, engine: { project: "branches" }, configured: false });
const sims = (): Simulator[] => Object.values(stage.sims);

interface Report {
  readonly sites: readonly { site: string; result: string; changes: Record<string, number>; failure?: string }[];
}

/** Starts `flowgate fleet` with the appliances of every site in the environment. */
function start(...args: string[]): ReturnType<typeof launch> {
  const variables = sims().flatMap((sim, at) => {
    const prefix = `FLOWGATE_SITE_${(sites[at] ?? "").toUpperCase()}`;
    return Object.entries(environmentOf(sim)).map(([name, value]) => [name.replace("FLOWGATE", prefix), value]);
  });
  const all = Object.fromEntries(variables) as Record<string, string>;
  const env = { ...stage.engine.env, ...all, PULUMI_CONFIG_PASSPHRASE: "x" };
  return launch(process.execPath, [script, "fleet", ...args], stage.engine.folder, env, { timeout: 600_000 });
}

const fleet = (...args: string[]): ReturnType<typeof launch>["ended"] => start(...args).ended;

/** Starts an update of all sites, and signals it as soon as a site begins to change its appliances. */
async function signalled(signal: NodeJS.Signals): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child, ended } = start("up", "--yes");
  while (sims().every((sim) => sim.requests.verbs({ kind: "write" }).length === 0)) await sleep(20);
  child.kill(signal);
  return ended;
}

const write = (name: string, text: string): void => writeFileSync(join(stage.engine.folder, name), text);
const report = (): Report =>
  JSON.parse(readFileSync(join(stage.engine.folder, ".fleet/report.json"), "utf8")) as Report;
const resultsOf = (): Record<string, string> => Object.fromEntries(report().sites.map((one) => [one.site, one.result]));
const groupsOf = (at: number): string[] =>
  [...(sims()[at]?.gateway.store.ipGroups.values() ?? [])]
    .map(({ name }) => name)
    .filter((name) => /^Group/u.test(name));

/** Layers that declare this number of groups at each site. */
function models(count: number): void {
  const groups = Array.from(
    { length: count },
    (_, at) => `  - { name: Group ${String(at)}, rules: [10.0.${String(at)}.0/24] }`,
  );
  write("global.yaml", `ipGroups:\n${groups.join("\n")}\n`);
  write("sites.yaml", `sites:\n${sites.map((site) => `  ${site}: [global.yaml]`).join("\n")}\n`);
}

beforeAll(() => {
  write("fleet.yaml", "name: branches\nmodels: sites.yaml\nwaves: [1]\nparallel: 2\n");
  models(3);
});

test("stops after a wave with a failure, and goes on with one command", async () => {
  const [, broken] = sims();
  broken?.faults.add({ match: /saveRule/u, kind: { refuse: "Disk full" }, times: 99 });
  const { code, stdout } = await fleet("up", "--yes");
  expect(code).toBe(9);
  expect(stdout).toContain("--continue .fleet/report.json");
  expect(resultsOf()).toMatchObject({
    site0: "done",
    site1: "failed",
    site2: "not begun",
  });
  expect([groupsOf(0), groupsOf(2)].map(({ length }) => length)).toEqual([3, 0]);
  broken?.faults.clear();
  expect((await fleet("up", "--yes", "--continue", ".fleet/report.json")).code).toBe(0);
  expect(sites.map((_, at) => groupsOf(at).length)).toEqual(sites.map(() => 3));
  expect(existsSync(join(stage.engine.folder, ".fleet/site2.log"))).toBe(true);
});

if (isLong) {
  test("Ctrl-C lets the running sites end and begins no other; --continue serves the rest", async () => {
    models(4);
    for (const sim of sims()) sim.requests.clear();
    const { code, stderr } = await signalled("SIGINT");
    expect([code, stderr]).toEqual([9, expect.stringContaining("No other site begins")]);
    expect(resultsOf()).toEqual({ ...Object.fromEntries(sites.map((site) => [site, "not begun"])), site0: "done" });
    expect(groupsOf(0)).toHaveLength(4);
    expect((await fleet("up", "--yes", "--continue", ".fleet/report.json")).code).toBe(0);
    expect(sites.map((_, at) => groupsOf(at).length)).toEqual(sites.map(() => 4));
  });

  test("killed in between, nothing is lost: the same command goes on, and every group exists once", async () => {
    models(6);
    for (const sim of sims()) sim.requests.clear();
    expect((await signalled("SIGKILL")).code).toBeNull();
    // The engine of the site ends by itself, and holds the lock of its stack until then.
    let again = await fleet("up", "--yes", "--continue", ".fleet/report.json");
    for (let tries = 0; again.code !== 0 && tries < 5; tries += 1) {
      expect(again.stdout).toMatch(/^site0 +failed .* locked/mu);
      await sleep(2_000);
      again = await fleet("up", "--yes", "--continue", ".fleet/report.json");
    }
    expect(again.code).toBe(0);
    const wanted = Array.from({ length: 6 }, (_, at) => `Group ${String(at)}`);
    expect(sites.map((_, at) => groupsOf(at).sort())).toEqual(sites.map(() => wanted));
  });
}

const text = (name: string): string => readFileSync(join(stage.engine.folder, name), "utf8");

test("refuses more deletions at all sites than allowed before anything is sent, and still shows them as objects", async () => {
  models(1);
  for (const sim of sims()) sim.requests.clear();
  const { code, stdout, stderr } = await fleet("up", "--yes", "--max-deletes", "3", "--markdown");
  const all = `${String(sites.length)} of ${String(sites.length)} sites`;
  expect([code, stderr]).toEqual([9, expect.stringMatching(/All sites together would delete \d+ objects/u)]);
  expect(stderr).toMatch(/^check: site0[^]*^site0: checked/mu);
  expect(stdout).toContain(`**- IP group \`Group 2\`** at \`${all}\``);
  expect(sims().flatMap((sim) => sim.requests.verbs({ kind: "write" }))).toEqual([]);
});

test("as many jobs as sites and a merge give the report of one run; a job without a report has its name", async () => {
  const plan = JSON.parse((await fleet("plan", "--json")).stdout) as string[][];
  expect(plan).toEqual([["site0"], ["site1"], sites.slice(2)]);
  const files = plan.flat().map((site) => `${site}.json`);
  const jobs = plan.flat().map((site) => fleet("preview", site, "--report", `${site}.json`));
  expect((await Promise.all(jobs)).map(({ code }) => code)).toEqual(sites.map(() => 0));
  const merged = await fleet("merge", "--json", ...files);
  const whole = await fleet("preview", "--markdown");
  const plain = (json: string): unknown =>
    (JSON.parse(json) as Report).sites.map((one) => ({ ...one, seconds: 0, steps: [], diagnostics: [] }));
  expect([merged.code, plain(merged.stdout)]).toEqual([0, plain(text(".fleet/report.json"))]);
  expect((await fleet("merge", "--markdown", ...files)).stdout).toBe(whole.stdout);
  const { env, folder } = stage.engine;
  const summary = launch(process.execPath, [script, "summary", ".fleet/report.json"], folder, env);
  expect((await summary.ended).stdout).toBe(whole.stdout);
  const lost = await fleet("merge", "--max-deletes", "3", ...files.slice(1));
  expect([lost.code, lost.stdout, lost.stderr]).toEqual([
    9,
    expect.stringMatching(/^site0 +no report/mu),
    expect.stringContaining("would delete is not known: site0: no report"),
  ]);
  expect((await fleet("merge", "--max-deletes", "3", ...files)).stderr).toContain("All sites together would delete");
});

test("a log or report that is a link leaves its target as it is; both are for their user alone", async () => {
  const target = join(stage.engine.folder, "target");
  write("target", "precious");
  for (const name of [".fleet/site0.log", ".fleet/report.json"]) {
    rmSync(join(stage.engine.folder, name));
    symlinkSync(target, join(stage.engine.folder, name));
  }
  expect((await fleet("preview", "site0")).code).toBe(0);
  expect(text("target")).toBe("precious");
  for (const name of [".fleet/site0.log", ".fleet/report.json"])
    expect(statSync(join(stage.engine.folder, name)).mode & 0o777).toBe(0o600);
  for (const sim of sims())
    expect(text(".fleet/report.json")).not.toContain(environmentOf(sim)["FLOWGATE_GATEWAY_TOKEN"]);
});

test("a hung site ends at its siteTimeout; a site without keys is refused while others have some", async () => {
  models(5);
  const [first] = sims();
  first?.faults.add({ match: /ipgroups/u, kind: "hang", times: 99 });
  write("fleet.yaml", "name: branches\nmodels: sites.yaml\nsiteTimeout: 8\n");
  const late = await fleet("up", "site0", "--yes");
  expect([late.code, late.stdout]).toEqual([9, expect.stringMatching(/^site0 +failed .* siteTimeout of 8 s$/mu)]);
  expect(late.stdout).toContain("To go on: npx flowgate fleet up site0 --yes --continue .fleet/report.json");
  first?.faults.clear();
  write("sites.yaml", `${text("sites.yaml")}  extra: [global.yaml]\n`);
  const both = await fleet("up", "site0", "extra", "--yes");
  expect([both.code, both.stdout]).toEqual([
    9,
    expect.stringMatching(/^extra +failed .*extra has no keys of its own/mu),
  ]);
  expect(both.stdout).toMatch(/^site0 +done/mu);
});

test("two runs never write one report; the temporary files of a killed run go", async () => {
  const run = join(stage.engine.folder, ".fleet/report.json.run");
  mkdirSync(run);
  write(".fleet/report.json.run/pid", String(process.pid));
  const { code, stderr } = await fleet("preview");
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Process ${String(process.pid)} writes .fleet/report`)]);
  const { child, ended } = launch(process.execPath, ["-e", ""], stage.engine.folder, {});
  await ended;
  write(".fleet/report.json.run/pid", String(child.pid));
  expect((await fleet("preview", "site0")).code).toBe(0);
  expect(existsSync(run)).toBe(false);
});
