import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageManifest } from "../../cli/package";
import { launch, root } from "../support/clone";
import { environmentOf } from "../support/configuration";
import { isLong } from "../support/long";
import { temporaryFolder } from "../support/temporary-folder";
import { TestFleet } from "./fleets";

const fleet = new TestFleet(isLong ? 10 : 3);
const { sites } = fleet;

beforeAll(() => {
  fleet.write("fleet.yaml", "name: branches\nmodels: sites.yaml\nwaves: [1]\nparallel: 2\n");
  fleet.models(3);
});

test("stops after a wave with a failure, and goes on with one command, without a reader too", async () => {
  const [, broken] = fleet.sims;
  broken?.faults.add({ match: /saveRule/u, kind: { refuse: "Disk full" }, times: 99 });
  const { code, stdout } = await fleet.run("up", "--yes");
  expect(code).toBe(9);
  expect(stdout).toContain("--continue .fleet/report.json");
  expect(fleet.resultsOf()).toMatchObject({ site0: "done", site1: "failed", site2: "not begun" });
  expect([fleet.groupsOf(0), fleet.groupsOf(2)].map(({ length }) => length)).toEqual([3, 0]);
  broken?.faults.clear();
  const { child, ended } = fleet.start("fleet", "up", "--yes", "--continue", ".fleet/report.json");
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  expect((await ended).code).toBe(0);
  expect(sites.map((_, at) => fleet.groupsOf(at).length)).toEqual(sites.map(() => 3));
  expect(existsSync(fleet.path(".fleet/site2.log"))).toBe(true);
});

/** Updates the sites that have changed. Returns those that ran, in the order of the fleet. */
async function ranWithChanged(...args: string[]): Promise<string[]> {
  for (const sim of fleet.sims) sim.requests.clear();
  await fleet.run("up", "--yes", "--changed", ...args);
  return fleet.report().sites.flatMap(({ site, result }) => (result === "done before" ? [] : [site]));
}

test("--changed asks nothing of a site whose layers, configuration and package are as in its last update that succeeded", async () => {
  const [, broken] = fleet.sims;
  expect(await ranWithChanged()).toEqual([]);
  fleet.write("own.yaml", "ipGroups: [{ name: Group own, rules: [10.1.0.0/24] }]\n");
  fleet.write("sites.yaml", fleet.text("sites.yaml").replace("site1: [", "site1: [own.yaml, "));
  broken?.faults.add({ match: /saveRule/u, kind: { refuse: "Disk full" }, times: 99 });
  expect(await ranWithChanged()).toEqual(["site1"]);
  broken?.faults.clear();
  fleet.write("Pulumi.site2.yaml", `${fleet.text("Pulumi.site2.yaml")}config: { flowgate:maxDeletes: 9 }\n`);
  expect(await ranWithChanged()).toEqual(["site1", "site2"]);
  expect(fleet.sims.slice(0, 2).map((sim) => sim.requests.verbs().length > 0)).toEqual([false, true]);
  expect([fleet.groupsOf(1).includes("Group own"), await ranWithChanged()]).toEqual([true, []]);
});

if (isLong) {
  test("--changed runs a site again with another version of the package, and a program with another commit", async () => {
    const other = temporaryFolder();
    cpSync(join(root, "dist"), join(other, "dist"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(other, "node_modules"));
    writeFileSync(join(other, "package.json"), JSON.stringify({ ...packageManifest(), version: "9.9.9" }));
    fleet.package = other;
    expect([await ranWithChanged("site0"), await ranWithChanged("site0")]).toEqual([["site0"], []]);
    fleet.package = root;
    fleet.write("program.yaml", "program: .\nsites: [site0]\nstack: 'program-{site}'\n");
    const git = (...args: string[]): unknown =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: fleet.path(".") });
    const program = ["--fleet", "program.yaml"];
    git("init", "--quiet");
    git("add", "index.js");
    for (let commits = 0; commits < 2; commits += 1) {
      git("commit", "--quiet", "--allow-empty", "--message", "change");
      expect(await ranWithChanged(...program)).toEqual(["site0"]);
      expect(await ranWithChanged(...program)).toEqual([]);
    }
    fleet.write("index.js", "// in no commit");
    for (const _twice of [1, 2]) expect(await ranWithChanged(...program)).toEqual(["site0"]);
  });

  test("Ctrl-C lets the running sites end and begins no other; --continue serves the rest", async () => {
    fleet.models(4);
    const { code, stderr } = await fleet.signalled("SIGINT", "up", "--yes");
    expect([code, stderr]).toEqual([10, expect.stringContaining("No other site begins")]);
    expect(fleet.resultsOf()).toEqual({
      ...Object.fromEntries(sites.map((site) => [site, "not begun"])),
      site0: "done",
    });
    expect(fleet.groupsOf(0)).toHaveLength(4);
    expect((await fleet.run("up", "--yes", "--continue", ".fleet/report.json")).code).toBe(0);
    expect(sites.map((_, at) => fleet.groupsOf(at).length)).toEqual(sites.map(() => 4));
  });

  test("killed in between, nothing is lost: the same command goes on, and every group exists once", async () => {
    fleet.models(6);
    expect((await fleet.signalled("SIGKILL", "up", "--yes")).code).toBeNull();
    // The engine of the site ends by itself, and holds the lock of its stack until then.
    expect((await fleet.unlocked("up", "--yes", "--continue", ".fleet/report.json")).code).toBe(0);
    const wanted = Array.from({ length: 6 }, (_, at) => `Group ${String(at)}`);
    expect(sites.map((_, at) => fleet.groupsOf(at).sort())).toEqual(sites.map(() => wanted));
  });
}

