import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { type FaultKind, type FaultSpec, seededChance, seededRandom } from "../../../simulator";
import { eachTest, success, withSimulator } from "./support";

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

const created = containing({ fc_name: "Zürich 東京", total: 1 });
const reset = containing({ code: "ECONNRESET" });
const brokenOff = containing({ code: expect.any(String) as string });
const noJson = expect.any(SyntaxError) as Error;

/** A fault, what the client of a creation gets, and how many groups then exist. */
const ofCreation: readonly (readonly [FaultKind, got: unknown, groups: number])[] = [
  ["resetBeforeApply", reset, 0],
  ["resetAfterApply", reset, 1],
  ["truncate", brokenOff, 1],
  ["truncateChunked", brokenOff, 1],
  ["twice", created, 1],
  ["closeAfter", created, 1],
  ["dropAfter", created, 1],
  [{ drip: { bytes: 7, everyMs: 1 } }, created, 1],
  ["html", expect.stringMatching(/^<!DOCTYPE html>/u), 0],
  ["invalidJson", noJson, 1],
  ["emptyBody", noJson, 1],
  [{ refuse: "disk full" }, { err: "disk full" }, 0],
  [{ refuse: "no", details: "invalidToken" }, { err: "no", details: "invalidToken" }, 0],
  [
    { rewrite: (answer) => ({ ...(answer as object), warnings: ["careful"] }) },
    containing({ warnings: ["careful"] }),
    1,
  ],
];

test("twice: is applied two times", async () => {
  context.sim.faults.add(saveRule("twice"));
  await create("Lyon");
  expect(context.sim.gateway.store.ipGroupsNamed("Lyon")[0]?.rules.size).toBe(2);
});

test.each(ofCreation)("%j: its answer, and whether the request was applied", async (kind, got, groups) => {
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

test("resetAfterApply resets the connection over TLS too", async () => {
  await withSimulator({ https: true, faults: [saveRule("resetAfterApply")] }, async (probe) => {
    const answer = probe.ipGroups("saveRule", { new_fc: "Paris", added: [] });
    await expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(probe.sim.gateway.store.ipGroupsNamed("Paris")).toHaveLength(1);
  });
});

describe("the bytes of an answer", () => {
  beforeEach(async () => {
    await context.probe.login();
  });

  interface Received {
    status: number;
    headers: Record<string, unknown>;
    bytes: Buffer;
  }

  /** The answer to `version` under a fault. */
  async function under(kind: FaultKind): Promise<Received> {
    const fault = context.sim.faults.add({ match: "version", kind });
    const agent = new Agent();
    const url = `${context.sim.replicator.url}/api/1/version`;
    const { statusCode, headers, body } = await request(url, { headers: context.probe.session, dispatcher: agent });
    const bytes = Buffer.from(await body.arrayBuffer());
    fault.remove();
    await agent.destroy();
    return { status: statusCode, headers, bytes };
  }

  test.each<[FaultKind, of: (received: Received) => unknown, holds: unknown]>([
    [{ headers: { "x-more": "1" } }, ({ status, headers }) => [status, headers["x-more"]], [200, "1"]],
  ])("%j: %p is %j, applied", async (kind, of, holds) => {
    expect(of(await under(kind))).toEqual(holds);
    expect(context.sim.requests.where({ action: "version" })).toMatchObject([{ applied: true }]);
  });

  test.each<[FaultKind, number, string | undefined]>([
    ["busy", 503, undefined],
    [{ busy: { status: 429 } }, 429, undefined],
    [{ busy: { retryAfter: -1 } }, 503, "-1"],
    [{ busy: { retryAfter: "soon" } }, 503, "soon"],
    [{ busy: { retryAfter: new Date(Date.UTC(2030, 0, 1)) } }, 503, "Tue, 01 Jan 2030 00:00:00 GMT"],
    [{ status: 502, headers: { "retry-after": "2" } }, 502, "2"],
  ])("%j: %d with Retry-After %s, not applied", async (kind, ...answered) => {
    const { status, headers } = await under(kind);
    expect([status, headers["retry-after"]]).toEqual(answered);
    expect(context.sim.requests.where({ action: "version" })).toMatchObject([{ applied: false }]);
  });

  test("a body without a status is refused at once", () => {
    expect(() => context.sim.faults.add({ kind: { body: "busy" } as never })).toThrow(
      "There is no fault of the fields body. An answer with a body of its own needs a status.",
    );
  });
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

describe("the choice of the requests for a fault", () => {
  const tries = async (count: number): Promise<boolean[]> => {
    const done: boolean[] = [];
    for (let i = 0; i < count; i++) done.push("fc_name" in ((await create(`group ${i}`)) as object));
    return done;
  };
  const draws = [true, false, true];

  test.each<[Partial<FaultSpec>, boolean[]]>([
    [{ skip: 1, times: 2 }, [true, false, false, true, true]],
    [{ every: 3, skip: 1 }, [true, true, true, false, true, true, false]],
    [{ match: /saveRule group 1/ }, [true, false, true]],
    [{ when: () => draws.shift() ?? false }, [false, true, false, true]],
    [{ appliance: "replicator" }, [true]],
  ])("%j lets these requests pass: %j", async (rest, passes) => {
    const fault = context.sim.faults.add(saveRule({ refuse: "no" }, rest));
    expect(await tries(passes.length)).toEqual(passes);
    expect(fault.hits).toBe(passes.filter((pass) => !pass).length);
  });

  test("match may be an action or a verb of the replicator", async () => {
    await context.probe.login();
    context.sim.faults.add({ match: "/profile/[action]/[name]", kind: { refuse: "template" } });
    context.sim.faults.add({ match: "collector/add", kind: { refuse: "verb" } });
    const { probe } = context;
    expect(await probe.command("profile", "remove", "legacy-netops")).toHaveProperty("description", "template");
    expect(await probe.command("collector", "add", "10.0.0.1", "legacy-netops")).toHaveProperty("description", "verb");
    expect(await probe.command("collector", "remove", "192.0.2.10", "legacy-netops")).toEqual(success);
  });

  test("the first of two faults wins, and a handle removes its fault", async () => {
    const first = context.sim.faults.add(saveRule({ refuse: "first" }));
    context.sim.faults.add(saveRule({ refuse: "refuse" }));
    expect(await create("Paris")).toEqual({ err: "first" });
    first.remove();
    expect(await create("Paris")).toEqual({ err: "refuse" });
  });

  test("seeded chance is the same for the same seed, and about as frequent as requested", () => {
    const draw = (seed: number): boolean[] => Array.from({ length: 1000 }, seededChance(seed, 0.4));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7).filter(Boolean).length / 1000).toBeCloseTo(0.4, 1);
    expect(Array.from({ length: 1000 }, seededRandom(42)).every((number) => number >= 0 && number < 1)).toBe(true);
  });
});
