import { closeLater } from "../../support/closing";
import { functionsOf, type Functions, type IpGroupArguments } from "../../../provider/functions/functions";
import { Appliances } from "../../../provider/lifecycle/appliances";
import type { Simulator, SimulatorOptions } from "../../../simulator";
import { configFor } from "../../support/configuration";
import { configuration } from "../config/support";
import { simulator, thrown } from "../gateway/support";

/** The functions, for a simulator with two groups of ours. */
async function asking(options: SimulatorOptions = {}): Promise<{ sim: Simulator; ask: Functions; ids: number[] }> {
  const sim = await simulator(options);
  const appliances = new Appliances(() => undefined);
  closeLater(() => appliances.leave());
  const own = configuration(configFor(sim));
  const ask = functionsOf((site) => appliances.gateway(own, site));
  const ids = sim.mutate.gateway((store) => {
    const servers = store.addIpGroup("Paris servers", [{ type: "ip", address: "10.1.0.10" }]);
    const paris = store.addIpGroup("Paris", [
      { type: "network", address: "10.1.0.0", mask: "16" },
      { type: "child", child_id: servers.id },
    ]);
    return [servers.id, paris.id];
  });
  return { sim, ask, ids };
}

test("getIpGroup returns a group by name or id, with its rules in the form of an IpGroup", async () => {
  const { ask, ids } = await asking();
  const [servers = 0, paris = 0] = ids;
  const group = {
    groupId: paris,
    id: String(paris),
    name: "Paris",
    rules: [
      { type: "network", cidr: "10.1.0.0/16" },
      { type: "child", groupId: String(servers) },
    ],
    ruleIds: [expect.any(Number), expect.any(Number)],
  };
  for (const which of [{ name: "Paris" }, { id: paris }, { id: String(paris) }]) {
    expect(await ask.getIpGroup(which)).toEqual(group);
  }
});

test.each<[args: object, says: RegExp]>([
  [{ name: "paris" }, /^unknown IP group "paris", did you mean "Paris"\? Names are compared exactly\.$/u],
  [{ id: 99_999 }, /^the gateway has no IP group with the id 99999\.$/u],
  [{}, /needs name or id/u],
  [{ name: "a", id: 1 }, /takes name or id, not both/u],
  [{ nam: "a" }, /unknown key "nam", did you mean "name"/u],
  [{ name: "Paris", site: "oslo" }, /oslo/u],
])("getIpGroup %j is refused", async (args, says) => {
  const { ask } = await asking();
  expect((await thrown(ask.getIpGroup(args as IpGroupArguments))).message).toMatch(says);
});

test("getIpGroups returns all groups, or those that match, notMatch or both select", async () => {
  const { ask } = await asking();
  const names = async (args: Parameters<Functions["getIpGroups"]>[0]): Promise<string[]> =>
    (await ask.getIpGroups(args)).map(({ name }) => name);
  expect(await names({})).toEqual(["Private networks", "Multicast", "Loopback", "Paris servers", "Paris"]);
  expect(await names({ match: "ari" })).toEqual(["Paris servers", "Paris"]);
  expect(await names({ notMatch: "o" })).toEqual(["Multicast", "Paris servers", "Paris"]);
  expect(await names({ match: "Paris", notMatch: "servers" })).toEqual(["Paris"]);
});

test("an empty list is reported as missing rights, not as an answer", async () => {
  const { ask } = await asking({ faults: [{ match: /^ipgroups/u, kind: { rewrite: () => ({ results: [] }) } }] });
  const calls = [() => ask.getIpGroups({}), () => ask.getIpGroups({ match: "x" }), () => ask.getIpGroup({ name: "a" })];
  for (const call of calls) {
    expect((await thrown(call())).message).toMatch(/the token lacks the permission IPGroups/u);
  }
});
