import { IpGroups } from "../../../provider/appliance/gateway/ip-groups";
import { Ledger } from "../../../provider/appliance/ledger";
import { Limiter } from "../../../provider/appliance/client-layer";
import { clientOf, simulator } from "../gateway/support";
import { closeAll } from "../http/support";

afterEach(closeAll);

describe("F24: a creation whose answer is lost just after another client created a group of that name", () => {
  test.each(["resetBeforeApply", "resetAfterApply"] as const)(
    "never returns the other client's group: its own group is found or sent again (%s)",
    async (kind) => {
      const sim = await simulator();
      sim.switches.duplicateGroupName = "second";
      const groups = new IpGroups(clientOf(sim), new Limiter(4), new Ledger());
      const foreign = sim.mutate.addIpGroup("Paris", [{ type: "ip", address: "192.0.2.1" }]);
      sim.faults.add({ match: "ipgroups/saveRule", kind, times: 1 });
      const { groupId } = await groups.create("Paris", [{ type: "ip", address: "10.0.0.1" }], () => undefined);
      expect(groupId).not.toBe(foreign);
      const held = sim.gateway.store.ipGroupsNamed("Paris").map(({ id, rules }) => [id, [...rules.values()]] as const);
      expect(held).toEqual([
        [foreign, [expect.objectContaining({ address: "192.0.2.1" })]],
        [groupId, [expect.objectContaining({ address: "10.0.0.1" })]],
      ]);
    },
  );
});

test("F79: an answer about another group is not believed: the created group is found by its name", async () => {
  const sim = await simulator();
  const groups = new IpGroups(clientOf(sim), new Limiter(4), new Ledger());
  const [foreign = 0] = sim.gateway.store.ipGroups.keys();
  const rewrite = (answer: unknown): unknown => ({
    ...(answer as object),
    fc_id: foreign,
    fc_name: sim.gateway.store.ipGroups.get(foreign)?.name,
  });
  sim.faults.add({ match: "ipgroups/saveRule", kind: { rewrite } });
  const before = sim.gateway.store.ipGroups.get(foreign)?.rules.size;
  const { groupId } = await groups.create("Paris", [{ type: "ip", address: "10.0.0.1" }], () => undefined);
  expect(sim.gateway.store.ipGroups.get(groupId)?.name).toBe("Paris");
  expect(sim.requests.count({ action: "ipgroups/saveRule" })).toBe(1);
  expect(sim.gateway.store.ipGroups.get(foreign)?.rules.size).toBe(before);
});

test("F149: the gateway never has more requests in progress than allowed, however many are made at once", async () => {
  const sim = await simulator();
  const ids = Array.from({ length: 20 }, (_, n) => sim.mutate.addIpGroup(`Office ${n}`, [{ type: "ipall", all: 1 }]));
  // The client itself would allow more requests at a time.
  const groups = new IpGroups(clientOf(sim, { concurrency: 16 }), new Limiter(3), new Ledger());
  sim.faults.add({ kind: { delayMs: 50 } });
  await Promise.all(ids.map((id) => groups.rules(id)));
  expect(sim.requests.count()).toBe(20);
  expect(sim.requests.maxInFlight("gateway")).toBe(3);
});
