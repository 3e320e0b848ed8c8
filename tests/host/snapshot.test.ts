import { startSimulator, type Simulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { type ProviderProcess, startProvider } from "../support/provider-process";
import { UNKNOWN } from "../support/unknown";
import { offline, snapshotOf } from "../unit/recorded/support";

const rules = (...addresses: string[]): object[] => addresses.map((address) => ({ type: "ip", address }));

/** The lines about resources, without the sentence about the age of the snapshot. */
function saidBy({ stderr }: ProviderProcess): string[] {
  return stderr.split("\n").filter((line) => line !== "" && !line.includes("this preview reads the snapshot"));
}

describe("a provider that previews from a snapshot", () => {
  let sim: Simulator;
  let path: string;
  let provider: ProviderProcess;

  beforeAll(async () => {
    sim = await startSimulator({ https: false });
    sim.gateway.store.addIpGroup("Office", [{ type: "ip", address: "10.0.0.1" }]);
    sim.gateway.store.addIpGroup("Lab", [{ type: "ip", address: "10.0.0.2" }]);
    path = await snapshotOf(sim);
    sim.requests.clear();
    provider = await startProvider({ config: offline(sim, path) });
  });
  beforeEach(() => provider.anotherRun(offline(sim, path)));
  afterEach(() => {
    expect(sim.requests.verbs()).toEqual([]);
  });
  afterAll(() => Promise.all([provider.close(), sim.close()]));

  const said = async (kind: string, ...all: object[]): Promise<string[]> => {
    for (const news of all) expect(await provider.kind(kind).previewCreate({ ...news })).toEqual([]);
    // The output of a process arrives separately from its answers, and may arrive later.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { host } = new URL(sim.gateway.url);
    const other = new URL(sim.replicator.url).host;
    return saidBy(provider).map((line) =>
      line
        .replace(/^warning: /u, "")
        .replace(` on ${host}`, "")
        .replace(` on ${other}`, ""),
    );
  };

  test("says for each existing group what an up would do, and says nothing about new groups", async () => {
    const office = { name: "Office", rules: rules("10.0.0.9") };
    expect(
      await said(
        "IpGroup",
        office,
        { ...office, onExisting: "adopt" },
        { ...office, onExisting: "adoptIfEqual" },
        { name: "Lab", rules: rules("10.0.0.2"), onExisting: "adoptIfEqual" },
        { name: "Elsewhere", rules: [] },
      ),
    ).toEqual([
      'IpGroup "Office": already exists (id 104) in the snapshot, so pulumi up would refuse it. With onExisting: "adopt", it ' +
        "would change: rules - ip 10.0.0.1, + ip 10.0.0.9.",
      'IpGroup "Office": already exists (id 104) in the snapshot, and would be adopted and changed: rules - ip 10.0.0.1, + ip ' +
        "10.0.0.9.",
      'IpGroup "Office": already exists (id 104) in the snapshot and differs, so pulumi up would refuse it: rules - ip 10.0.0.1, ' +
        "+ ip 10.0.0.9.",
      'IpGroup "Lab": already exists (id 105) in the snapshot, and would be adopted as it is.',
    ]);
  });

  test("compares the known values of a group, and says nothing about a group with an unknown name or site", async () => {
    const open = { type: "child", groupId: UNKNOWN };
    const lines = await said(
      "IpGroup",
      { name: "Office", rules: [...rules("10.0.0.1"), open], onExisting: "adopt" },
      { name: UNKNOWN, rules: [] },
      { name: "Office", rules: [], site: UNKNOWN },
    );
    expect(lines).toEqual([
      'IpGroup "Office": already exists (id 104) in the snapshot, and would be adopted as it is. Values that are not known ' +
        "before pulumi up are not compared.",
    ]);
  });

  test("says the same for each existing group of an IpGroups resource", async () => {
    const groups = { Office: { rules: rules("10.0.0.1"), onExisting: "adopt" }, Lab: {}, New: { children: ["Lab"] } };
    const lines = await said("IpGroups", { groups });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      /: group "Office": already exists \(id 104\) in the snapshot, and would be adopted as it is\.$/u,
    );
    expect(lines[0]).toMatch(/: group "Lab": already exists \(id 105\) .* it would change: rules - ip 10\.0\.0\.2\.$/u);
  });

  test("says the same for a profile, a policy and an IpGroupRule, or that the snapshot does not show whether it exists", async () => {
    const [profile] = sim.replicator.store.profiles.values();
    if (profile === undefined) throw new Error("the simulator is delivered with a profile");
    const { name, listeningPort, sendingPort } = profile;
    expect((await said("ReplicatorProfile", { name, listeningPort, sendingPort, onExisting: "adopt" }))[0]).toContain(
      `ReplicatorProfile "${name}": already exists (id ${name}) in the snapshot, and would be adopted as it is`,
    );
    const [policy] = profile.policies.values();
    if (policy === undefined) throw new Error("the profile is delivered with a policy");
    const cidr = `${policy.network}/${String(policy.prefixLength)}`;
    const lines = await said(
      "Policy",
      { profile: name, cidr, kind: policy.kind },
      { profile: name, cidr: "198.51.100.0/24", kind: "include" },
    );
    expect(lines.filter((line) => line.startsWith("Policy"))).toEqual([
      expect.stringMatching(/already exists \(id .*\) in the snapshot\.$/u) as string,
    ]);
    const rule = { groupId: "104", rule: { type: "ip", address: "10.0.0.1" } };
    expect((await said("IpGroupRule", rule)).at(-1)).toMatch(/already exists \(id 104\/\d+\) in the snapshot/u);
    expect((await said("IpGroupRule", { ...rule, groupId: "999" })).at(-1)).toMatch(
      /the snapshot does not show whether it exists: the snapshot .* holds no answer of the gateway .* to ipgroups\/loadRules \(fc_id "999"\)/u,
    );
  });

  test("says nothing about a resource that is replaced, because the existing object is its own", async () => {
    const news = { name: "Office", rules: rules("10.0.0.1") };
    const olds = { ...news, groupId: 104, ruleCount: 1, appliance: `${sim.gateway.url}/` };
    await provider.kind("IpGroup").diff("104", olds, news);
    expect(await said("IpGroup", news)).toEqual([]);
  });

  test("refuses every change and every read with one sentence", async () => {
    const group = provider.kind("IpGroup");
    const news = { name: "Office", rules: rules("10.0.0.1") };
    const olds = { ...news, groupId: 104, ruleCount: 1, appliance: `${sim.gateway.url}/` };
    const sentence =
      /^IpGroup "(?:Office|104)": flowgate:snapshot is set, so this stack can only be previewed from a snapshot: nothing was read or changed\. Remove it first: pulumi config rm flowgate:snapshot\.$/u;
    await expect(group.create(news)).rejects.toThrow(sentence);
    await expect(group.update("104", olds, { ...news, rules: [] })).rejects.toThrow(sentence);
    await expect(group.delete("104", olds)).rejects.toThrow(sentence);
    await expect(group.read("104", olds)).rejects.toThrow(sentence);
  });

  test("says nothing and sends nothing in a preview if no snapshot is configured", async () => {
    await provider.anotherRun(configFor(sim));
    expect(await said("IpGroup", { name: "Office", rules: [] })).toEqual([]);
  });
});
