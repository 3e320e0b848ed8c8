import { existsSync, readFileSync } from "node:fs";
import { Journal } from "../../../../cli/commands/certify";
import { siteForEach } from "../support";
import { addNeighbours, hostsOf, journalOf } from "./support";
import { has } from "../../../support/has";

const site = siteForEach();

const clean = () => site.run(["certify", "--clean"]);
const nothingLeft = { code: 0, stdout: has("Nothing of the run is left.") };

test("after the network was lost, the journal is there, and --clean removes what the run left", async () => {
  const before = site.sim.snapshot();
  const lost = site.sim.faults.add({ kind: "resetBeforeApply", skip: 60 });
  const run = await site.run(["certify", "--kinds", "IpGroup", "--yes", ...hostsOf(site)]);
  expect(run.stdout).toContain("flowgate certify --clean --journal flowgate-certify.journal removes what the run left");
  expect([run.code, site.sim.snapshot() === before]).toEqual([9, false]);
  expect(existsSync(site.path("flowgate-certify.journal"))).toBe(true);
  lost.remove();
  expect(await clean()).toMatchObject(nothingLeft);
  expect(site.sim.snapshot()).toBe(before);
});

test("a setting is reported with its old value if it cannot be put back, and --clean then puts it back", async () => {
  const before = site.sim.snapshot();
  const refused = site.sim.faults.add({ match: /setting.*flowStopAlert.*70/u, kind: { refuse: "No permission" } });
  const run = await site.run(["certify", "--settings", "--kinds", "Setting", "--yes", ...hostsOf(site)]);
  expect(run.code).toBe(9);
  expect(run.stdout).toMatch(/^Not put back: setting flowStopAlert, which was 70 before: .*No permission/mu);
  expect(run.stdout).not.toContain("not by this run");
  expect(site.sim.snapshot()).not.toBe(before);
  refused.remove();
  expect(await clean()).toMatchObject(nothingLeft);
  expect(site.sim.snapshot()).toBe(before);
});

test("if one of several settings cannot be put back, the others and all objects still are", async () => {
  const before = site.sim.snapshot();
  const name = "flowgate-certify-0123abcd-g";
  const { path } = journalOf(
    site,
    { what: "group", name },
    { what: "setting", name: "flowStopAlert", value: "70", enabled: true },
    { what: "setting", name: "downDisplayHour", value: "24", enabled: true },
  );
  site.sim.mutate.addIpGroup(name, []);
  site.sim.mutate.setSetting("flowStopAlert", { value: "71" });
  site.sim.mutate.setSetting("downDisplayHour", { value: "25", enabled: false });
  const refused = site.sim.faults.add({ match: /setting.*flowStopAlert/u, kind: { refuse: "No permission" } });
  expect(await clean()).toMatchObject({ code: 9, stdout: has("flowStopAlert, which was 70 before") });
  expect(site.sim.replicator.store.settings.get("downDisplayHour")).toEqual({ value: "24", enabled: true });
  expect(site.sim.gateway.store.ipGroupsNamed(name)).toEqual([]);
  expect(existsSync(path)).toBe(true);
  refused.remove();
  expect((await clean()).code).toBe(0);
  expect([site.sim.snapshot(), existsSync(path)]).toEqual([before, false]);
});

test("a setting counts as put back only if the replicator shows it", async () => {
  site.sim.switches.settingStep = 10;
  journalOf(site, { what: "setting", name: "flowStopAlert", value: "66", enabled: true });
  expect(await clean()).toMatchObject({ code: 9, stdout: has("which was 66 before: the replicator shows 70") });
});

test("--clean removes exactly what the journal names", async () => {
  addNeighbours(site.sim);
  const before = site.sim.snapshot();
  const name = "flowgate-certify-0123abcd-g";
  site.sim.mutate.addIpGroup(name, []);
  site.sim.mutate.addIpGroup(`${name}2`, []);
  site.sim.mutate.addProfile(name, 41_000, 41_001);
  site.sim.mutate.addCollector("192.0.2.30", name);
  site.sim.mutate.addExporter("192.0.2.31", name);
  const journal = journalOf(site, { what: "group", name }, { what: "profile", name });
  const refused = await site.run(["certify", "gateway", "--yes", ...hostsOf(site)]);
  expect([refused.code, refused.stderr]).toEqual([2, has("flowgate certify --clean")]);
  expect(await clean()).toMatchObject(nothingLeft);
  expect(site.sim.gateway.store.ipGroupsNamed(name)).toEqual([]);
  expect([...site.sim.replicator.store.profiles.keys()]).toEqual(["legacy-netops", "flowgate"]);
  expect(existsSync(journal.path)).toBe(false);
  expect(site.sim.snapshot()).not.toBe(before);
  site.sim.mutate.removeIpGroup(`${name}2`);
  expect(site.sim.snapshot()).toBe(before);
});

test("--clean changes nothing on another appliance than the one of the run", async () => {
  const path = site.path("flowgate-certify.journal");
  new Journal(path).add({ what: "appliance", about: "replicator", url: "https://lab.example.net" });
  new Journal(path).add({ what: "setting", name: "flowStopAlert", value: "15" });
  const stderr = has("The run was on the replicator https://lab.example.net");
  expect(await clean()).toMatchObject({ code: 2, stderr });
  expect([site.sim.requests.count(), existsSync(path)]).toEqual([0, true]);
});

test("a damaged journal is refused with its line, and so is one that names objects of others", async () => {
  const path = site.path("flowgate-certify.journal");
  new Journal(path).add({ what: "group", name: "x" });
  expect(readFileSync(path, "utf8")).toBe('{"what":"group","name":"x"}\n');
  for (const file of ["Pulumi.yaml", path]) {
    const run = await site.run(["certify", "--clean", "--journal", file]);
    expect(run).toMatchObject({ code: 2, stderr: has("is not a journal") });
  }
});
