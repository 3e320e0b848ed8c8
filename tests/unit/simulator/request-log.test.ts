import { EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { eachTest } from "./support";

const context = eachTest();

const create = (new_fc: string): Promise<unknown> => context.probe.ipGroups("saveRule", { new_fc, added: [] });

test("each request is logged with appliance, action, verb, kind, status, result and times", async () => {
  const { probe, sim } = context;
  await create("Paris");
  await probe.ipGroups("loadTreeRootFast");
  await create("");
  await probe.login();
  await probe.command("profile", "rename", "legacy-netops", "other");
  await probe.command("nothing");
  expect([...sim.requests]).toMatchObject([
    { appliance: "gateway", action: "ipgroups/saveRule", detail: "Paris: 0 rules", kind: "write", status: 200 },
    { action: "ipgroups/loadTreeRootFast", kind: "read", result: "success", inFlight: 1 },
    { action: "ipgroups/saveRule", result: "error", detail: "" },
    { appliance: "replicator", action: "/login/", verb: "login", kind: "session", result: "success" },
    { action: "/profile/rename/[current]/[new]", verb: "profile/rename", detail: "legacy-netops other", kind: "write" },
    { action: "unknown", status: 404, result: "error" },
  ]);
  expect([...sim.requests].map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { startedAt, endedAt } of sim.requests) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
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
