import { closeAll, startSite } from "../support";
import { chartOf, drawnOf, headsOf, waysIn } from "./drawn";
import { sampleSite } from "./samples";

afterEach(closeAll);

test("shows a group with unreadable rules by its name, below its parent, and changes nothing", async () => {
  const site = await startSite();
  const { store } = site.sim.gateway;
  const modern = store.addIpGroup("Modern", [{ type: "ip", address: "2001:db8::1" }]);
  store.addIpGroup("Above", [{ type: "child", child_id: modern.id }]);
  const chart = chartOf(await drawnOf(site, "groups"), "IP groups");
  expect(chart.boxes.map(({ lines }) => lines)).toContainEqual(["Modern", "rules not known"]);
  expect(waysIn(chart)).toEqual(["Above --> Modern"]);
  expect(site.sim.requests.verbs({ kind: "write" })).toEqual([]);
});

test("shows the trees of 405 groups in natural order, and flat groups in one box", async () => {
  const site = await startSite();
  const { store } = site.sim.gateway;
  for (let flat = 0; flat < 105; flat += 1) store.addIpGroup(`B ${flat}`, [{ type: "ip", address: `192.0.2.${flat}` }]);
  for (let region = 9; region >= 0; region -= 1) {
    const numbers = region === 0 ? [19, 0, 1, 2, 10] : Array.from({ length: 32 }, (_, index) => index);
    const below = numbers.map((number) => store.addIpGroup(`Site ${region}-${number}`, []));
    store.addIpGroup(
      `Region ${region}`,
      below.map(({ id }) => ({ type: "child" as const, child_id: id })),
    );
  }
  const { boxes } = chartOf(await drawnOf(site, "groups"), "IP groups");
  const heads = headsOf(boxes);
  expect(heads.filter((head) => head.startsWith("Region"))).toEqual(
    Array.from({ length: 10 }, (_, region) => `Region ${region}`),
  );
  expect(heads.filter((head) => /^B \d/u.test(head))).toEqual([]);
  expect(heads).toContain("108 IP groups");
  const tree = chartOf(await drawnOf(site, "groups", "--group", "Region 0"), "IP groups");
  expect(waysIn(tree)).toEqual(["0", "1", "2", "10", "19"].map((number) => `Region 0 --> Site 0-${number}`));
});

test("places a profile without exporters in the column of profiles", async () => {
  const site = await startSite();
  const { mutate } = site.sim;
  mutate.addProfile("bulk", 7055, 7056);
  mutate.addCollector("10.99.0.1", "bulk");
  mutate.addProfile("alone", 8055, 8056);
  const { stdout } = await site.run(["diagram", "flows"]);
  const placeOf = (text: string): number =>
    Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${text}<`, "u").exec(stdout)?.[1]);
  expect(placeOf("legacy-netops")).toBeGreaterThan(0);
  expect([placeOf("bulk"), placeOf("alone")]).toEqual(Array(2).fill(placeOf("legacy-netops")));
  expect(placeOf("collector 10&#46;99&#46;0&#46;1")).toBe(placeOf("collector 192&#46;0&#46;2&#46;10"));
});

test("combines groups that do not fit, one whole level at a time, and counts every group", async () => {
  const site = await startSite();
  const { store } = site.sim.gateway;
  store.ipGroups.clear();
  const sizes = [12, 12, 12, 48, 12, 12];
  const regions = sizes.map((length, region) => {
    const sites = Array.from({ length }, (_one, index) => store.addIpGroup(`Site ${region}-${index}`, []));
    const below = sites.map(({ id }) => ({ type: "child" as const, child_id: id }));
    return store.addIpGroup(`Region ${region}`, below);
  });
  store.addIpGroup(
    "Company",
    regions.map(({ id }) => ({ type: "child" as const, child_id: id })),
  );
  const { boxes } = chartOf(await drawnOf(site, "groups"), "IP groups");
  expect(headsOf(boxes).sort()).toEqual([
    ...Array<string>(5).fill("12 IP groups below"),
    "48 IP groups below",
    "Company",
    ...Array.from({ length: 6 }, (_, region) => `Region ${region}`),
  ]);
  expect(boxes.flatMap(({ lines }) => lines)).toContain("Site 3-0, Site 3-1, Site 3-2, Site 3-3, …");
  const part = chartOf(await drawnOf(site, "groups", "--group", "Region 3"), "IP groups");
  expect(headsOf(part.boxes)).toEqual(expect.arrayContaining(["Company", "Region 3", "Site 3-0", "Site 3-47"]));
  expect(part.boxes).toHaveLength(50);
  const few = chartOf(await drawnOf(site, "groups", "--most", "8"), "IP groups");
  expect(few.boxes.length).toBeLessThanOrEqual(8);
  expect(headsOf(few.boxes).sort()).toEqual(["108 IP groups below", "6 IP groups below", "Company"]);
});

test("combines profiles that do not fit, and draws a single profile with --profile", async () => {
  const site = await startSite();
  const { store } = site.sim.replicator;
  store.changeByHand(() => {
    for (let index = 0; index < 30; index += 1) {
      const own = { listeningPort: 2000 + index, sendingPort: 9000, enabled: true, singularity: false };
      const collectors = new Set([`10.99.0.${index + 1}`]);
      const none = { description: undefined, exporters: new Set<string>(), policies: new Map<string, never>() };
      store.profiles.set(`p${index}`, { name: `p${index}`, ...own, ...none, collectors });
    }
  });
  const { boxes } = chartOf(await drawnOf(site, "flows", "--most", "20"), "Replication");
  expect(boxes.length).toBeLessThanOrEqual(20);
  const rest = boxes.find(({ lines }) => lines[0]?.endsWith(" more profiles") === true);
  const shown = headsOf(boxes).filter((head) => /^(?:p\d+|legacy-netops)$/u.test(head)).length;
  expect(rest?.lines[0]).toBe(`${31 - shown} more profiles`);
  const one = chartOf(await drawnOf(site, "--profile", "p7"), "Replication");
  expect(headsOf(one.boxes)).toEqual(["p7", "collector 10.99.0.8"]);
});

test.each([
  [["--group", "Lile"], 9, 'Unknown IP group "Lile", did you mean "Lille"?'],
  [["--profile", "x"], 9, 'Unknown profile "x"'],
  [["everything"], 2, "Allowed choices are all, groups, flows, access."],
  [["--state", "--model", "a.yaml"], 2, "cannot be used with option"],
  [["--most", "1"], 2, "from 2 to 9999"],
  [["--model", "missing.yaml"], 9, "The site model has 1 mistake."],
  [["--preview", "missing.json"], 2, "cannot be read (ENOENT)"],
  [["--file", "no/folder.svg"], 2, "cannot be written (ENOENT)"],
])("reports one error for %j", async (args, code, says) => {
  const site = await startSite();
  sampleSite(site.sim);
  const run = await site.run(["diagram", ...args]);
  expect([run.code, run.stdout]).toEqual([code, ""]);
  expect(run.stderr).toContain(says);
});

test.each(["svg", "mermaid"])("a name on an appliance never becomes markup in %s", async (format) => {
  const site = await startSite();
  site.sim.gateway.store.addIpGroup(']]><script>alert(1)</script>"`; end --> x', []);
  const { stdout, code } = await site.run(["diagram", "groups", "--format", format]);
  expect(code).toBe(0);
  expect(stdout).not.toContain("<script");
  expect(stdout).not.toContain("`");
  expect(stdout).toContain("script");
});
