import { ApplianceError, isAboutCredentials } from "../../../provider/errors/errors";
import { type gatewayOperations } from "../../../provider/errors/operation-names";
import type { GatewayClient } from "../../../provider/gateway/client";
import { answer, closeAll, rawServer } from "../http/support";
import { clientAnswered, clientAt, clientOf, simulator, thrown } from "./support";

afterEach(closeAll);

const anHour = {
  rpt_json: {
    reportTypeLang: "conversations",
    filters: { sdfDips_0: "in_GROUP_ALL" },
    reportDirections: { selected: "inbound" },
    times: { dateRange: "LastHour" },
    dataMode: { selected: "saf" },
    rateTotal: { selected: "rate" },
    dataGranularity: { selected: "auto" },
    bbp: { selected: "bits" },
  },
  data_requested: { inbound: { table: { query_limit: { offset: 0, max_num_rows: 1 } } } },
} as const;
const aPermission = { usergroup_id: 2, permission_type: "app", seccode: "runReport" };

/** Every action, on a new gateway, with an answer that shows what it did. */
const actions: Readonly<
  Record<keyof typeof gatewayOperations, [(client: GatewayClient) => Promise<unknown>, unknown]>
> = {
  "ipgroups/saveRule": [
    (client) => client.ipGroups.saveRule({ new_fc: "a", added: [{ type: "child", child_id: 101 }] }),
    { fc_name: "a", total: 1, added: [{ type: "child", child_id: 101 }] },
  ],
  "ipgroups/update": [(client) => client.ipGroups.update({ fc_id: 101, name: "b" }), { fc_name: "b" }],
  "ipgroups/loadTreeRootFast": [(client) => client.ipGroups.loadTreeRootFast(), { length: 3 }],
  "ipgroups/search": [
    (client) => client.ipGroups.search({ name: "ulti", fc_name_comp: "like" }),
    { total: 1, entries: [{ fc_id: 102, fc_name: "Multicast" }] },
  ],
  "ipgroups/loadRules": [(client) => client.ipGroups.loadRules({ fc_id: 103 }), [{ type: "ip", address: "127.0.0.1" }]],
  "ipgroups/deleteRule": [(client) => client.ipGroups.deleteRule({ rule_id: 503 }), { success: 1, total: 2 }],
  "ipgroups/delete": [(client) => client.ipGroups.delete([101]), { removed: [101], processedCount: 1 }],
  "ipgroups/deleteAll": [(client) => client.ipGroups.deleteAll(), { processedCount: 3 }],
  "user_api/createUser": [
    (client) => client.userApi.createUser([{ name: "eve", pass: "p", membership: [2] }]),
    [{ name: "eve" }],
  ],
  "user_api/delUsers": [(client) => client.userApi.delUsers(["no"]), ["Deleting user named 'no' (0 matched)"]],
  "user_api/delUser": [(client) => client.userApi.delUser([99]), ["Deleting user id 99 (0 matched)"]],
  "user_api/createUsergroup": [
    (client) => client.userApi.createUsergroup([{ name: "Guests", template_usergroup: 2, users: [] }]),
    [{ name: "Guests", error: "A usergroup already exists with that name" }],
  ],
  "user_api/delUsergroups": [
    (client) => client.userApi.delUsergroups(["no"]),
    ["Deleting usergroup named 'no' (0 matched)"],
  ],
  "user_api/membership": [
    (client) => client.userApi.membership({ add: [{ user_id: 1, usergroup_id: 2 }] }),
    { added: ["User 1 added to usergroup 2"], removed: [] },
  ],
  "user_api/prefs": [
    (client) => client.userApi.prefs({ user_id: 1, prefs: [{ pref: "statusTopn", setting: 5 }] }),
    { updated: ["statusTopn updated to 5 for user_id 1"], errors: [] },
  ],
  "user_api/permissions": [
    (client) => client.userApi.permissions({ add: [aPermission] }),
    { updated: ["Added product permission runReport to usergroup 2"], errors: [] },
  ],
  "user_api/permission": [
    (client) => client.userApi.permission({ remove: [aPermission] }),
    { updated: ["Removed product permission runReport from usergroup 2"], errors: [] },
  ],
  "user_api/changeUsername": [
    (client) => client.userApi.changeUsername({ oldname: "admin", newname: "root" }),
    "User admin successfully renamed to root",
  ],
  "report_api/get": [
    (client) => client.report.get(anHour),
    { table: { inbound: { columns: expect.any(Array) as unknown } } },
  ],
};

test.each(Object.entries(actions))("the client has the action %s", async (action, [call, shows]) => {
  const sim = await simulator({ switches: { staticPermissionType: "product" } });
  const result = await call(clientOf(sim, { staticPermissionType: "product" }));
  expect(typeof shows === "string" ? { said: result } : result).toMatchObject(
    typeof shows === "string" ? { said: shows } : (shows as object),
  );
  expect(sim.requests.verbs()).toEqual([action]);
});

test("a request is one multipart POST to the script, with the token only inside the form", async () => {
  const server = await rawServer((socket) => socket.write(answer('{"results":[]}')));
  await clientAt(`${server.url}/prefix`, { scriptPath: "/a/b.fcgi" }).ipGroups.loadTreeRootFast();
  const [head = "", ...body] = (server.requests[0] ?? "").split("\r\n\r\n");
  expect(head).toMatch(/^POST \/prefix\/a\/b\.fcgi HTTP\/1\.1\r\n/u);
  expect(head).not.toContain("test-token-1");
  for (const field of ["authToken", "rm", "action"]) expect(body.join("\r\n\r\n")).toContain(`name="${field}"\r\n`);
});

