import { RefusedError, ReplyError } from "../../../provider/errors/errors";
import type { RuleFields } from "../../../provider/gateway/rule-forms";
import type { Switches } from "../../../simulator";
import { answer, closeAll, rawServer, rejection } from "../http/support";
import { clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

const everyType: RuleFields[] = [
  { type: "ip", address: "10.1.1.1" },
  { type: "range", sip: "10.1.2.0", eip: "10.1.2.9" },
  { type: "network", address: "10.2.0.0", mask: "16" },
  { type: "ipall", all: 1 },
  { type: "wildcard", address: "10.0.3.0", mask: "0.255.0.255" },
];

describe("rm=ipgroups against the simulated gateway", () => {
  test("removes one rule, deletes groups, and deletes all", async () => {
    const sim = await simulator();
    const { ipGroups } = clientOf(sim);
    const one = await ipGroups.saveRule({ new_fc: "one", added: everyType.slice(0, 2) });
    const two = await ipGroups.saveRule({ new_fc: "two", added: [] });
    const rule_id = one.added?.[0]?.rule_id ?? 0;
    expect(await ipGroups.deleteRule({ rule_id })).toMatchObject({
      fc_id: one.fc_id,
      success: 1,
      rule_id: String(rule_id),
      total: 1,
    });
    const answered = await ipGroups.delete([one.fc_id, two.fc_id, 4711]);
    expect(answered).toEqual({ processedCount: 2, removed: [one.fc_id, two.fc_id], refusal: undefined });
    expect(await ipGroups.loadTreeRootFast()).toHaveLength(3);
    await ipGroups.deleteAll();
    expect(await ipGroups.loadTreeRootFast()).toEqual([]);
  });

  test("F90: never sends a delete with an empty list", async () => {
    const sim = await simulator();
    await expect(clientOf(sim).ipGroups.delete([])).rejects.toThrow("at least one IP group");
    expect(sim.requests.count()).toBe(0);
  });

  test("F86: finds groups by part of the name over all pages", async () => {
    const sim = await simulator();
    const names = Array.from({ length: 7 }, (_, index) => `office_${index}%'"`);
    for (const name of names) sim.mutate.addIpGroup(name, []);
    const { ipGroups } = clientOf(sim);
    const found = await ipGroups.searchAll({ name: "_", fc_name_comp: "like", maxRows: 2 });
    expect(found.map(({ fc_name }) => fc_name)).toEqual(names);
    expect(sim.requests.count({ action: "ipgroups/search" })).toBe(4);
    const others = await ipGroups.searchAll({ name: "office", fc_name_comp: "notLike" });
    expect(others).toHaveLength(3);
    expect(await ipGroups.search({ name: "office", fc_name_comp: "like", page: 4, maxRows: 2 })).toHaveLength(1);
  });

  test.each<Partial<Switches>>([
    {},
    { rulesShape: "array" },
    { rulesShape: "rules" },
    { rulesShape: "rows" },
    { updateReply: "success" },
    { idType: "string" },
    { idType: "number" },
    { networkMaskOnRead: "dotted" },
    { ipRuleFieldOnRead: "address" },
    { errDetails: "text" },
    { scriptPath: "/cgi/other.cgi" },
  ])("reads the same from a gateway with %j", async (switches) => {
    const sim = await simulator({ switches });
    const { ipGroups } = clientOf(sim, { scriptPath: switches.scriptPath });
    const { fc_id } = await ipGroups.saveRule({ new_fc: "group", added: everyType });
    await ipGroups.update({ fc_id, name: "renamed" });
    expect(await ipGroups.loadRules({ fc_id })).toMatchObject(everyType);
    expect(await ipGroups.loadTreeRootFast()).toContainEqual({ fc_id, fc_name: "renamed" });
    expect(await rejection(ipGroups.loadRules({ fc_id: 999 }))).toBeInstanceOf(RefusedError);
    expect(await ipGroups.delete([fc_id])).toEqual({ processedCount: 1, removed: [fc_id] });
  });

  test("F124: sends names with special characters as data", async () => {
    const sim = await simulator();
    const { ipGroups } = clientOf(sim);
    const names = [
      "a/b\\c",
      "a?b#c;d+e f&g=h",
      "a'b(c)*!",
      "%2e%2e",
      "grüße 漢字 🙂",
      "__proto__",
      '"]},{"x":"',
      "--boundary",
    ];
    for (const name of names) await ipGroups.saveRule({ new_fc: name, added: [] });
    const groups = await ipGroups.loadTreeRootFast();
    expect(groups.slice(-names.length).map(({ fc_name }) => fc_name)).toEqual(names);
  });

  test.each(["a\nb", "a\rb", "a\0b", "a\ud800b"])(
    "F125, F126: does not send a name that a form would change: %j",
    async (name) => {
      const sim = await simulator();
      await expect(clientOf(sim).ipGroups.saveRule({ new_fc: name, added: [] })).rejects.toThrow("new_fc holds");
      expect(sim.requests.count()).toBe(0);
    },
  );

  test("F82: reports a missing child with its number, as the gateway does", async () => {
    const sim = await simulator();
    const error = await rejection(
      clientOf(sim).ipGroups.saveRule({ new_fc: "p", added: [{ type: "child", child_id: 77 }] }),
    );
    expect(error).toMatchObject({ outcome: "refused", action: "ipgroups/saveRule", appliance: "gateway" });
    expect((error as Error).message).toMatch(/77/u);
  });

  test("F132: sends 1,000 rules in one request", async () => {
    const sim = await simulator();
    const rules = Array.from({ length: 1000 }, (_, n): RuleFields => ({
      type: "ip",
      address: `10.${n >> 8}.${n & 255}.1`,
    }));
    const { fc_id } = await clientOf(sim).ipGroups.saveRule({ new_fc: "many", added: rules });
    expect(await clientOf(sim).ipGroups.loadRules({ fc_id })).toHaveLength(1000);
    expect(sim.requests.count({ kind: "write" })).toBe(1);
  });
});

describe("undocumented answers of rm=ipgroups", () => {
  async function withAnswer(body: unknown): Promise<ReturnType<typeof clientAt>["ipGroups"]> {
    const server = await rawServer((socket) => socket.write(answer(JSON.stringify(body))));
    return clientAt(server.url).ipGroups;
  }
  const saved = { fc_id: 5, fc_name: "x", added: [], removed: [], updated: [], warnings: [], myrules: "", total: 0 };

  test("a creation that is answered with another name returns that name, and the caller judges it", async () => {
    const ipGroups = await withAnswer({ ...saved, fc_name: "other" });
    expect(await ipGroups.saveRule({ new_fc: "x", added: [] })).toMatchObject({ fc_id: 5, fc_name: "other" });
  });

  test.each([0, "", null, -5, "x"])("a creation that is answered with the invalid id %j is an error", async (fc_id) => {
    const ipGroups = await withAnswer({ ...saved, fc_id });
    const error = await rejection(ipGroups.saveRule({ new_fc: "x", added: [] }));
    expect(error).toBeInstanceOf(ReplyError);
    expect((error as Error).message).toContain("names no IP group");
  });

  test("F74: a creation that is answered with a trimmed name in another letter case succeeds", async () => {
    const ipGroups = await withAnswer({ ...saved, fc_name: "OFFICE one" });
    expect((await ipGroups.saveRule({ new_fc: " Office One ", added: [] })).fc_id).toBe(5);
  });

  test("F80: warnings are returned as text", async () => {
    const ipGroups = await withAnswer({ ...saved, warnings: ["overlaps", { code: 3 }] });
    expect((await ipGroups.saveRule({ new_fc: "x", added: [] })).warnings).toEqual(["overlaps", '{"code":3}']);
  });

  test.each<[string, unknown]>([
    ["a rule without id", [{ type: "ipall", all: 1 }]],
    ["an unsafe id", [{ rule_id: 2 ** 53, type: "ipall", all: 1 }]],
    ["a rule without a type", [{ rule_id: 1, address: "10.0.0.1" }]],
    ["rules under another key", { members: [] }],
    ["null", null],
    ["an object for the list", { results: {} }],
  ])("F71: %s is an error, not an empty group", async (_name, body) => {
    const ipGroups = await withAnswer(body);
    expect(await rejection(ipGroups.loadRules({ fc_id: 1 }))).toBeInstanceOf(ReplyError);
  });

  test.each<[string, object]>([
    ["an undocumented type", { type: "ipv6", address: "::1" }],
    ["an IPv6 address", { type: "ip", address: "2001:db8::1" }],
    ["an IPv6 prefix", { type: "network", address: "2001:db8::", mask: "64" }],
    ["a mask with a hole", { type: "network", address: "10.0.0.0", mask: "255.0.255.0" }],
    ["no address", { type: "ip" }],
  ])("a rule with %s is returned as opaque with its raw fields, next to the known rules", async (_name, fields) => {
    const { type: kind, ...others } = fields as { type: string };
    const ipGroups = await withAnswer({
      results: [
        { rule_id: 1, ...fields },
        { rule_id: 2, type: "ipall", all: 1 },
      ],
    });
    expect(await ipGroups.loadRules({ fc_id: 1 })).toEqual([
      { rule_id: 1, type: "opaque", kind, text: JSON.stringify(others) },
      { rule_id: 2, type: "ipall", all: 1 },
    ]);
  });

  test("a search whose pages never end fails after 100 pages", async () => {
    let next = 0;
    const server = await rawServer((socket) =>
      socket.write(answer(JSON.stringify({ results: [{ fc_id: ++next, fc_name: "x" }] }))),
    );
    const error = await rejection(clientAt(server.url).ipGroups.searchAll({ name: "x", fc_name_comp: "like" }));
    expect(error).toBeInstanceOf(ReplyError);
    expect(server.requests).toHaveLength(100);
  });

  test("a search that ignores the page number ends when a page contains nothing new", async () => {
    const server = await rawServer((socket) => socket.write(answer(JSON.stringify([{ fc_id: "7", fc_name: "x" }]))));
    const found = await clientAt(server.url).ipGroups.searchAll({ name: "x", fc_name_comp: "like" });
    expect(found).toEqual([{ fc_id: 7, fc_name: "x" }]);
    expect(server.requests).toHaveLength(2);
  });

  test("a rule deletion that is answered with success 0 is a refusal", async () => {
    const ipGroups = await withAnswer({ fc_id: 5, success: 0, myrules: "", rule_id: "9", total: 1 });
    expect(await rejection(ipGroups.deleteRule({ rule_id: 9 }))).toBeInstanceOf(RefusedError);
  });

  test.each([{ warnings: ["no right"] }, { errors: [], warnings: "no right" }, { errors: [], message: "no right" }])(
    "a creation that is answered with %j fails in the gateway's words",
    async (answered) => {
      const ipGroups = await withAnswer(answered);
      const error = await rejection(ipGroups.saveRule({ new_fc: "A", added: [] }));
      expect(String(error)).toContain("no right");
    },
  );

  test.each([
    { warnings: ["no right"] },
    { processedCount: 0, removed: [], warnings: ["no right"] },
    { errors: [], message: "no right" },
    { success: 0, errors: [], message: "no right" },
  ])("a deletion that is answered with %j is no success, and has the gateway's words", async (answered) => {
    const ipGroups = await withAnswer(answered);
    const error = await rejection(ipGroups.deleteAll());
    expect(error).toBeInstanceOf(RefusedError);
    expect(String(error)).toContain("no right");
    const said = await ipGroups.delete([5]).then(({ refusal }) => refusal, String);
    expect(said).toContain("no right");
  });

  test("a deletion of everything is a success despite warnings about it", async () => {
    const ipGroups = await withAnswer({ processedCount: 2, warnings: ["slow"] });
    await expect(ipGroups.deleteAll()).resolves.toBeUndefined();
  });
});
