import { Groups } from "../../../provider/gateway/groups";
import type { RuleFields } from "../../../provider/gateway/replies";
import type { FaultKind, Simulator, SimulatorOptions } from "../../../simulator";
import { clientOf, simulator, thrown } from "./support";

const one: RuleFields = { type: "ip", address: "10.0.0.1" };
const nothing = (): void => undefined;

async function gateway(options: SimulatorOptions = {}): Promise<{ sim: Simulator; groups: Groups }> {
  const sim = await simulator(options);
  return { sim, groups: new Groups(clientOf(sim)) };
}

function rulesOf(sim: Simulator, name: string): unknown[] {
  return sim.gateway.store.ipGroupsNamed(name).flatMap(({ rules }) => [...rules.values()]);
}

/** Lists lack the group of this name. */
function without(name: string) {
  return {
    rewrite: (answer: unknown): unknown => ({
      results: (answer as { results: { fc_name: string }[] }).results.filter(({ fc_name }) => fc_name !== name),
    }),
  };
}

describe("creating groups", () => {
  test.each<[what: string, given: string]>([
    ["the same name", "Office"],
    ["a name that differs in letter case", "office"],
    ["a name that differs in blanks", "Office "],
  ])("is refused for %s, before the request", async (_what, given) => {
    const { sim, groups } = await gateway();
    sim.mutate.gateway((store) => store.addIpGroup(given, []));
    const error = await thrown(groups.create("Office", [one], nothing));
    expect(error.message).toMatch(/already exists|may treat both names as one/u);
    expect(sim.requests.verbs()).not.toContain("ipgroups/saveRule");
  });

  test("is refused if the list lacks a group that a search finds", async () => {
    const { sim, groups } = await gateway();
    sim.mutate.addIpGroup("child");
    sim.faults.add({ match: "ipgroups/loadTreeRootFast", kind: without("child") });
    expect((await thrown(groups.create("child", [one], nothing))).message).toMatch(/list of IP groups is not whole/u);
    expect(rulesOf(sim, "child")).toEqual([]);
  });

  test.each<[what: string, kind: FaultKind, err: string | undefined]>([
    ["has another form", { rewrite: () => ({ some: "form" }) }, undefined],
    ["is refused", { refuse: "noSearch" }, undefined],
    ["is refused for its token", { refuse: "bad token", details: "invalidToken" }, "bad token"],
    ["is lost", { status: 503 }, "HTTP 503"],
  ])("after a search that %s, the list decides, but not for a refused token or a lost answer", async (_, kind, err) => {
    const { sim, groups } = await gateway();
    sim.faults.add({ match: "ipgroups/search", kind });
    const done = await groups.create("Office", [one], nothing).catch(String);
    expect(done).toEqual(err === undefined ? [expect.objectContaining(one)] : expect.stringContaining(err));
    expect(rulesOf(sim, "Office")).toEqual(err === undefined ? [one] : []);
  });

  test("keeps a group whose name the gateway changes, and says both names", async () => {
    const { sim, groups } = await gateway();
    const respelled = (answer: unknown): unknown => ({ ...(answer as object), fc_name: "office" });
    sim.faults.add({ match: "ipgroups/saveRule", times: 1, kind: { rewrite: respelled } });
    const made: string[] = [];
    const error = await thrown(groups.create("Office", [one], ({ name }) => made.push(name)));
    expect(error.message).toBe('the gateway calls it "office" instead of "Office": declare that name.');
    expect(made).toEqual(["office"]);
  });

  test.each(["rules", "rows", "array"] as const)("reads what an answer does not show (%s)", async (rulesShape) => {
    const { sim, groups } = await gateway({ switches: { rulesShape } });
    const idOnly = (answer: unknown): unknown => ({ fc_id: (answer as { fc_id: number }).fc_id });
    sim.faults.add({ match: "ipgroups/saveRule", times: 1, kind: { rewrite: idOnly } });
    expect(await groups.create("Office", [one], nothing)).toMatchObject([one]);
    expect(rulesOf(sim, "Office")).toEqual([one]);
  });
});

describe("deleting a group", () => {
  test.each<[what: string, answer: object | undefined]>([
    ["documented", undefined],
    ["only the number that was asked for", { processedCount: 1 }],
    ["success", { success: 1 }],
    ["nothing", {}],
  ])("works whatever is answered (%s)", async (_what, answer) => {
    const { sim, groups } = await gateway();
    if (answer !== undefined) sim.faults.add({ match: "ipgroups/delete", kind: { rewrite: () => answer } });
    const id = sim.mutate.addIpGroup("Office", []);
    expect(await groups.remove(id)).toBeUndefined();
    expect(rulesOf(sim, "Office")).toEqual([]);
    expect(await groups.remove(id)).toBe("gone");
  });

  test("is an error if a gateway keeps it without saying so", async () => {
    const { sim, groups } = await gateway();
    const id = sim.mutate.addIpGroup("Office", []);
    sim.faults.add({ match: "ipgroups/delete", times: 1, kind: { status: 200, body: '{"processedCount":1}' } });
    expect((await thrown(groups.remove(id))).message).toMatch(/does not show the removal; it answered/u);
  });
});

describe("looking for a group", () => {
  test("an empty list never means that it is gone", async () => {
    const { groups } = await gateway({ faults: [{ match: /^ipgroups/u, kind: { rewrite: () => ({ results: [] }) } }] });
    expect((await thrown(groups.find(101))).message).toMatch(/lists no IP groups at all/u);
  });

  test("a list that lacks it while its rules are shown is an error", async () => {
    const { sim, groups } = await gateway();
    const id = sim.mutate.addIpGroup("child", [one]);
    sim.faults.add({ match: "ipgroups/loadTreeRootFast", kind: without("child") });
    expect((await thrown(groups.find(id))).message).toMatch(/does not have the group \d+, but the gateway shows its/u);
  });
});
