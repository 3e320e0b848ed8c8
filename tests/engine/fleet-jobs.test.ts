import { inParallel } from "../support/in-parallel";
import { isLong } from "../support/long";
import { type Report, TestFleet } from "./fleets";

// Two fleets with the same sites: one runs as a job for each site, the other one as one command.
const count = isLong ? 50 : 2;
const jobs = new TestFleet(count);
const whole = new TestFleet(count);
const { sites } = jobs;
const files = sites.map((site) => `${site}.json`);
const all = `${String(count)} of ${String(count)} sites`;

/** Runs a job for each site, as many at once as a pipeline has machines. Returns their exit codes. */
async function eachSite(...args: string[]): Promise<number[]> {
  const codes: number[] = [];
  await inParallel(sites.entries(), 4, async ([at, site]) => {
    codes[at] = (await jobs.run(...args, site, "--report", `${site}.json`)).code ?? -1;
  });
  return codes;
}

/** A report without times, and without the numbers that appliances give. */
const plain = (json: string): unknown =>
  (JSON.parse(json) as Report).sites.map((one) => ({ ...one, seconds: 0, steps: [], diagnostics: [] }));

beforeAll(() => {
  for (const one of [jobs, whole]) {
    one.write("fleet.yaml", "name: branches\nmodels: sites.yaml\nwaves: [1]\nsiteTimeout: 60\n");
    one.models(2);
  }
});

test("one process a site and a merge give the report and the comment of fleet up, and the same objects", async () => {
  const plan = JSON.parse((await jobs.run("plan", "--json")).stdout) as string[][];
  expect(plan).toEqual([["site0"], ["site1"], sites.slice(2)].filter(({ length }) => length > 0));
  expect(await eachSite("up", "--yes")).toEqual(sites.map(() => 0));
  const merged = await jobs.run("merge", "--json", ...files);
  const up = await whole.run("up", "--yes", "--markdown");
  expect([up.code, merged.code, plain(merged.stdout)]).toEqual([0, 0, plain(whole.text(".fleet/report.json"))]);
  expect((await jobs.run("merge", "--markdown", ...files)).stdout).toBe(up.stdout);
  expect(up.stdout).toContain(all);
  for (const one of [jobs, whole]) expect(sites.map((_, at) => one.groupsOf(at).length)).toEqual(sites.map(() => 2));
});

// The short run has a hung site in the tests of one command, and a lost report in the next test.
if (isLong) {
  test("a killed job and a hung site have their names in the merged report; they run again, and all is done", async () => {
    jobs.models(3);
    const hung = jobs.sims[1];
    hung?.faults.add({ match: /ipgroups/u, kind: "hang", times: 99 });
    jobs.write("fleet.yaml", jobs.text("fleet.yaml").replace("60", "8"));
    expect((await jobs.run("up", "site1", "--yes", "--report", "site1.json")).code).toBe(9);
    hung?.faults.clear();
    jobs.write("fleet.yaml", jobs.text("fleet.yaml").replace("8", "60"));
    expect((await jobs.signalled("SIGKILL", "up", "site0", "--yes", "--report", "site0.json")).code).toBeNull();
    const merged = await jobs.run("merge", ...files);
    expect([merged.code, merged.stdout]).toEqual([9, expect.stringMatching(/^site0 +not ended/mu)]);
    expect(merged.stdout).toMatch(/^site1 +failed .* siteTimeout of 8 s$/mu);
    expect(merged.stdout.match(/^site\d+ +done/gmu)).toHaveLength(count - 2);
    expect((await jobs.unlocked("up", "site0", "--yes", "--report", "site0.json")).code).toBe(0);
    expect((await jobs.run("up", "site1", "--yes", "--report", "site1.json")).code).toBe(0);
    expect((await jobs.run("merge", ...files)).code).toBe(0);
    const wanted = ["Group 0", "Group 1", "Group 2"];
    expect([0, 1].map((at) => jobs.groupsOf(at).sort())).toEqual([wanted, wanted]);
  });
}

test("one limit of deletions holds over the previews of all jobs, and nothing is sent; a lost report has its name", async () => {
  jobs.models(1);
  for (const sim of jobs.sims) sim.requests.clear();
  expect(await eachSite("preview")).toEqual(sites.map(() => 0));
  const refused = await jobs.run("merge", "--max-deletes", String(count - 1), "--markdown", ...files);
  const preview = await jobs.run("preview", "--markdown");
  expect([refused.code, refused.stdout]).toEqual([9, preview.stdout]);
  expect(refused.stderr).toContain("All sites together would delete");
  const summary = jobs.start("summary", ".fleet/report.json");
  expect((await summary.ended).stdout).toBe(preview.stdout);
  const alone = jobs.start("summary", "site1.json");
  expect((await alone.ended).stdout).not.toContain("pulumi up");
  const lost = await jobs.run("merge", "--max-deletes", String(count), ...files.slice(1));
  expect([lost.code, lost.stdout, lost.stderr]).toEqual([
    9,
    expect.stringMatching(/^site0 +no report/mu),
    expect.stringContaining("would delete is not known: site0: no report"),
  ]);
  expect(jobs.sims.flatMap((sim) => sim.requests.verbs())).toEqual([]);
});
