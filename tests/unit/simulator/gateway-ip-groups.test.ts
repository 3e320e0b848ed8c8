import { eachTest, failure } from "./support";

const context = eachTest();

const everyType = [
  { type: "ip", address: "10.1.1.1" },
  { type: "range", sip: "10.1.2.1", eip: "10.1.2.9" },
  { type: "network", address: "10.2.0.0", mask: "16" },
  { type: "ipall", all: 1 },
  { type: "wildcard", address: "10.0.7.0", mask: "0.255.0.255" },
  { type: "child", child_id: "101" },
];

async function create(name: string, added: unknown[] = []): Promise<{ fc_id: number; added: { rule_id: number }[] }> {
  return (await context.probe.ipGroups("saveRule", { new_fc: name, added })) as never;
}

describe("saveRule", () => {
  test("answers removed, updated, added, warnings, fc_id, myrules, fc_name and total, rules with rule_id and cid", async () => {
    const reply = await context.probe.ipGroups("saveRule", { new_fc: "Paris", added: everyType });
    expect(reply).toEqual({
      removed: [],
      updated: [],
      added: [
        { rule_id: expect.any(Number) as number, cid: null, type: "ip", sip: "10.1.1.1" },
        { rule_id: expect.any(Number) as number, cid: null, type: "range", sip: "10.1.2.1", eip: "10.1.2.9" },
        { rule_id: expect.any(Number) as number, cid: null, type: "network", address: "10.2.0.0", mask: "16" },
        { rule_id: expect.any(Number) as number, cid: null, type: "ipall", all: 1 },
        {
          rule_id: expect.any(Number) as number,
          cid: null,
          type: "wildcard",
          address: "10.0.7.0",
          mask: "0.255.0.255",
        },
        { rule_id: expect.any(Number) as number, cid: null, type: "child", child_id: "101" },
      ],
      warnings: [],
      fc_id: expect.any(Number) as number,
      myrules: "10.1.1.1, 10.1.2.1-10.1.2.9, 10.2.0.0/16, all IPs, 10.0.7.0 wildcard 0.255.0.255, Private networks",
      fc_name: "Paris",
      total: 6,
    });
  });

  test("shows rule_id for a single-rule create, and an empty myrules when the group has no rules", async () => {
    expect(await create("One", [{ type: "ip", sip: "10.1.1.1" }])).toHaveProperty("rule_id");
    const empty = await create("Empty");
    expect(empty).toMatchObject({ myrules: "", total: 0 });
    expect(empty).not.toHaveProperty("rule_id");
  });

  test.each([
    ["a leading zero", { type: "ip", address: "010.0.0.1" }, /not an IPv4 address/],
    ["an IPv6 address", { type: "ip", address: "::1" }, /not an IPv4 address/],
    ["a short address", { type: "ip", address: "1.2.3" }, /not an IPv4 address/],
    ["a range without eip", { type: "range", sip: "10.0.0.1" }, /eip: is missing/],
    ["a range with its start after its end", { type: "range", sip: "10.0.0.9", eip: "10.0.0.1" }, /after eip/],
    ["host bits in a network", { type: "network", address: "10.0.0.1", mask: "8" }, /bits set outside its mask/],
    ["a prefix length as a number", { type: "network", address: "10.0.0.0", mask: 8 }, /expected string/],
    ["a prefix length above 32", { type: "network", address: "10.0.0.0", mask: "33" }, /not a prefix length/],
    ["a wildcard mask that is not dotted", { type: "wildcard", address: "10.0.0.0", mask: "8" }, /not an IPv4/],
    ["all other than 1", { type: "ipall", all: 2 }, /expected 1/],
    ["a child that does not exist", { type: "child", child_id: "999" }, /999 does not exist/],
    ["an unknown type", { type: "host", address: "10.0.0.1" }, /type/],
    ["an unknown field", { type: "ip", address: "10.0.0.1", note: "x" }, /note/],
    ["both spellings of an address", { type: "ip", address: "10.0.0.1", sip: "10.0.0.1" }, /either address or sip/],
  ])("refuses a rule with %s and creates nothing", async (_what, rule, words) => {
    const before = context.sim.snapshot();
    expect(await context.probe.ipGroups("saveRule", { new_fc: "Paris", added: [rule] })).toEqual(failure(words));
    expect(context.sim.snapshot()).toBe(before);
  });

  test.each([
    ["without new_fc", { added: [] }, /new_fc: is missing/],
    ["without added", { new_fc: "Paris" }, /added: is missing/],
    ["with malformed JSON", { new_fc: "Paris", added: "[{" }, /added: is not JSON/],
    ["with an unknown field", { new_fc: "Paris", added: [], colour: "red" }, /colour/],
    ["with a field named __proto__", { new_fc: "Paris", added: [], ["__proto__"]: "x" }, /__proto__/],
    ["with an empty name", { new_fc: "", added: [] }, /new_fc/],
    ["with a control character in the name", { new_fc: "a\u0007", added: [] }, /control character/],
  ])("refuses a request %s", async (_what, fields, words) => {
    expect(await context.probe.ipGroups("saveRule", fields)).toEqual(failure(words));
  });

  test.each([
    ["append", { total: 2 }, ["Paris"]],
    ["refuse", { err: "an IP group named Paris already exists" }, ["Paris"]],
    ["second", { total: 1 }, ["Paris", "Paris"]],
  ] as const)(
    "handles the name of an existing group as the switch duplicateGroupName says: %s",
    async (mode, reply, names) => {
      context.sim.switches.duplicateGroupName = mode;
      await create("Paris", [{ type: "ip", address: "10.0.0.1" }]);
      const second = await context.probe.ipGroups("saveRule", {
        new_fc: "Paris",
        added: [{ type: "ip", sip: "10.0.0.2" }],
      });
      expect(second).toMatchObject(reply);
      expect([...context.sim.gateway.store.ipGroups.values()].slice(3).map(({ name }) => name)).toEqual(names);
    },
  );
});

