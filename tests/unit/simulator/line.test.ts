import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, constants } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultSpec, seededChance, seededRandom } from "../../../simulator";
import { eachTest, withSimulator } from "./support";

const context = eachTest();

const create = (name: string): Promise<unknown> => context.probe.ipGroups("saveRule", { new_fc: name, added: [] });
const groups = (): number => context.sim.gateway.store.ipGroups.size - 3;
const saveRule = (kind: FaultSpec["kind"], rest: Partial<FaultSpec> = {}): FaultSpec => ({
  match: "ipgroups/saveRule",
  kind,
  ...rest,
});

describe("a slow line", () => {
  test("readBytesPerSecond: the appliance reads a request slowly, and applies it only when it is complete", async () => {
    context.sim.gateway.setLine({ readBytesPerSecond: 2000 });
    const started = performance.now();
    const answer = create("Paris");
    while (context.sim.requests.inFlight("gateway") === 0) await sleep(1);
    expect(groups()).toBe(0);
    expect(await answer).toMatchObject({ fc_name: "Paris" });
    expect(performance.now() - started).toBeGreaterThan(90);
    context.sim.gateway.setLine({});
    expect(await create("Lyon")).toMatchObject({ fc_name: "Lyon" });
  });

  test("writeBytesPerSecond: an answer is sent slowly, and arrives completely", async () => {
    context.sim.gateway.setLine({ writeBytesPerSecond: 10_000 });
    const name = "\u6771\u4eac Z\u00fcrich ".repeat(10).trim();
    const started = performance.now();
    expect(await create(name)).toMatchObject({ fc_name: name });
    expect(performance.now() - started).toBeGreaterThan(20);
  });

  test("does not affect the other appliance", async () => {
    context.sim.gateway.setLine({ readBytesPerSecond: 1 });
    expect((await context.probe.login()).body).toHaveProperty("result", "success");
  });
});

describe("connections that end, and faults at intervals or by chance", () => {
  test("answersPerConnection: each k-th answer on a connection says that it is the last", async () => {
    context.sim.replicator.setLine({ answersPerConnection: 3 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const announced: boolean[] = [];
    for (let i = 0; i < 7; i++) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${context.sim.replicator.url}/api/1/version`, { agent }, resolve).on("error", reject);
      });
      announced.push(answer.headers.connection === "close");
      await once(answer.resume(), "end");
      await new Promise(setImmediate);
    }
    agent.destroy();
    expect(announced).toEqual([false, false, true, false, false, true, false]);
  });

  test("every: a fault affects each k-th of the matching requests", async () => {
    context.sim.faults.add(saveRule({ refuse: "no" }, { every: 3, skip: 1 }));
    const done: boolean[] = [];
    for (let i = 0; i < 8; i++) done.push("fc_name" in ((await create(`group ${i}`)) as object));
    expect(done).toEqual([true, true, true, false, true, true, false, true]);
  });

  test("seeded chance: 40 % of requests are reset, the same ones for the same seed", async () => {
    const run = async (): Promise<string> => {
      const fault = context.sim.faults.add(saveRule("resetBeforeApply", { when: seededChance(7, 0.4) }));
      let hits = "";
      for (let i = 0; i < 40; i++) {
        hits += await create(`${i}`).then(
          () => ".",
          () => "x",
        );
      }
      fault.remove();
      return hits;
    };
    const first = await run();
    expect(await run()).toBe(first);
    expect(first.replaceAll(".", "").length).toBeGreaterThan(8);
    expect(first.replaceAll("x", "").length).toBeGreaterThan(16);
  });

  test("seeded numbers are at least 0 and below 1 with a mean of 0.5, and are the same for the same seed", () => {
    const random = seededRandom(42);
    const numbers = Array.from({ length: 10_000 }, random);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(mean).toBeCloseTo(0.5, 1);
    expect(seededRandom(42)()).toBe(numbers[0]);
  });
});

describe("overtaking answers", () => {
  test("are sent in the opposite order, each to its own request", async () => {
    context.sim.faults.add(saveRule({ overtake: { group: 4, withinMs: 5000 } }));
    const arrived: string[] = [];
    const names = ["A", "B", "C", "D"];
    const answers: Promise<unknown>[] = [];
    for (const name of names) {
      answers.push(create(name).then((answer) => (arrived.push(name), answer)));
      while (groups() < answers.length) await sleep(1);
    }
    expect(await Promise.all(answers)).toMatchObject(names.map((fc_name) => ({ fc_name })));
    expect(arrived).toEqual(names.toReversed());
  });

  test("are sent after withinMs if no others arrive", async () => {
    context.sim.faults.add(saveRule({ overtake: { group: 4, withinMs: 30 } }));
    expect(await create("alone")).toMatchObject({ fc_name: "alone" });
  });
});

describe("HTTP/2 only", () => {
  test.each([true, false])("an HTTP/1.1 client is not served (https: %s)", async (https) => {
    await withSimulator({ https, httpVersion: "2" }, async (probe) => {
      await expect(probe.ipGroups("loadTreeRootFast")).rejects.toHaveProperty("code");
      expect(probe.sim.requests.count()).toBe(0);
    });
  });

  test("an HTTP/2 client is served", async () => {
    await withSimulator({ https: true, httpVersion: "2" }, async ({ sim }) => {
      const session = connect(sim.replicator.url, { ca: sim.caCert ?? "" });
      const stream = session.request({ [constants.HTTP2_HEADER_PATH]: "/api/1/version" });
      const headers = await new Promise<Record<string, unknown>>((resolve) => stream.on("response", resolve));
      stream.resume();
      expect(headers[constants.HTTP2_HEADER_STATUS]).toBe(401);
      session.destroy();
      expect(sim.requests.count({ action: "version" })).toBe(1);
    });
  });
});
