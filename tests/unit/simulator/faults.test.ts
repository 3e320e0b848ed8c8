import { setTimeout as sleep } from "node:timers/promises";
import { type FaultKind, type FaultSpec } from "../../../simulator";
import { eachTest } from "./support";

const context = eachTest();

const create = (name: string): Promise<unknown> =>
  context.probe.ipGroups("saveRule", { new_fc: name, added: [{ type: "ip", address: "10.0.0.1" }] });
const names = (): string[] => [...context.sim.gateway.store.ipGroups.values()].slice(3).map(({ name }) => name);
const saveRule = (kind: FaultSpec["kind"], rest: Partial<FaultSpec> = {}): FaultSpec => ({
  appliance: "gateway",
  match: "ipgroups/saveRule",
  kind,
  ...rest,
});
const containing = (fields: object): object => expect.objectContaining(fields) as object;

const reset = containing({ code: "ECONNRESET" });
const brokenOff = containing({ code: expect.any(String) as string });

// A fault, what the client of a creation gets, and how many groups then exist.
test.each<readonly [FaultKind, got: unknown, groups: number]>([
  ["resetBeforeApply", reset, 0],
  ["resetAfterApply", reset, 1],
  ["truncate", brokenOff, 1],
  [{ delayMs: 1 }, containing({ fc_name: "Zürich 東京", total: 1 }), 1],
  [{ status: 502, body: "down" }, "down", 0],
  ["html", expect.stringMatching(/^<!DOCTYPE html>/u), 0],
  ["invalidJson", expect.any(SyntaxError) as Error, 1],
  [{ refuse: "disk full" }, { err: "disk full" }, 0],
  [{ refuse: "no", details: "invalidToken" }, { err: "no", details: "invalidToken" }, 0],
  [
    { rewrite: (answer) => ({ ...(answer as object), warnings: ["careful"] }) },
    containing({ warnings: ["careful"] }),
    1,
  ],
])("%j: its answer, and whether the request was applied", async (kind, got, groups) => {
  context.sim.switches.duplicateGroupName = "refuse";
  context.sim.faults.add(saveRule(kind, { times: 1 }));
  expect(await create("Zürich 東京").catch((error: unknown) => error)).toEqual(got);
  expect(names()).toHaveLength(groups);
  expect([...context.sim.requests]).toMatchObject([{ applied: groups > 0 }]);
  // The next request gets a connection, whatever happened to the former one.
  await sleep(30);
  expect(await create("next")).toMatchObject({ fc_name: "next" });
});

test("hang: no answer comes while the connection stays open; with apply the request is applied", async () => {
  context.sim.faults.add(saveRule("hang", { times: 1 }));
  context.sim.faults.add(saveRule("hang", { apply: true }));
  const ended = [create("Paris"), create("Lyon")].map((answer) => answer.catch(() => "failed"));
  expect(await Promise.race([...ended, sleep(150, "waiting")])).toBe("waiting");
  expect(names()).toHaveLength(1);
  expect(context.sim.requests.inFlight("gateway")).toBe(2);
  await context.probe.close();
  expect(await Promise.all(ended)).toEqual(["failed", "failed"]);
});

test("refuseItems: only the matching items of a request fail", async () => {
  const { probe, sim } = context;
  sim.faults.add({ match: /^user_api/, kind: { refuseItems: /B/, words: "disk full" } });
  const usergroups = ["A", "B", "C"].map((name) => ({ name, template_usergroup: 2, users: [] }));
  expect(await probe.users("createUsergroup", { usergroups })).toMatchObject({
    data: [{ name: "A" }, { name: "B", error: "disk full" }, { name: "C" }],
  });
  const users = ["uA", "uB"].map((name) => ({ name, pass: "x", membership: [] }));
  expect(await probe.users("createUser", { users })).toMatchObject({
    data: [{ id: 11 }, { name: "uB", error: "disk full" }],
  });
  const { userGroups } = sim.gateway.store;
  expect([...userGroups.values()].map(({ name }) => name)).toEqual(["Administrators", "Guests", "A", "C"]);
  expect(sim.gateway.store.userNamed("uB")).toBeUndefined();
  const add = ["A", "C"].map((usergroup_name) => ({ user_name: "uA", usergroup_name }));
  sim.faults.clear();
  sim.faults.add({ kind: { refuseItems: /usergroup C/ } });
  expect(await probe.users("membership", { membership: { add } })).toMatchObject({
    data: { added: ["User uA added to usergroup A", expect.stringMatching(/^User uA could not be added/u)] },
  });
  expect(sim.gateway.store.userNamed("uA")?.userGroups.size).toBe(1);
});

const tries = async (count: number): Promise<boolean[]> => {
  const done: boolean[] = [];
  for (let i = 0; i < count; i++) done.push("fc_name" in ((await create(`group ${i}`)) as object));
  return done;
};
const draws = [true, false, true];

test.each<[Partial<FaultSpec>, boolean[]]>([
  [{ skip: 1, times: 2 }, [true, false, false, true, true]],
  [{ match: /saveRule group 1/ }, [true, false, true]],
  [{ when: () => draws.shift() ?? false }, [false, true, false, true]],
  [{ appliance: "replicator" }, [true]],
])("a fault with %j lets these requests pass: %j", async (rest, passes) => {
  const fault = context.sim.faults.add(saveRule({ refuse: "no" }, rest));
  expect(await tries(passes.length)).toEqual(passes);
  expect(fault.hits).toBe(passes.filter((pass) => !pass).length);
});