describe("update", () => {
  test("renames, adds, changes and removes rules in one request", async () => {
    const { fc_id, added } = await create("Paris", everyType.slice(0, 2));
    const [first, second] = added.map(({ rule_id }) => rule_id);
    const reply = await context.probe.ipGroups("update", {
      fc_id,
      name: "Lyon",
      added: [{ type: "ipall", all: 1 }],
      updated: [{ rule_id: String(first), type: "ip", address: "10.9.9.9" }],
      removed: [second],
    });
    expect(reply).toMatchObject({ fc_id, fc_name: "Lyon", total: 2, removed: [second] });
    const group = context.sim.gateway.store.ipGroups.get(fc_id);
    expect([...(group?.rules.values() ?? [])]).toEqual([
      { type: "ip", address: "10.9.9.9" },
      { type: "ipall", all: 1 },
    ]);
  });

  test("any of name, added, updated, removed may be empty", async () => {
    const { fc_id } = await create("Paris");
    const fields = { fc_id, name: "", added: "", updated: [], removed: "" };
    expect(await context.probe.ipGroups("update", fields)).toMatchObject({ fc_name: "Paris", total: 0 });
  });

  test("refuses another type for a rule, an unknown rule, a foreign rule and a repeated rule, and changes nothing", async () => {
    const { fc_id, added } = await create("Paris", [{ type: "ip", address: "10.0.0.1" }]);
    const ruleId = added[0]?.rule_id;
    const before = context.sim.snapshot();
    const refusals: [Record<string, unknown>, RegExp][] = [
      [{ updated: [{ rule_id: ruleId, type: "ipall", all: 1 }] }, /type of rule \d+ is ip and cannot change/],
      [{ updated: [{ rule_id: 9999, type: "ip", address: "10.0.0.2" }] }, /rule 9999 does not exist/],
      [{ removed: [501] }, /rule 501 does not exist in group/],
      [{ removed: [String(ruleId)] }, /removed.0: expected number/],
      [{ removed: [ruleId, ruleId] }, /named twice/],
      [{ name: "Lyon", removed: [501] }, /rule 501/],
      [{ name: "Multicast" }, /already exists/],
    ];
    for (const [fields, words] of refusals) {
      expect(await context.probe.ipGroups("update", { fc_id, ...fields })).toEqual(failure(words));
    }
    expect(context.sim.snapshot()).toBe(before);
  });

  test("refuses a group that would contain itself through child rules", async () => {
    const inner = await create("Inner");
    const middle = await create("Middle", [{ type: "child", child_id: String(inner.fc_id) }]);
    const outer = await create("Outer", [{ type: "child", child_id: String(middle.fc_id) }]);
    const close = (child: number): Promise<unknown> =>
      context.probe.ipGroups("update", { fc_id: inner.fc_id, added: [{ type: "child", child_id: String(child) }] });
    expect(await close(outer.fc_id)).toEqual(failure(/contains group/));
    expect(await close(inner.fc_id)).toEqual(failure(/contains group/));
  });
});

