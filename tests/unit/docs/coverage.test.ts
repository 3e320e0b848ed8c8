import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { gatewayOperations } from "../../../provider/gateway/operations";
import { root } from "../../support/clone";

const run = promisify(execFile);

/** Evaluates an expression in which `it` is a module of the tools. */
async function evaluated(module: string, expression: string): Promise<unknown> {
  const script = `const it = await import("./tools/docs/coverage-table/${module}.mjs"); console.log(JSON.stringify(${expression}))`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: root });
  return JSON.parse(stdout) as unknown;
}

describe("the list of the API", () => {
  test("has all actions of the gateway, in both spellings if there are two", async () => {
    const names = await evaluated("gateway-api", "it.gatewayApi.map(({ name }) => name)");
    expect([...(names as string[])].sort()).toEqual(Object.keys(gatewayOperations).sort());
    expect(names).toHaveLength(8 + 8 + 1 + 2);
  });

  test("has all endpoints of the replicator, and show with each entity", async () => {
    const entries = (await evaluated("replicator-api", "it.replicatorApi")) as { name: string; entity?: string }[];
    expect(new Set(entries.map(({ name }) => name)).size).toBe(28);
    const entities = entries.flatMap(({ entity }) => entity ?? []);
    expect(entities).toEqual(
      ["alarms", "assets", "collectors", "config", "exporters", "profile", "realtime", "settings", "status"].sort(),
    );
  });
});

test("client methods and simulator endpoints that are missing from the list of the API are reported", async () => {
  const rows = JSON.stringify([{ entry: { name: "/show", appliance: "replicator" }, methods: ["show.alarms"] }]);
  const methods = JSON.stringify(["replicator show.alarms", "replicator show.more", "replicator close"]);
  expect(await evaluated("rows", `it.undocumented(${rows}, ${methods}, ["/show", "/more"])`)).toEqual([
    "replicator show.more: the list of the API has no such method",
    "/more: only the simulator has it",
  ]);
});

test("every public method of both clients is found, including those of their areas", async () => {
  const methods = (await evaluated("client-methods", "it.clientMethods()")) as string[];
  expect(methods).toEqual(expect.arrayContaining(["gateway report.get", "replicator login", "replicator show.config"]));
  expect(new Set(methods).size).toBe(methods.length);
});

describe("the check of the requests and answers reports", () => {
  const entry = {
    name: "/policies/[action]",
    request: ["action"],
    response: ["list[].name", "map.<ip>.port"],
    values: { action: ["add", "remove"] },
  };
  const reply = { list: [{ name: "a" }], map: { "192.0.2.1": { port: 1 } } };
  const add = {
    method: "policies.add",
    actions: ["/policies/[action]"],
    requests: [{ action: "add" }],
    answers: [reply],
    results: [reply],
    failures: [],
  };
  const remove = { ...add, method: "policies.remove", requests: [{ action: "remove" }] };

  test.each([
    ["nothing if every field and value was seen", [add, remove], []],
    ["a value that was never sent", [add], ["action is never remove"]],
    [
      "a field that was never sent",
      [{ ...add, requests: [{}] }],
      ["the request field action is never sent", "action is never add", "action is never remove"],
    ],
    [
      "a field that the simulator does not answer",
      [add, remove].map((one) => ({ ...one, answers: [{ map: reply.map }] })),
      ["the simulator never answers the field list[].name"],
    ],
    [
      "a field that the client does not give",
      [add, remove].map((one) => ({ ...one, results: [{ ...reply, map: { "192.0.2.1": {} } }] })),
      ["the client does not give the response field map.<ip>.port"],
    ],
    [
      "a method that sends something else",
      [add, { ...remove, actions: ["/rebuild"] }],
      ["policies.remove sends /rebuild"],
    ],
    ["a method that sends nothing", [add, { ...remove, actions: [] }], ["policies.remove sends nothing"]],
    ["a method that fails", [add, { ...remove, failures: ["no"] }], ["policies.remove failed: no"]],
  ])("%s", async (_what, exchanges, faults) => {
    const given = `${JSON.stringify(entry)}, ${JSON.stringify(exchanges)}`;
    expect(await evaluated("wire", `it.wireFaults(${given})`)).toEqual(faults);
  });
});