test("refuses more deletions at all sites than allowed before anything is sent, and still shows them as objects", async () => {
  fleet.models(1);
  for (const sim of fleet.sims) sim.requests.clear();
  const { code, stdout, stderr } = await fleet.run("up", "--yes", "--max-deletes", "3", "--markdown");
  const all = `${String(sites.length)} of ${String(sites.length)} sites`;
  expect([code, stderr]).toEqual([9, expect.stringMatching(/All sites together would delete \d+ objects/u)]);
  expect(stderr).toMatch(/^check: site0[^]*^site0: checked/mu);
  expect(stdout).toContain(`**- IP group \`Group 2\`** at \`${all}\``);
  expect(fleet.sims.flatMap((sim) => sim.requests.verbs({ kind: "write" }))).toEqual([]);
});

test("a hung site ends at its siteTimeout; a site without keys is refused while others have some", async () => {
  fleet.models(5);
  const [first] = fleet.sims;
  first?.faults.add({ match: /ipgroups/u, kind: "hang", times: 99 });
  fleet.write("fleet.yaml", "name: branches\nmodels: sites.yaml\nsiteTimeout: 8\n");
  const late = await fleet.run("up", "site0", "--yes");
  expect([late.code, late.stdout]).toEqual([9, expect.stringMatching(/^site0 +failed .* siteTimeout of 8 s$/mu)]);
  expect(late.stdout).toContain("To go on: npx flowgate fleet up site0 --yes --continue .fleet/report.json");
  first?.faults.clear();
  // Neither that nor a mistake in a model fails the sites that run at the same time.
  fleet.write("fleet.yaml", "name: branches\nmodels: sites.yaml\nwaves: [9]\nparallel: 9\nfailures: 2\n");
  fleet.write("sites.yaml", `${fleet.text("sites.yaml")}  extra: [global.yaml]\n  wrong: [.fleet/report.json]\n`);
  const { code, stdout } = await fleet.run("up", "--yes");
  expect([code, stdout]).toEqual([9, expect.stringMatching(/^extra +failed .*extra has no keys of its own/mu)]);
  expect(stdout).toMatch(/^wrong +failed .* \.fleet\/report\.json:\d+:/mu);
  expect(fleet.resultsOf()).toMatchObject({ site1: "done", site2: "done", extra: "failed", wrong: "failed" });
  expect((await fleet.run("up", "--yes", "--max-deletes", "3")).stdout).toMatch(/^No site was updated\.$/mu);
});

test("two runs never write one report; a run leaves what links lead to, keeps its files for its user, and removes those of a killed one", async () => {
  const run = fleet.path(".fleet/report.json.run");
  mkdirSync(run);
  fleet.write(".fleet/report.json.run/pid", String(process.pid));
  const { code, stderr } = await fleet.run("preview");
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Process ${String(process.pid)} writes .fleet/report`)]);
  const { child, ended } = launch(process.execPath, ["-e", ""], fleet.path("."), {});
  await ended;
  fleet.write(".fleet/report.json.run/pid", String(child.pid));
  fleet.write("target", "precious");
  const files = [".fleet/site0.log", ".fleet/report.json"];
  for (const name of files) {
    rmSync(fleet.path(name));
    symlinkSync(fleet.path("target"), fleet.path(name));
  }
  expect((await fleet.run("preview", "site0")).code).toBe(0);
  expect([existsSync(run), fleet.text("target")]).toEqual([false, "precious"]);
  expect(files.map((name) => statSync(fleet.path(name)).mode & 0o777)).toEqual([0o600, 0o600]);
  for (const sim of fleet.sims)
    expect(fleet.text(".fleet/report.json")).not.toContain(environmentOf(sim)["FLOWGATE_GATEWAY_TOKEN"]);
});