describe("lists", () => {
  test("loadTreeRootFast answers results of fc_name and fc_id, nested groups included", async () => {
    const { fc_id } = await create("Paris");
    await create("France", [{ type: "child", child_id: String(fc_id) }]);
    const { results } = (await context.probe.ipGroups("loadTreeRootFast")) as { results: { fc_name: string }[] };
    const names = results.map(({ fc_name }) => fc_name);
    expect(names).toEqual(["Private networks", "Multicast", "Loopback", "Paris", "France"]);
    context.sim.switches.treeList = "rootsOnly";
    const roots = (await context.probe.ipGroups("loadTreeRootFast", { subCat: "IPGroups" })) as { results: unknown[] };
    expect(roots.results).toHaveLength(4);
  });

  test("search compares like and notLike and pages by page and maxRows", async () => {
    for (const name of ["Site A", "Site B", "Site C"]) await create(name);
    const search = async (fields: Record<string, unknown>): Promise<string[]> => {
      const reply = (await context.probe.ipGroups("search", fields)) as { results: { fc_name: string }[] };
      return reply.results.map(({ fc_name }) => fc_name);
    };
    expect(await search({ name: "site", fc_name_comp: "like" })).toEqual(["Site A", "Site B", "Site C"]);
    expect(await search({ name: "Site", fc_name_comp: "notLike" })).toHaveLength(3);
    expect(await search({ name: "Site", fc_name_comp: "like", page: 2, maxRows: 2 })).toEqual(["Site C"]);
    expect(await search({ name: "Site", fc_name_comp: "like", page: 3, maxRows: 2 })).toEqual([]);
    expect(await context.probe.ipGroups("search", { name: "x", fc_name_comp: "is" })).toEqual(failure(/fc_name_comp/));
    const zero = await context.probe.ipGroups("search", { name: "x", fc_name_comp: "like", page: 0 });
    expect(zero).toEqual(failure(/page/));
  });

  test("a token without rights sees empty lists and changes nothing", async () => {
    context.sim.switches.tokenRights = "none";
    expect(await context.probe.ipGroups("loadTreeRootFast")).toEqual({ results: [] });
    expect(await context.probe.ipGroups("saveRule", { new_fc: "Paris", added: [] })).toEqual(failure(/not permit/));
  });

  test.each(["array", "results", "rules", "rows"] as const)(
    "loadRules returns the rules in the form that the switch rulesShape says: %s",
    async (shape) => {
      context.sim.switches.rulesShape = shape;
      const rules = [{ rule_id: 505, cid: null, type: "ip", sip: "127.0.0.1" }];
      expect(await context.probe.ipGroups("loadRules", { fc_id: 103 })).toEqual(
        shape === "array" ? rules : { [shape]: rules },
      );
    },
  );

  test("rules and ids have the form that the switches say", async () => {
    Object.assign(context.sim.switches, {
      idType: "string",
      networkMaskOnRead: "dotted",
      ipRuleFieldOnRead: "address",
    });
    expect(await context.probe.ipGroups("loadRules", { fc_id: 103 })).toEqual({
      results: [{ rule_id: "505", cid: null, type: "ip", address: "127.0.0.1" }],
    });
    expect(await context.probe.ipGroups("loadRules", { fc_id: 101 })).toMatchObject({
      results: [{ mask: "255.0.0.0" }, { mask: "255.240.0.0" }, { mask: "255.255.0.0" }],
    });
    context.sim.switches.idType = "number";
    expect(await context.probe.ipGroups("loadTreeRootFast")).toMatchObject({ results: [{ fc_id: 101 }, {}, {}] });
    expect(await context.probe.ipGroups("loadRules", { fc_id: 4242 })).toEqual(failure(/4242 does not exist/));
  });
});

