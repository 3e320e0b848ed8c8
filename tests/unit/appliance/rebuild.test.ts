import fc from "fast-check";
import { RebuildBarrier } from "../../../provider/appliance/rebuild";
import { counter } from "./support";

beforeEach(() => {
  // Promises run as usual. Only timers wait until the test advances the time.
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
});
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const never = (error: unknown): void => {
  throw new Error("no rebuild was expected to fail", { cause: error });
};

/** An appliance whose rebuilds take some time. It records when each of them began and ended. */
function appliance(rebuildMs = 0): { barrier: RebuildBarrier; began: number[]; ended: number[] } {
  const start = Date.now();
  const began: number[] = [];
  const ended: number[] = [];
  const barrier = new RebuildBarrier(async () => {
    began.push(Date.now() - start);
    if (rebuildMs > 0) await sleep(rebuildMs);
    ended.push(Date.now() - start);
  });
  return { barrier, began, ended };
}

/** An operation that makes its change after `afterMs`. Resolves with the moment when it ended. */
function change(barrier: RebuildBarrier, afterMs: number, endsAfterMs = afterMs): Promise<number> {
  const start = Date.now();
  const work = async (): Promise<void> => {
    await sleep(afterMs);
    barrier.changed();
    if (endsAfterMs > afterMs) await sleep(endsAfterMs - afterMs);
  };
  return barrier.around(work, never).then(() => Date.now() - start);
}

describe("a forced rebuild", () => {
  test("does not follow an operation that changed nothing", async () => {
    const { barrier, began } = appliance();
    await expect(barrier.around(async () => "read", never)).resolves.toBe("read");
    await pass(5000);
    expect(began).toEqual([]);
  });

  test("starts 25 ms after the last operation began to wait, and the operation ends when the rebuild ends", async () => {
    const { barrier, began } = appliance(40);
    const ended = change(barrier, 10);
    await pass(1000);
    expect(began).toEqual([35]);
    expect(await ended).toBe(75);
  });

  test("runs once for all operations that come within 25 ms of each other", async () => {
    const { barrier, began } = appliance();
    const all = [0, 20, 40, 60].map(async (delay) => {
      await sleep(delay);
      return change(barrier, 1);
    });
    await pass(1000);
    await Promise.all(all);
    expect(began).toEqual([86]);
  });

  test("waits for every operation in progress, including one that changes nothing", async () => {
    const { barrier, began } = appliance();
    const all = [change(barrier, 1), barrier.around(() => sleep(500), never), change(barrier, 300)];
    await pass(400);
    expect(began).toEqual([]);
    await pass(600);
    await Promise.all(all);
    expect(began).toEqual([525]);
  });

  test("starts at most 2 s after the first operation began to wait, and a later operation gets its own rebuild", async () => {
    const { barrier, began } = appliance();
    const first = change(barrier, 10);
    const slow = change(barrier, 5000);
    await pass(10_000);
    expect(await first).toBe(2010);
    expect(await slow).toBe(5025);
    expect(began).toEqual([2010, 5025]);
  });

  test.each([
    [400, 100],
    [2000, 250],
  ])("after one that took %d ms waits for further operations for %d ms", async (rebuildMs, quietMs) => {
    const { barrier, began, ended } = appliance(rebuildMs);
    const first = change(barrier, 0);
    await pass(5000);
    const second = change(barrier, 0);
    await pass(5000);
    await Promise.all([first, second]);
    expect([began[0], ended[0], began[1]]).toEqual([25, 25 + rebuildMs, 5000 + quietMs]);
  });

  test("starts as soon as the previous rebuild ends if an operation has waited for 2 s by then", async () => {
    const { barrier, began, ended } = appliance(3000);
    const first = change(barrier, 0);
    await pass(100);
    const second = change(barrier, 0);
    const slow = change(barrier, 8000);
    await pass(20_000);
    await Promise.all([first, second, slow]);
    expect(began.slice(0, 2)).toEqual([25, ended[0]]);
  });

  test("that began before a change does not cover that change", async () => {
    const { barrier, began, ended } = appliance(100);
    const early = change(barrier, 0);
    await pass(30);
    const late = change(barrier, 0);
    await pass(1000);
    expect(await early).toBe(125);
    expect(began).toEqual([25, 150]);
    expect(30 + (await late)).toBe(ended[1]);
  });

  test("follows an operation that failed after a change, and the operation reports its own error", async () => {
    const { barrier, began } = appliance();
    const failing = barrier.around(async () => {
      barrier.changed();
      throw new Error("notate failed");
    }, never);
    const outcome = expect(failing).rejects.toThrow("notate failed");
    await pass(1000);
    await outcome;
    expect(began).toEqual([25]);
  });

  test("does not follow an operation that failed before it changed anything", async () => {
    const { barrier, began } = appliance();
    await expect(barrier.around(() => Promise.reject(new Error("refused")), never)).rejects.toThrow("refused");
    await pass(1000);
    expect(began).toEqual([]);
  });
});