test.each<[what: string, body: string, status: number, says: RegExp, effect: "none" | "unknown"]>([
  ["err", '{"err":"no"}', 200, /changing the IP group on .* failed: no\.$/u, "none"],
  ["err with details, whatever the status", '{"err":"no","details":"why"}', 500, /failed: no: why\.$/u, "none"],
  ["a page", "<html>", 200, /a page answered, not the API; it begins with: <html>/u, "unknown"],
  ["nothing", "", 200, /the answer is empty/u, "unknown"],
  ["a list in place of an object", "[]", 200, /documented form: \$: expected an object/u, "unknown"],
  ["a status that says that the server failed", "{}", 500, /HTTP 500/u, "unknown"],
  ["a status that says that nothing was done", "{}", 404, /HTTP 404/u, "none"],
  ["a request that is too long", "", 413, /longer than the appliance accepts/u, "none"],
])("an answer to a change with %s is a failure", async (_what, body, status, says, effect) => {
  const server = await rawServer((socket) => socket.write(answer(body, { status: `${String(status)} So` })));
  const error = await thrown(clientAt(server.url).ipGroups.update({ fc_id: 1, name: "a" }));
  expect(error).toBeInstanceOf(ApplianceError);
  expect(error.message).toMatch(says);
  expect(error).toMatchObject({ effect });
});

test.each<[what: string, body: string, status: number]>([
  ["the documented details", '{"err":"expired","details":"invalidToken"}', 200],
  ["HTTP 401", "", 401],
])("after a refused token, known by %s, nothing more is sent", async (_what, body, status) => {
  const server = await rawServer((socket) => socket.write(answer(body, { status: `${String(status)} So` })));
  const client = clientAt(server.url);
  const error = await thrown(client.ipGroups.loadTreeRootFast());
  expect(isAboutCredentials(error)).toBe(true);
  expect(await thrown(client.userApi.delUsers(["a"]))).toBe(error);
  expect(server.requests).toHaveLength(1);
});

describe("a list of rules", () => {
  const rule = { rule_id: "7", type: "ip", sip: "010.0.0.1", cid: null };
  const read = { rule_id: 7, type: "ip", address: "10.0.0.1" };

  test.each<[where: string, body: unknown, rules: unknown]>([
    ["at top level", [rule], [read]],
    ["under results", { results: [rule] }, [read]],
    ["under rules", { rules: [rule] }, [read]],
    ["under rows, with its total", { rows: [rule], total: "1" }, [read]],
    [
      "with a dotted mask",
      [{ rule_id: 1, type: "network", address: "10.0.0.0", mask: "255.255.0.0" }],
      [{ rule_id: 1, type: "network", address: "10.0.0.0", mask: "16" }],
    ],
    [
      "with a rule in no documented form, which stays as text",
      [{ rule_id: 1, type: "ip6", address: "::1" }],
      [{ rule_id: 1, type: "opaque", kind: "ip6", text: '{"address":"::1"}' }],
    ],
  ])("is understood %s", async (_where, body, rules) => {
    expect(await (await clientAnswered(body)).ipGroups.loadRules({ fc_id: 1 })).toEqual(rules);
  });

  test.each<[what: string, body: unknown, says: RegExp]>([
    ["another place", { data: [rule] }, /expected a list of rules/u],
    ["more in total than it shows", { rows: [rule], total: 2 }, /the list is cut: it shows 1 of 2 rules/u],
    ["a rule without a number", [{ type: "ip", address: "10.0.0.1" }], /\$\[0\]\.rule_id/u],
    ["a number that is not exact", [{ ...rule, rule_id: 2 ** 53 }], /\$\[0\]\.rule_id/u],
  ])("is refused with %s", async (_what, body, says) => {
    expect((await thrown((await clientAnswered(body)).ipGroups.loadRules({ fc_id: 1 }))).message).toMatch(says);
  });

  test.each(["fc_id", "id"] as const)("is asked for in the configured field %s", async (rulesField) => {
    const sim = await simulator({ switches: { loadRulesField: rulesField } });
    expect(await clientOf(sim, { rulesField }).ipGroups.loadRules({ fc_id: 101 })).toHaveLength(3);
  });
});

test("a tree of groups is one list", async () => {
  const tree = { results: [{ fc_id: "1", fc_name: "a", children: [{ fc_id: 2, fc_name: "b", children: [] }] }] };
  expect(await (await clientAnswered(tree)).ipGroups.loadTreeRootFast()).toEqual([
    { fc_id: 1, fc_name: "a" },
    { fc_id: 2, fc_name: "b" },
  ]);
});

test("a search reads all of its pages", async () => {
  const sim = await simulator();
  sim.mutate.gateway((store) => {
    for (let number = 0; number < 7; number += 1) store.addIpGroup(`site ${String(number)}`, []);
  });
  const found = await clientOf(sim).ipGroups.searchAll({ name: "site", fc_name_comp: "like", maxRows: 3 });
  expect(found).toHaveLength(7);
  expect(sim.requests.verbs()).toHaveLength(3);
});
