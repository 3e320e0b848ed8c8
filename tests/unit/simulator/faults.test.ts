import { setTimeout as sleep } from "node:timers/promises";
import type { FaultSpec } from "../../../simulator";
import { eachTest, success, withSimulator } from "./support";

const context = eachTest();

const create = (name: string): Promise<unknown> => context.probe.ipGroups("saveRule", { new_fc: name, added: [] });
const names = (): string[] => [...context.sim.gateway.store.ipGroups.values()].slice(3).map(({ name }) => name);
const saveRule = (kind: FaultSpec["kind"], rest: Partial<FaultSpec> = {}): FaultSpec => ({
  appliance: "gateway",
  match: "ipgroups/saveRule",
  kind,
  ...rest,
});

describe("faults of the connection", () => {
  test("resetBeforeApply: nothing is applied, and the connection is reset", async () => {
    context.sim.faults.add(saveRule("resetBeforeApply"));
    await expect(create("Paris")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(names()).toEqual([]);
    expect([...context.sim.requests]).toMatchObject([{ status: 0, result: "error", applied: false }]);
  });

  test("resetAfterApply: the request is applied, and the connection is reset", async () => {
    context.sim.faults.add(saveRule("resetAfterApply"));
    await expect(create("Paris")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(names()).toEqual(["Paris"]);
    expect([...context.sim.requests]).toMatchObject([{ status: 0, result: "error", applied: true }]);
  });

  test("lateMs: the connection is reset at once, and the request is applied after that time", async () => {
    const fault = context.sim.faults.add(saveRule({ lateMs: 150 }));
    await expect(create("Paris")).rejects.toMatchObject({ code: "ECONNRESET" });
    fault.remove();
    expect(names()).toEqual([]);
    expect([...context.sim.requests]).toMatchObject([{ status: 0, result: "error", applied: false }]);
    await sleep(250);
    expect(names()).toEqual(["Paris"]);
    expect([...context.sim.requests]).toMatchObject([{ applied: true }]);
  });

  test("hang: no answer comes while the connection stays open; with apply the request is applied", async () => {
    context.sim.faults.add(saveRule("hang", { times: 1 }));
    context.sim.faults.add(saveRule("hang", { apply: true }));
    const ended = [create("Paris"), create("Lyon")].map((answer) =>
      answer.then(
        () => "answered",
        () => "failed",
      ),
    );
    expect(await Promise.race([...ended, sleep(150, "waiting")])).toBe("waiting");
    expect(names()).toHaveLength(1);
    expect(context.sim.requests.inFlight("gateway")).toBe(2);
    await context.probe.close();
    expect(await Promise.all(ended)).toEqual(["failed", "failed"]);
  });

  test("truncate and truncateChunked: the request is applied, and the answer ends too early", async () => {
    for (const kind of ["truncate", "truncateChunked"] as const) {
      const fault = context.sim.faults.add(saveRule(kind));
      await expect(create(kind)).rejects.toHaveProperty("code");
      fault.remove();
    }
    expect(names()).toEqual(["truncate", "truncateChunked"]);
  });

  test("twice: the request is applied twice, and the first answer is sent", async () => {
    context.sim.switches.duplicateGroupName = "refuse";
    context.sim.faults.add(saveRule("twice"));
    expect(await create("Paris")).toMatchObject({ fc_name: "Paris" });
    expect(names()).toEqual(["Paris"]);
    context.sim.switches.duplicateGroupName = "second";
    expect(await create("Lyon")).toMatchObject({ fc_name: "Lyon" });
    expect(names()).toEqual(["Paris", "Lyon", "Lyon"]);
  });

  test("closeAfter and dropAfter: the connection ends after a good answer, and the next request succeeds on a new one", async () => {
    context.sim.faults.add(saveRule("closeAfter", { times: 1 }));
    context.sim.faults.add(saveRule("dropAfter", { times: 1 }));
    for (const name of ["A", "B"]) {
      expect(await create(name)).toMatchObject({ fc_name: name });
      await sleep(30);
    }
    expect(await create("C")).toMatchObject({ fc_name: "C" });
  });

  test("drip: the answer is sent in slices, and arrives completely", async () => {
    context.sim.faults.add(saveRule({ drip: { bytes: 7, everyMs: 1 } }));
    expect(await create("Zürich 東京")).toMatchObject({ fc_name: "Zürich 東京" });
  });

  test("disconnect: an appliance refuses connections until it is reconnected, and its store stays unchanged", async () => {
    const { url } = context.sim.gateway;
    await create("Paris");
    await context.sim.gateway.disconnect();
    await expect(create("Lyon")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await context.sim.gateway.reconnect();
    expect(context.sim.gateway.url).toBe(url);
    expect(await create("Lyon")).toMatchObject({ fc_name: "Lyon" });
    expect(names()).toEqual(["Paris", "Lyon"]);
  });

  test("resetAfterApply: the connection is also reset over TLS", async () => {
    await withSimulator({ https: true, faults: [saveRule("resetAfterApply")] }, async (probe) => {
      const answer = probe.ipGroups("saveRule", { new_fc: "Paris", added: [] });
      await expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
      expect(probe.sim.gateway.store.ipGroupsNamed("Paris")).toHaveLength(1);
    });
  });
});

describe("faults of the answer", () => {
  const raw = (): ReturnType<typeof context.probe.raw> => context.probe.raw("version");

  beforeEach(async () => {
    await context.probe.login();
  });

  test("a body without a status is refused at once", () => {
    const kind = { body: "busy" } as never;
    expect(() => context.sim.faults.add({ match: "version", kind })).toThrow(
      "There is no fault of the fields body. An answer with a body of its own needs a status.",
    );
  });

  test("status, body and headers: the answer has these instead of the appliance's", async () => {
    context.sim.faults.add({ match: "version", kind: { status: 503, body: "busy", headers: { "retry-after": "2" } } });
    expect(await raw()).toMatchObject({ status: 503, text: "busy", headers: { "retry-after": "2" } });
  });

  test("html: the answer is an HTML page, and nothing is applied", async () => {
    context.sim.faults.add(saveRule("html"));
    expect(await create("Paris")).toMatch(/^<!DOCTYPE html>/u);
    expect(names()).toEqual([]);
  });

  test("invalidJson: the request is applied, and the answer is not valid JSON", async () => {
    context.sim.faults.add(saveRule("invalidJson"));
    await expect(create("Paris")).rejects.toThrow(SyntaxError);
    expect(names()).toEqual(["Paris"]);
  });

  test("refuse: the answer is a refusal in the form of each appliance", async () => {
    context.sim.faults.add({ kind: { refuse: "disk full" } });
    expect(await create("Paris")).toEqual({ err: "disk full" });
    expect((await raw()).body).toEqual({ description: "disk full", result: "error" });
    context.sim.faults.clear();
    context.sim.faults.add(saveRule({ refuse: "no", details: "invalidToken" }));
    expect(await create("Paris")).toEqual({ err: "no", details: "invalidToken" });
  });

  test("rewrite: the request is applied, and a function changes the real answer", async () => {
    context.sim.faults.add(saveRule({ rewrite: (answer) => ({ ...(answer as object), warnings: ["careful"] }) }));
    expect(await create("Paris")).toMatchObject({ fc_name: "Paris", warnings: ["careful"] });
  });

  test("headers: the real answer has additional headers", async () => {
    context.sim.faults.add({ match: "version", kind: { headers: { "content-encoding": "gzip", "x-more": "1" } } });
    expect(await raw()).toMatchObject({ status: 200, headers: { "x-more": "1", "content-encoding": "gzip" } });
  });

  test("delayMs: the request is applied at once, and answered later", async () => {
    context.sim.faults.add(saveRule({ delayMs: 120 }));
    const answer = create("Paris");
    while (names().length === 0) await sleep(5);
    expect(context.sim.requests.inFlight("gateway")).toBe(1);
    expect(await answer).toMatchObject({ fc_name: "Paris" });
  });
});

describe("the choice of the requests for a fault", () => {
  const tries = async (count: number): Promise<boolean[]> => {
    const done: boolean[] = [];
    for (let i = 0; i < count; i++) {
      done.push("fc_name" in ((await create(`group ${i}`)) as object));
    }
    return done;
  };

  test("skip lets the first requests pass, and times limits the number of hits", async () => {
    const fault = context.sim.faults.add(saveRule({ refuse: "no" }, { skip: 1, times: 2 }));
    expect(await tries(5)).toEqual([true, false, false, true, true]);
    expect(fault.hits).toBe(2);
  });

  test("match is an action, a verb, or an expression on action, verb and detail", async () => {
    context.sim.faults.add({ match: /saveRule group 1/, kind: { refuse: "no" } });
    expect(await tries(3)).toEqual([true, false, true]);
    await context.probe.login();
    context.sim.faults.add({ match: "/profile/[action]/[name]", kind: { refuse: "template" } });
    context.sim.faults.add({ match: "collector/add", kind: { refuse: "verb" } });
    expect(await context.probe.command("profile", "remove", "legacy-netops")).toHaveProperty("description", "template");
    expect(await context.probe.command("collector", "add", "10.0.0.1", "legacy-netops")).toHaveProperty(
      "description",
      "verb",
    );
    expect(await context.probe.command("collector", "remove", "192.0.2.10", "legacy-netops")).toEqual(success);
  });

  test("when decides for each request", async () => {
    const draws = [true, false, true];
    context.sim.faults.add(saveRule({ refuse: "no" }, { when: () => draws.shift() ?? false }));
    expect(await tries(4)).toEqual([false, true, false, true]);
  });

  test("the first of two faults wins, and a handle removes its fault", async () => {
    const first = context.sim.faults.add(saveRule({ refuse: "first" }));
    context.sim.faults.add(saveRule({ refuse: "second" }));
    expect(await create("Paris")).toEqual({ err: "first" });
    first.remove();
    expect(await create("Paris")).toEqual({ err: "second" });
  });

  test("appliance limits a fault to this appliance", async () => {
    context.sim.faults.add({ appliance: "replicator", kind: { refuse: "no" } });
    expect(await tries(1)).toEqual([true]);
  });
});