describe("deletion", () => {
  test("deleteRule answers fc_id, success 1, the remaining rules and rule_id as a string", async () => {
    const reply = await context.probe.ipGroups("deleteRule", { rule_id: 501 });
    expect(reply).toEqual({
      fc_id: 101,
      success: 1,
      myrules: "172.16.0.0/12, 192.168.0.0/16",
      rule_id: "501",
      total: 2,
    });
    expect(await context.probe.ipGroups("deleteRule", { rule_id: 501 })).toEqual(failure(/501 does not exist/));
  });

  test("delete answers processedCount and the removed ids as strings, and skips unknown groups", async () => {
    const { fc_id } = await create("Paris");
    const json = [{ id: String(fc_id) }, { id: "9999" }];
    expect(await context.probe.ipGroups("delete", { json })).toEqual({ processedCount: 1, removed: [String(fc_id)] });
    expect(await context.probe.ipGroups("delete", { json: [{ id: fc_id }] })).toEqual(
      failure(/json.0.id: expected string/),
    );
  });

  test("deleting a child group is refused, removes the child rule, or leaves it dangling, as the switch says", async () => {
    const child = await create("Child");
    const parent = await create("Parent", [{ type: "child", child_id: String(child.fc_id) }]);
    const deletion = (...ids: number[]): Promise<unknown> =>
      context.probe.ipGroups("delete", { json: ids.map((id) => ({ id: String(id) })) });
    expect(await deletion(child.fc_id)).toEqual(failure(/is a child of group/));
    context.sim.switches.deleteReferencedGroup = "removeChildRules";
    expect(await deletion(child.fc_id)).toMatchObject({ processedCount: 1 });
    expect(context.sim.gateway.store.ipGroups.get(parent.fc_id)?.rules.size).toBe(0);

    const left = await create("Left");
    const holder = await create("Holder", [{ type: "child", child_id: String(left.fc_id) }]);
    context.sim.switches.deleteReferencedGroup = "leaveDangling";
    expect(await deletion(left.fc_id)).toMatchObject({ processedCount: 1 });
    expect(context.sim.gateway.store.ipGroups.get(holder.fc_id)?.rules.size).toBe(1);
  });

  test("parent and child can be deleted in one request", async () => {
    const child = await create("Child");
    const parent = await create("Parent", [{ type: "child", child_id: String(child.fc_id) }]);
    const json = [{ id: String(child.fc_id) }, { id: String(parent.fc_id) }];
    expect(await context.probe.ipGroups("delete", { json })).toMatchObject({ processedCount: 2 });
  });

  test("deleteAll deletes every defined group; it and an empty delete are counted as traps", async () => {
    await context.probe.ipGroups("delete", { json: [] });
    await context.probe.ipGroups("deleteAll");
    expect(context.sim.gateway.store.ipGroups.size).toBe(0);
    expect(context.sim.traps.count("ipgroups/delete []")).toBe(1);
    expect(context.sim.traps.count("ipgroups/deleteAll")).toBe(1);
    expect(context.sim.traps.count()).toBe(2);
  });
});

test("saveRule accepts ten thousand rules in one request", async () => {
  const added = Array.from({ length: 10_000 }, (_, i) => ({ type: "ip", address: `10.${i >> 8}.${i & 255}.1` }));
  expect(await context.probe.ipGroups("saveRule", { new_fc: "Large", added })).toMatchObject({ total: 10_000 });
});
