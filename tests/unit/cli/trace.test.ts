import { groupFinder, addressSet } from "../../../simulator/gateway/report/group-addresses";
import { ipv4Number } from "../../../simulator/ipv4";
import { passes } from "../../../simulator/replicator/traffic";
import type { Trace } from "../../../lib/site/trace";
import { rename } from "./summary/scenarios";
import { closeAll, entryOf, flowgate, type Site, startSite } from "./support";

afterEach(closeAll);

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

function fill({ sim }: Site, next: (most: number) => number): void {
  const { store } = sim.gateway;
  const ids: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    const address = addressIn(next);
    const rule = [
      { type: "ip", address },
      { type: "network", address: `10.${String(next(8))}.0.0`, mask: "16" },
      { type: "range", sip: `10.${String(next(4))}.0.0`, eip: `10.${String(4 + next(4))}.64.9` },
      { type: "wildcard", address: `10.${String(next(8))}.0.7`, mask: "0.0.255.0" },
    ][next(4)] as never;
    const below = next(3) === 0 && ids.length > 0 ? [{ type: "child", child_id: ids[next(ids.length)] } as never] : [];
    ids.push(store.addIpGroup(`Group ${String(index)}`, next(5) === 0 ? below : [rule, ...below]).id);
  }
}

test("agrees with the simulator's groups and replication for 250 random addresses", async () => {
  const next = numbers(20_261_123);
  const site = await startSite();
  fill(site, next);
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
  const { code, stdout } = await site.run(["trace", ...addresses, "--json"]);
  expect(code).toBe(0);
  const traces = JSON.parse(stdout) as (Trace & { address: string })[];
  const best = groupFinder(site.sim.gateway.store);
  const profiles = [...store.configured.profiles];
  for (const { address, groups, profiles: found } of traces) {
    const host = ipv4Number(address);
    const sets = [...site.sim.gateway.store.ipGroups.values()].filter((group) =>
      addressSet(group, site.sim.gateway.store)(host),
    );
    expect([address, groups.map(({ name }) => name).sort()]).toEqual([address, sets.map(({ name }) => name).sort()]);
    const smallest = groups.filter(({ size, rule }) => rule !== undefined && size === groups[0]?.size);
    expect(smallest.map(({ name }) => name)).toEqual(
      best(host) === undefined ? [] : expect.arrayContaining([best(host)?.name]),
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
  const site = await startSite();
  const group = { name: "Lille", rules: [{ type: "network", cidr: "10.20.0.0/16" }] };
  const rule = (groupId: string, address: string): object => ({ groupId, rule: { type: "ip", address } });
  const resources = [
    entryOf("IpGroup", "lille", { id: "101", inputs: group, outputs: { ...group, groupId: 101 } }),
    entryOf("IpGroupRule", "printer", { id: "1", inputs: rule("101", "10.99.0.1") }),
    entryOf("IpGroupRule", "other", { id: "2", inputs: rule("77", "10.99.0.2") }),
  ];
  site.holds(resources);
  const { code, stdout, stderr } = await site.run(["trace", "--state", "10.99.0.1", "10.99.0.2", "10.20.0.1"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").filter((line) => /IP group|^10/u.test(line))).toEqual([
    "10.99.0.1",
    "  IP group Lille by ip 10.99.0.1",
    "10.99.0.2",
    "  IP group 77, single rules by ip 10.99.0.2",
    "10.20.0.1",
    "  IP group Lille by network 10.20.0.0/16",
  ]);
});

test("a renamed profile that keeps its flows is one path of a preview, with its former name", async () => {
  const { code, stdout } = await flowgate(["trace", "10.20.0.9", "10.1.0.1", "--preview", "-"], { piped: rename() });
  expect(code).toBe(0);
  const paths = stdout.split("\n").filter((line) => line.includes(" > "));
  const to = "profile netflow-central (before: netflow-core) > 10.99.0.0, 10.99.0.2, ";
  expect(paths).toEqual([
    expect.stringMatching(
      new RegExp(`^  include 10\\.20\\.0\\.0/16 > ${to.replace(/[.()]/gu, "\\$&")}`, "u"),
    ) as string,
    expect.stringMatching(new RegExp(`^  exporter 10\\.1\\.0\\.1 > ${to.replace(/[.()]/gu, "\\$&")}`, "u")) as string,
  ]);
});
