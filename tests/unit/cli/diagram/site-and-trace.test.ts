import { entryOf, flowgate, printed, siteForEach } from "../support";
import { chartOf, drawnOf, headsOf, waysIn } from "./drawn";
import { below, sampleSite } from "./samples";
import { has } from "../../../support/has";
import { addressSet, groupFinder } from "../../../../simulator/gateway/report/group-addresses";
import { passes } from "../../../../simulator/replicator/traffic";
import type { Trace } from "../../../../lib/site/trace";
import { rename } from "../summary/scenarios";

const site = siteForEach();

test("shows a group with unreadable rules by its name, below its parent, and changes nothing", async () => {
  const modern = site.sim.mutate.addIpGroup("Modern", [{ type: "ip", address: "2001:db8::1" }]);
  site.sim.mutate.addIpGroup("Above", below(modern));
  const chart = chartOf(await drawnOf(site, "groups"), "IP groups");
  expect(chart.boxes.map(({ lines }) => lines)).toContainEqual(["Modern", "rules not known"]);
  expect(waysIn(chart)).toEqual(["Above --> Modern"]);
  expect(site.sim.requests.verbs({ kind: "write" })).toEqual([]);
});

test("on a terminal, an image needs a file", async () => {
  const { code, stdout, stderr } = await site.run(["diagram"], { terminal: true });
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/A terminal shows no image: .*--file/u)]);
  expect((await site.run(["diagram", "--format", "mermaid"], { terminal: true })).stdout).toContain("flowchart LR");
});

test("shows the trees of many groups in natural order, and flat groups in one box", async () => {
  const { mutate } = site.sim;
  for (let flat = 0; flat < 50; flat += 1) mutate.addIpGroup(`B ${flat}`, [{ type: "ip", address: `192.0.2.${flat}` }]);
  for (let region = 9; region >= 0; region -= 1) {
    const numbers = region === 0 ? [19, 0, 1, 2, 10] : [0, 1, 2, 3, 4];
    const sites = numbers.map((number) => mutate.addIpGroup(`Site ${region}-${number}`));
    mutate.addIpGroup(`Region ${region}`, below(...sites));
  }
  const { boxes } = chartOf(await drawnOf(site, "groups"), "IP groups");
  const heads = headsOf(boxes);
  expect(heads.filter((head) => head.startsWith("Region"))).toEqual(
    Array.from({ length: 10 }, (_, region) => `Region ${region}`),
  );
  expect(heads.filter((head) => /^B \d/u.test(head))).toEqual([]);
  expect(heads).toContain("53 IP groups");
  const tree = chartOf(await drawnOf(site, "groups", "--group", "Region 0"), "IP groups");
  expect(waysIn(tree)).toEqual(["0", "1", "2", "10", "19"].map((number) => `Region 0 --> Site 0-${number}`));
});

test("places a profile without exporters in the column of profiles", async () => {
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
  site.sim.gateway.store.ipGroups.clear();
  const { mutate } = site.sim;
  const regions = [12, 12, 12, 48, 12, 12].map((length, region) => {
    const sites = Array.from({ length }, (_one, index) => mutate.addIpGroup(`Site ${region}-${index}`));
    return mutate.addIpGroup(`Region ${region}`, below(...sites));
  });
  mutate.addIpGroup("Company", below(...regions));
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
  for (let index = 0; index < 30; index += 1) {
    site.sim.mutate.addProfile(`p${index}`, 2000 + index, 9000);
    site.sim.mutate.addCollector(`10.99.0.${index + 1}`, `p${index}`);
  }
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
  sampleSite(site.sim);
  expect(await site.run(["diagram", ...args])).toMatchObject({ code, stdout: "", stderr: has(says) });
});

test.each(["svg", "mermaid"])("a name on an appliance never becomes markup in %s", async (format) => {
  site.sim.mutate.addIpGroup(']]><script>alert(1)</script>"`; end --> x');
  const stdout = await printed(site.run(["diagram", "groups", "--format", format]));
  expect(stdout).not.toContain("<script");
  expect(stdout).not.toContain("`");
  expect(stdout).toContain("script");
});

