import { ApplianceError, isAboutCredentials } from "../../../provider/errors/errors";
import { answer, rawServer } from "../http/support";
import { clientAnswered, clientAt, clientOf, simulator, thrown } from "./support";

test("a request is one multipart POST to the script, with the token only inside the form", async () => {
  const server = await rawServer((socket) => socket.write(answer('{"results":[]}')));
  await clientAt(`${server.url}/prefix`, { scriptPath: "/a/b.fcgi" }).call("ipgroups/loadTreeRootFast", {});
  const [head = "", ...body] = (server.requests[0] ?? "").split("\r\n\r\n");
  expect(head).toMatch(/^POST \/prefix\/a\/b\.fcgi HTTP\/1\.1\r\n/u);
  expect(head).not.toContain("test-token-1");
  for (const field of ["authToken", "rm", "action"]) expect(body.join("\r\n\r\n")).toContain(`name="${field}"\r\n`);
});

test.each<[what: string, body: string, status: number, says: RegExp, effect: "none" | "unknown"]>([
  ["err", '{"err":"no"}', 200, /changing the IP group on .* failed: no\.$/u, "none"],
  ["err with details, whatever the status", '{"err":"no","details":"why"}', 503, /failed: no: why\.$/u, "none"],
  ["a page", "<html>", 200, /a page answered, not the API; it begins with: <html>/u, "unknown"],
  ["nothing", "", 200, /the answer is empty/u, "unknown"],
  ["a list in place of an object", "[]", 200, /documented form: \$: expected an object/u, "unknown"],
  ["a status that says that the server failed", "{}", 500, /HTTP 500/u, "unknown"],
  ["a status that says that nothing was done", "{}", 404, /HTTP 404/u, "none"],
  ["a request that is too long", "", 413, /longer than the appliance accepts .*\. Raise the limit/u, "none"],
  ["a redirect", "", 302, /redirected \(HTTP 302\), which is not followed\. Set the URL/u, "none"],
])("an answer to a change with %s is a failure", async (_what, body, status, says, effect) => {
  const headers = ["location: /login"];
  const server = await rawServer((socket) => socket.write(answer(body, { status: `${String(status)} So`, headers })));
  const error = await thrown(clientAt(server.url).call("ipgroups/update", { fc_id: 1, name: "a" }));
  expect(error).toBeInstanceOf(ApplianceError);
  expect(error.message).toMatch(says);
  expect(error).toMatchObject({ effect });
});

test.each<[what: string, group: unknown]>([
  ["hundreds of thousands of wrong entries", undefined],
  [
    "groups that are nested too deeply",
    Array.from({ length: 500 }).reduce<object>((below, _, fc_id) => ({ fc_id, fc_name: "a", children: [below] }), {}),
  ],
])("a list with %s is refused at once, with a few of its faults", async (_what, group) => {
  const results = group === undefined ? Array.from({ length: 300_000 }, () => ({})) : [group];
  const server = await rawServer((socket) => socket.write(answer(JSON.stringify({ results }))));
  const began = process.cpuUsage();
  const error = await thrown(clientAt(server.url).call("ipgroups/loadTreeRootFast", {}));
  expect(error.message).toMatch(/does not have the documented form: /u);
  // Checked to its end, the first list takes 13 s.
  expect(process.cpuUsage(began).user).toBeLessThan(5e6);
});

test.each<[what: string, body: string, status: number]>([
  ["the documented details", '{"err":"expired","details":"invalidToken"}', 200],
  ["HTTP 401", "", 401],
])("after a refused token, known by %s, nothing more is sent", async (_what, body, status) => {
  const server = await rawServer((socket) => socket.write(answer(body, { status: `${String(status)} So` })));
  const client = clientAt(server.url);
  const error = await thrown(client.call("ipgroups/loadTreeRootFast", {}));
  expect(isAboutCredentials(error)).toBe(true);
  expect(await thrown(client.call("user_api/delUsers", { delUsers: ["a"] }))).toBe(error);
  expect(server.requests).toHaveLength(1);
});

test.each<[what: string, status: string]>([
  ["has no such path", "404 So"],
  ["fails", "500 So"],
  ["is busy for too long", "503 So"],
])("what answers HTTP 404 is asked once whether it is a replicator: one that %s is none", async (_what, status) => {
  const busy = { status, headers: ["retry-after: 61"] };
  const server = await rawServer((socket, request) =>
    socket.write(request.startsWith("GET ") ? answer("", busy) : answer("", { status: "404 So" })),
  );
  const client = clientAt(server.url);
  for (const name of ["a", "b"]) {
    const { message } = await thrown(client.call("user_api/delUsers", { delUsers: [name] }));
    expect(message).toMatch(/deleting users? on .* failed: HTTP 404/u);
  }
  expect(server.requests.map((one) => one.slice(0, 4))).toEqual(["POST", "GET ", "POST"]);
});

describe("a list of rules", () => {
  const rule = { rule_id: "7", type: "ip", sip: "010.0.0.1", cid: null };
  const read = { rule_id: 7, type: "ip", address: "10.0.0.1" };

  test.each<[where: string, body: unknown, rules: unknown]>([
    ["at top level", [rule], [read]],
    ["under results", { results: [rule] }, [read]],
    ["with both columns of an address", [{ ...rule, address: "" }], [read]],
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
    expect(await (await clientAnswered(body)).call("ipgroups/loadRules", { fc_id: 1 })).toEqual(rules);
  });

  test.each<[what: string, body: unknown, says: RegExp]>([
    ["another place", { data: [rule] }, /expected a list of rules/u],
    ["more in total than it shows", { rows: [rule], total: 2 }, /the list is cut: it shows 1 of 2 rules/u],
    ["a rule without a number", [{ type: "ip", address: "10.0.0.1" }], /\$\[0\]\.rule_id/u],
    ["a number that is not exact", [{ ...rule, rule_id: 2 ** 53 }], /\$\[0\]\.rule_id/u],
  ])("is refused with %s", async (_what, body, says) => {
    expect((await thrown((await clientAnswered(body)).call("ipgroups/loadRules", { fc_id: 1 }))).message).toMatch(says);
  });

  test.each(["fc_id", "id"] as const)("is asked for in the configured field %s", async (rulesField) => {
    const sim = await simulator({ switches: { loadRulesField: rulesField } });
    expect(await clientOf(sim, { rulesField }).call("ipgroups/loadRules", { fc_id: 101 })).toHaveLength(3);
  });
});

test("a tree of groups is one list", async () => {
  const tree = { results: [{ fc_id: "1", fc_name: "a", children: [{ fc_id: 2, fc_name: "b", children: [] }] }] };
  expect(await (await clientAnswered(tree)).call("ipgroups/loadTreeRootFast", {})).toEqual([
    { fc_id: 1, fc_name: "a" },
    { fc_id: 2, fc_name: "b" },
  ]);
});
