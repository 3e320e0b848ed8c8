import { EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { eachTest } from "./support";
import { createServer, type AddressInfo } from "node:net";
import { startSimulator } from "../../../simulator";

const context = eachTest();

const create = (new_fc: string): Promise<unknown> => context.probe.ipGroups("saveRule", { new_fc, added: [] });

test("each request is logged with appliance, action, verb, kind, status, result and times", async () => {
  const { probe, sim } = context;
  await create("Paris");
  await probe.ipGroups("loadTreeRootFast");
  await create("");
  await probe.login();
  await probe.command("profile", "rename", "legacy-netops", "renamed");
  await probe.command("nothing");
  expect([...sim.requests]).toMatchObject([
    {
      sequence: 1,
      appliance: "gateway",
      action: "ipgroups/saveRule",
      detail: "Paris: 0 rules",
      kind: "write",
      status: 200,
    },
    { sequence: 2, action: "ipgroups/loadTreeRootFast", kind: "read", result: "success", inFlight: 1 },
    { sequence: 3, action: "ipgroups/saveRule", result: "error", detail: "" },
    { sequence: 4, appliance: "replicator", action: "/login/", verb: "login", kind: "session", result: "success" },
    {
      sequence: 5,
      action: "/profile/rename/[current]/[new]",
      verb: "profile/rename",
      detail: "legacy-netops renamed",
      kind: "write",
    },
    { sequence: 6, action: "unknown", status: 404, result: "error" },
  ]);
  for (const { startedAt, endedAt } of sim.requests) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
});

test("requests are counted and listed by appliance, action, verb, kind and result", async () => {
  const { probe, sim } = context;
  for (const name of ["A", "B"]) await create(name);
  await probe.ipGroups("loadTreeRootFast");
  expect(sim.requests.count({ kind: "write" })).toBe(2);
  expect(sim.requests.count({ appliance: "replicator" })).toBe(0);
  expect(sim.requests.count({ action: /^ipgroups\/load/ })).toBe(1);
  expect(sim.requests.count({ result: "error" })).toBe(0);
  expect(sim.requests.verbs()).toEqual(["ipgroups/saveRule", "ipgroups/saveRule", "ipgroups/loadTreeRootFast"]);
  sim.requests.clear();
  expect([...sim.requests]).toEqual([]);
});

test("the request log contains no token, password or session", async () => {
  const { probe, sim } = context;
  await probe.login();
  await probe.users("createUser", { users: [{ name: "x", pass: "canary-password", membership: [] }] });
  await probe.ipGroups("loadTreeRootFast", { authToken: "canary-token" });
  await probe.command("version");
  const log = JSON.stringify([...sim.requests]);
  const session = probe.session["cookie"]?.split("=")[1] ?? "none";
  for (const secret of [sim.gateway.token, sim.replicator.password, "canary", session]) {
    expect(log).not.toContain(secret);
  }
  expect(sim.snapshot()).not.toContain("canary");
});

test("requests in flight are counted for each appliance, and with a promise as latency wait until it is settled", async () => {
  const { probe, sim } = context;
  const gate = new EventEmitter();
  sim.setLatency(once(gate, "open"));
  const answers = ["a", "b", "c", "d", "e"].map(create);
  while (sim.requests.inFlight("gateway") < 5) await new Promise(setImmediate);
  await setTimeout(20);
  expect(sim.gateway.store.ipGroups.size).toBe(3);
  gate.emit("open");
  await Promise.all(answers);
  expect(sim.gateway.store.ipGroups.size).toBe(3 + 5);
  expect(sim.requests.maxInFlight("gateway")).toBe(5);
  expect(sim.requests.maxInFlight("replicator")).toBe(0);
  expect(sim.requests.inFlight("gateway")).toBe(0);
  sim.requests.clear();
  await probe.ipGroups("loadTreeRootFast");
  expect(sim.requests.maxInFlight("gateway")).toBe(1);
});

test.each([
  ["the latency", 60_000],
  ["a promise", new Promise<never>(() => undefined)],
])("close ends requests that wait for %s", async (_what, latency) => {
  const { probe, sim } = context;
  sim.setLatency(latency);
  const answer = probe.ipGroups("loadTreeRootFast").catch((error: unknown) => error);
  while (sim.requests.count() === 0) await new Promise(setImmediate);
  await sim.close();
  expect(await answer).toBeInstanceOf(Error);
});

describe("the capacity of an appliance", () => {
  const LATENCY_MS = 30;

  test("makes requests above it wait, in the order of their arrival", async () => {
    context.sim.setLatency(LATENCY_MS);
    context.sim.setCapacity(2);
    const startedAt = performance.now();
    await Promise.all(["a", "b", "c", "d", "e", "f"].map(create));
    // Three rounds of two requests. Timers may fire slightly early.
    expect(performance.now() - startedAt).toBeGreaterThan(3 * LATENCY_MS - 5);
    const ended = [...context.sim.requests].map(({ endedAt }) => endedAt ?? Infinity);
    expect(ended).toEqual([...ended].sort((one, other) => one - other));
    expect(context.sim.gateway.store.ipGroups.size).toBe(3 + 6);
  });
});

test.each(["gateway", "replicator"] as const)(
  "if the port of the %s is in use, the start fails and leaves nothing listening",
  async (taken) => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const { port } = blocker.address() as AddressInfo;
    const other = taken === "gateway" ? "replicator" : "gateway";
    // A port that is free now. The system assigned it to another simulator before.
    const probe = await startSimulator({ https: false });
    const free = Number(new URL(probe[other].url).port);
    await probe.close();
    const ports = { [taken]: { port }, [other]: { port: free } };
    await expect(startSimulator({ https: false, ...ports })).rejects.toThrow(/EADDRINUSE/u);
    await once(blocker.close(), "close");
    const sim = await startSimulator({ https: false, ...ports });
    expect(new URL(sim[other].url).port).toBe(String(free));
    await sim.close();
  },
);