describe("a trace", () => {
  /** Numbers that look random and are the same in every run. */
  function numbers(seed: number): (most: number) => number {
    let state = seed;
    return (most) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
  }

  /** Addresses in 10.0.0.0/13, so that rules and policies meet. */
  const addressIn = (next: (most: number) => number): string =>
    ["10", String(next(8)), String(next(4) * 64), String(next(256))].join(".");

  function fill(next: (most: number) => number): void {
    const ids: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const address = addressIn(next);
      const rule = [
        { type: "ip", address },
        { type: "network", address: `10.${String(next(8))}.0.0`, mask: "16" },
        { type: "range", sip: `10.${String(next(4))}.0.0`, eip: `10.${String(4 + next(4))}.64.9` },
        { type: "wildcard", address: `10.${String(next(8))}.0.7`, mask: "0.0.255.0" },
      ][next(4)] as never;
      const inner = next(3) === 0 && ids.length > 0 ? below(ids[next(ids.length)] ?? 0) : [];
      ids.push(site.sim.mutate.addIpGroup(`Group ${String(index)}`, next(5) === 0 ? inner : [rule, ...inner]));
    }
  }

  test("agrees with the simulator's groups and replication for 250 random addresses", async () => {
    const next = numbers(20_261_123);
    fill(next);
    const { store } = site.sim.replicator;
    for (let index = 0; index < 8; index += 1) {
      const name = `p${String(index)}`;
      site.sim.mutate.addProfile(name, 2055 + index, 3055 + index);
      const seen = new Set<string>();
      for (let at = 0; at < 6; at += 1) {
        const prefixLength = [13, 16, 18][next(3)] ?? 16;
        const network = `10.${String(prefixLength === 13 ? 0 : next(8))}.0.0`;
        // No program can declare both kinds for one network.
        if (seen.has(`${network}/${String(prefixLength)}`)) continue;
        seen.add(`${network}/${String(prefixLength)}`);
        site.sim.mutate.addPolicy(name, { network, prefixLength, kind: next(3) === 0 ? "exclude" : "include" });
      }
      site.sim.mutate.addCollector(`192.0.2.${String(index + 1)}`, name);
      site.sim.mutate.addExporter(addressIn(next), name);
    }
    const addresses = [...new Set(Array.from({ length: 300 }, () => addressIn(next)))].slice(0, 250);
    expect(addresses).toHaveLength(250);
    const stdout = await printed(site.run(["trace", ...addresses, "--json"]));
    const traces = JSON.parse(stdout) as (Trace & { address: string })[];
    const best = groupFinder(site.sim.gateway.store);
    const profiles = [...store.configured.profiles];
    for (const { address, groups, profiles: found } of traces) {
      const sets = [...site.sim.gateway.store.ipGroups.values()].filter((group) =>
        addressSet(group, site.sim.gateway.store)(address),
      );
      expect([address, groups.map(({ name }) => name).sort()]).toEqual([address, sets.map(({ name }) => name).sort()]);
      const smallest = groups.filter(({ size, rule }) => rule !== undefined && size === groups[0]?.size);
      expect(smallest.map(({ name }) => name)).toEqual(
        best(address) === undefined ? [] : expect.arrayContaining([best(address)?.name]),
      );
      for (const [name, profile] of profiles) {
        const verdicts = (["include", "exclude", "longest"] as const).map((decidingPolicy) =>
          passes(profile, address, { decidingPolicy } as never),
        );
        const one = found.find((each) => each.profile === name);
        const expected = verdicts.every(Boolean) ? "passes" : verdicts.some(Boolean) ? "open" : "no";
        const said = one === undefined ? "no" : one.openBecauseOf === undefined ? "passes" : "open";
        expect([address, name, said]).toEqual([address, name, expected]);
      }
    }
  });

  test("a rule that an IpGroupRule holds counts in a state, in a group of the stack and in one of others", async () => {
    const group = { name: "Lille", rules: [{ type: "network", cidr: "10.20.0.0/16" }] };
    const rule = (groupId: string, address: string): object => ({ groupId, rule: { type: "ip", address } });
    const resources = [
      entryOf("IpGroup", "lille", { id: "101", inputs: group, outputs: { ...group, groupId: 101 } }),
      entryOf("IpGroupRule", "printer", { id: "1", inputs: rule("101", "10.99.0.1") }),
      entryOf("IpGroupRule", "other", { id: "2", inputs: rule("77", "10.99.0.2") }),
    ];
    site.holds(resources);
    const stdout = await printed(site.run(["trace", "--state", "10.99.0.1", "10.99.0.2", "10.20.0.1"]));
    expect(stdout.split("\n").filter((line) => /IP group|^10/u.test(line))).toEqual([
      "10.99.0.1",
      "  IP group Lille by ip 10.99.0.1",
      "10.99.0.2",
      "  IP group 77, single rules by ip 10.99.0.2",
      "10.20.0.1",
      "  IP group Lille by network 10.20.0.0/16",
    ]);
  });

  test("a policy and an exporter in profiles that the stack does not declare are paths, too", async () => {
    const policy = { profile: "of others", cidr: "10.20.0.0/16", kind: "include" };
    const exporter = { address: "10.20.0.9", profiles: ["other"] };
    site.holds([
      entryOf("Policy", "guests", { id: "1", inputs: policy }),
      entryOf("Exporter", "router", { id: "2", inputs: exporter }),
    ]);
    const stdout = await printed(site.run(["trace", "--state", "10.20.0.9"]));
    expect(stdout.split("\n").filter((line) => line.includes(" > "))).toEqual([
      "  include 10.20.0.0/16 > profile of others > no collector",
      "  exporter 10.20.0.9 > profile other > no collector",
    ]);
  });

  test("a renamed profile that keeps its flows is one path of a preview, with its former name", async () => {
    const stdout = await printed(flowgate(["trace", "10.20.0.9", "10.1.0.1", "--preview", "-"], { piped: rename() }));
    const paths = stdout.split("\n").filter((line) => line.includes(" > "));
    const to = "profile netflow-central (before: netflow-core) > 10.99.0.0, 10.99.0.2, ";
    expect(paths).toEqual([
      has(new RegExp(`^  include 10\\.20\\.0\\.0/16 > ${to.replace(/[.()]/gu, "\\$&")}`, "u")),
      has(new RegExp(`^  exporter 10\\.1\\.0\\.1 > ${to.replace(/[.()]/gu, "\\$&")}`, "u")),
    ]);
  });
});
