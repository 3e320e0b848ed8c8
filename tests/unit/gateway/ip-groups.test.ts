import { RefusedError, ReplyError } from "../../../provider/errors/errors";
import { answer, closeAll, fails, rawServer } from "../http/support";
import { clientAnswered, clientAt, clientOf, simulator } from "./support";

afterEach(closeAll);

test("F90: a deletion without entries is refused before any request", async () => {
  const sim = await simulator();
  const { ipGroups, userApi } = clientOf(sim);
  await expect(ipGroups.delete([])).rejects.toThrow("at least one IP group");
  await expect(userApi.delUsers([])).rejects.toThrow("at least one entry");
  await expect(userApi.delUsergroups([])).rejects.toThrow("at least one entry");
  expect(sim.requests.count()).toBe(0);
});

describe("undocumented answers of rm=ipgroups", () => {
  const withAnswer = async (body: unknown) => (await clientAnswered(body)).ipGroups;
  const saved = { fc_id: 5, fc_name: "x", added: [], removed: [], updated: [], warnings: [], myrules: "", total: 0 };

  test.each([0, "", null, -5, "x"])("a creation that is answered with the invalid id %j is an error", async (fc_id) => {
    const ipGroups = await withAnswer({ ...saved, fc_id });
    await fails(ipGroups.saveRule({ new_fc: "x", added: [] }), ReplyError, "names no IP group");
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
    await fails(ipGroups.loadRules({ fc_id: 1 }), ReplyError);
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
    await fails(clientAt(server.url).ipGroups.searchAll({ name: "x", fc_name_comp: "like" }), ReplyError);
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
    await fails(ipGroups.deleteRule({ rule_id: 9 }), RefusedError);
  });

  test.each([{ warnings: ["no right"] }, { errors: [], warnings: "no right" }, { errors: [], message: "no right" }])(
    "a creation that is answered with %j fails in the gateway's words",
    async (answered) => {
      const ipGroups = await withAnswer(answered);
      await fails(ipGroups.saveRule({ new_fc: "A", added: [] }), Error, "no right");
    },
  );

  test.each([
    { warnings: ["no right"] },
    { processedCount: 0, removed: [], warnings: ["no right"] },
    { errors: [], message: "no right" },
    { success: 0, errors: [], message: "no right" },
  ])("a deletion that is answered with %j is no success, and has the gateway's words", async (answered) => {
    const ipGroups = await withAnswer(answered);
    await fails(ipGroups.deleteAll(), RefusedError, "no right");
    const said = await ipGroups.delete([5]).then(({ refusal }) => refusal, String);
    expect(said).toContain("no right");
  });

  test.each([{ errors: [] }, {}, { warnings: [], errors: null }])(
    "a deletion of everything that is answered with %j proves nothing, so its outcome is unknown",
    async (answered) => {
      const ipGroups = await withAnswer(answered);
      await fails(ipGroups.deleteAll(), ReplyError);
    },
  );

  test.each([
    ["without anything to delete", { processedCount: 0, removed: [] }],
    ["despite warnings about it", { processedCount: 2, warnings: ["slow"] }],
  ])("a deletion of everything is a success %s", async (_, answered) => {
    await expect((await withAnswer(answered)).deleteAll()).resolves.toBeUndefined();
  });
});
