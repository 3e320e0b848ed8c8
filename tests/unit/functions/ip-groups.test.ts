import { getIpGroup, getIpGroups } from "../../../sdk";
import type { Simulator } from "../../../simulator";
import { closeAll, messageOf } from "../http/support";
import { simulator } from "../gateway/support";
import { ask } from "./support";

afterEach(closeAll);

/** A gateway with some groups of ours. The functions query this gateway. */
async function withGroups(options: Parameters<typeof simulator>[0] = {}): Promise<Simulator & { ids: number[] }> {
  const sim = await simulator(options);
  const ids = sim.mutate.gateway((store) => {
    const servers = store.addIpGroup("Paris servers", []);
    store.addRules(servers, [
      { type: "ip", address: "10.1.0.10" },
      { type: "range", sip: "10.1.0.100", eip: "10.1.0.199" },
    ]);
    const paris = store.addIpGroup("Paris", []);
    store.addRules(paris, [
      { type: "network", address: "10.1.0.0", mask: "16" },
      { type: "wildcard", address: "10.0.250.0", mask: "0.255.0.255" },
      { type: "child", child_id: servers.id },
    ]);
    return [servers.id, paris.id, store.addIpGroup("Lyon", []).id];
  });
  ask(sim);
  return Object.assign(sim, { ids });
}

describe("getIpGroup", () => {
  test("returns a group by its exact name, with its rules in the form of an IpGroup's input", async () => {
    const { ids } = await withGroups();
    expect(await getIpGroup({ name: "Paris" })).toEqual({
      groupId: ids[1],
      id: String(ids[1]),
      name: "Paris",
      rules: [
        { type: "network", cidr: "10.1.0.0/16" },
        { type: "wildcard", address: "10.0.250.0", mask: "0.255.0.255" },
        { type: "child", groupId: String(ids[0]) },
      ],
      ruleIds: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
  });

  test.each(["number", "text"])("returns a group by its id as %s", async (form) => {
    const { ids } = await withGroups();
    const id = ids[2] ?? 0;
    expect(await getIpGroup({ id: form === "text" ? String(id) : id })).toMatchObject({ name: "Lyon", rules: [] });
  });

  test.each<[args: Parameters<typeof getIpGroup>[0], says: string]>([
    [{ name: "Pariss" }, 'unknown IP group "Pariss", did you mean "Paris"? Names are compared exactly.'],
    [{ name: "paris" }, 'unknown IP group "paris", did you mean "Paris"? Names are compared exactly.'],
    [{ id: 99_999 }, "the gateway has no IP group with the id 99999."],
  ])("refuses %j: %s", async (args, says) => {
    await withGroups();
    expect(await messageOf(getIpGroup(args))).toBe(`getIpGroup: ${says}`);
  });

  test("refuses to choose between groups with the same name", async () => {
    const sim = await withGroups();
    sim.mutate.gateway((store) => store.addIpGroup("Paris", []));
    await expect(getIpGroup({ name: "Paris" })).rejects.toThrow(
      /several IP groups have the name "Paris" \(ids \d+, \d+\)/u,
    );
  });
});

describe("getIpGroups", () => {
  const names = async (args: Parameters<typeof getIpGroups>[0]): Promise<string[]> =>
    (await getIpGroups(args)).map(({ name }) => name);

  test("returns all groups, or those that match, notMatch or both select by a part of the name", async () => {
    const { ids } = await withGroups();
    expect(await names({})).toEqual(expect.arrayContaining(["Paris servers", "Paris", "Lyon"]));
    expect((await getIpGroups()).length).toBe((await names({})).length);
    expect(await getIpGroups({ match: "ari" })).toEqual([
      { groupId: ids[0], id: String(ids[0]), name: "Paris servers" },
      { groupId: ids[1], id: String(ids[1]), name: "Paris" },
    ]);
    expect(await names({ notMatch: "ari" })).toEqual(expect.arrayContaining(["Lyon"]));
    expect(await names({ notMatch: "ari" })).not.toContain("Paris");
    expect(await names({ match: "Paris", notMatch: "servers" })).toEqual(["Paris"]);
  });

  test("F86: reads every page of the matching groups", async () => {
    const sim = await withGroups();
    sim.mutate.gateway((store) => {
      for (let number = 0; number < 230; number += 1) store.addIpGroup(`site ${number}`, []);
    });
    expect(await getIpGroups({ match: "site " })).toHaveLength(230);
  });

  test.each([{}, { match: "Paris" }, { match: "x", notMatch: "y" }])(
    "F47: reports an empty list (%j) as missing rights, not as an answer",
    async (args) => {
      await withGroups({ switches: { tokenRights: "none" } });
      await expect(getIpGroups(args)).rejects.toThrow("the token lacks the permission IPGroups");
      await expect(getIpGroup({ name: "Paris" })).rejects.toThrow("the token lacks the permission IPGroups");
    },
  );
});