describe("F42: a rebuild that fails", () => {
  const failing = (): RebuildBarrier => new RebuildBarrier(() => Promise.reject(new Error("rebuild refused")));

  test("is reported to each operation that waited for it, and the operations still succeed", async () => {
    const barrier = failing();
    const reported: unknown[] = [];
    const operation = (name: string): Promise<string> =>
      barrier.around(
        async () => {
          barrier.changed();
          return name;
        },
        (error) => reported.push(error),
      );
    const all = Promise.all([operation("a"), operation("b")]);
    await pass(1000);
    expect(await all).toEqual(["a", "b"]);
    expect(reported.map(String)).toEqual(["Error: rebuild refused", "Error: rebuild refused"]);
    expect(reported[0]).toBe(reported[1]);
  });

  test("fails the operation if its caller rethrows the error", async () => {
    const barrier = failing();
    const strict = barrier.around(
      async () => barrier.changed(),
      (error) => {
        throw error;
      },
    );
    const outcome = expect(strict).rejects.toThrow("rebuild refused");
    await pass(1000);
    await outcome;
  });

  test("does not hide the error of an operation that failed itself", async () => {
    const barrier = failing();
    const both = barrier.around(async () => {
      barrier.changed();
      throw new Error("notate failed");
    }, never);
    const outcome = expect(both).rejects.toThrow("notate failed");
    await pass(1000);
    await outcome;
  });

  test("does not prevent the next rebuild", async () => {
    let rebuilds = 0;
    const barrier = new RebuildBarrier(() => {
      rebuilds += 1;
      return rebuilds === 1 ? Promise.reject(new Error("rebuild refused")) : Promise.resolve();
    });
    const first = barrier.around(
      async () => barrier.changed(),
      () => undefined,
    );
    await pass(1000);
    await first;
    const second = barrier.around(async () => barrier.changed(), never);
    await pass(1000);
    await second;
    expect(rebuilds).toBe(2);
  });
});

test("F119, F153: in any schedule each change is covered by a rebuild that began after it and ended before its operation", async () => {
  const plan = fc.array(fc.record({ changes: fc.nat(2), fails: fc.boolean() }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plan, fc.array(fc.nat(60), { minLength: 5 }), async (s, operations, waits) => {
      const now = counter();
      const rebuilds: { began: number; ended: number }[] = [];
      let isRunning = false;
      const barrier = new RebuildBarrier(async () => {
        const began = now();
        expect(isRunning).toBe(false);
        isRunning = true;
        await s.schedule(Promise.resolve(), "a rebuild ends");
        isRunning = false;
        rebuilds.push({ began, ended: now() });
      });
      let left = operations.length;
      const all = operations.map(async ({ changes, fails }, index) => {
        await s.schedule(Promise.resolve(), `operation ${index} comes`);
        const changed: number[] = [];
        const work = async (): Promise<void> => {
          for (let change = 0; change < changes; change += 1) {
            await s.schedule(Promise.resolve(), `operation ${index} changes something`);
            barrier.changed();
            changed.push(now());
          }
          await s.schedule(Promise.resolve(), `operation ${index} is done`);
          if (fails) throw new Error("expected");
        };
        const [outcome] = await Promise.allSettled([barrier.around(work, never)]);
        const end = now();
        left -= 1;
        expect(outcome.status).toBe(fails ? "rejected" : "fulfilled");
        for (const moment of changed) {
          expect(rebuilds.some(({ began, ended }) => began > moment && ended < end)).toBe(true);
        }
      });
      const checked = Promise.allSettled(all);
      for (let step = 0; left > 0; step += 1) {
        if (s.count() > 0) await s.waitNext(1);
        await pass(waits[step % waits.length] ?? 1);
        if (step % 50 === 49) await pass(2000);
      }
      for (const one of await checked) if (one.status === "rejected") throw one.reason;
      expect(jest.getTimerCount()).toBe(0);
    }),
    { numRuns: 60 },
  );
});
