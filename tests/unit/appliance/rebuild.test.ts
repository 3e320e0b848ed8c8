import { RebuildBarrier } from "../../../provider/appliance/rebuild";

beforeEach(() => {
  // Promises run as usual. Only timers wait until the test advances the time.
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
});
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const sleep = (ms: number): Promise<void> =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const never = (error: unknown): void => {
  throw new Error("no rebuild was expected to fail", { cause: error });
};

/** An operation, in milliseconds from the beginning; `changes` is undefined if it changes nothing. */
type Operation = readonly [comes: number, changes: number | undefined, ends: number, fails?: "fails"];

/** Runs operations on an appliance whose rebuilds take some time: when these began, and how and when each one ended. */
async function played(rebuildMs: number, operations: readonly Operation[]): Promise<[number[], (number | string)[]]> {
  const start = Date.now();
  const began: number[] = [];
  const barrier = new RebuildBarrier(async () => {
    began.push(Date.now() - start);
    await sleep(rebuildMs);
  });
  const all = operations.map(async ([comes, changes, ends, fails]) => {
    await sleep(comes);
    const work = async (): Promise<number> => {
      await sleep((changes ?? comes) - comes);
      if (changes !== undefined) barrier.changed();
      await sleep(ends - (changes ?? comes));
      if (fails !== undefined) throw new Error("notate failed");
      return 0;
    };
    const [outcome] = await Promise.allSettled([barrier.around(work, never)]);
    const end = Date.now() - start;
    return outcome.status === "fulfilled" ? end + outcome.value : `${end}: ${(outcome.reason as Error).message}`;
  });
  await pass(20_000);
  return [began, await Promise.all(all)];
}

test.each<[title: string, rebuildMs: number, Operation[], began: number[], ends: (number | string)[]]>([
  ["does not follow an operation that changed nothing", 0, [[0, undefined, 5]], [], [5]],
  ["starts 25 ms after the last operation, which ends when it ends", 40, [[0, 10, 10]], [35], [75]],
  [
    "runs once for all operations that come within 25 ms of each other",
    0,
    [0, 20, 40, 60].map((comes) => [comes, comes + 1, comes + 1]),
    [86],
    [86, 86, 86, 86],
  ],
  [
    "waits for every operation in progress, including one that changes nothing",
    0,
    [
      [0, 1, 1],
      [0, undefined, 500],
      [0, 300, 300],
    ],
    [525],
    [525, 525, 525],
  ],
  [
    "starts at most 2 s after the first operation began to wait, and a later operation gets its own rebuild",
    0,
    [
      [0, 10, 10],
      [0, 5000, 5000],
    ],
    [2010, 5025],
    [2010, 5025],
  ],
  ...[[400, 100] as const, [2000, 250] as const].map(
    ([rebuildMs, quietMs]): [string, number, Operation[], number[], number[]] => [
      `waits for further operations for ${quietMs} ms after one that took ${rebuildMs} ms`,
      rebuildMs,
      [0, 5000].map((comes) => [comes, comes, comes]),
      [25, 5000 + quietMs],
      [25 + rebuildMs, 5000 + quietMs + rebuildMs],
    ],
  ),
  [
    "starts as soon as the previous rebuild ends if an operation has waited for 2 s by then",
    3000,
    [
      [0, 0, 0],
      [100, 100, 100],
      [100, 8000, 8100],
    ],
    [25, 3025, 8350],
    [3025, 6025, 11_350],
  ],
  [
    "that began before a change does not cover that change",
    100,
    [
      [0, 0, 0],
      [30, 30, 30],
    ],
    [25, 150],
    [125, 250],
  ],
  ["follows an operation that failed after a change", 0, [[0, 0, 0, "fails"]], [25], ["25: notate failed"]],
  [
    "does not follow an operation that failed before it changed anything",
    0,
    [[0, undefined, 0, "fails"]],
    [],
    ["0: notate failed"],
  ],
])("a forced rebuild %s", async (_title, rebuildMs, operations, began, ends) => {
  expect(await played(rebuildMs, operations)).toEqual([began, ends]);
});

describe("F42: a rebuild that fails", () => {
  const refused = new Error("rebuild refused");
  /** Ends of operations that change something, on an appliance that refuses to rebuild. */
  async function ends(
    onFailure: (error: unknown) => void,
    ...works: readonly (() => Promise<string>)[]
  ): Promise<unknown[]> {
    const barrier = new RebuildBarrier(() => Promise.reject(refused));
    const all = works.map((work) => {
      const changing = (): Promise<string> => {
        barrier.changed();
        return work();
      };
      return barrier.around(changing, onFailure).catch((error: unknown) => error);
    });
    await pass(1000);
    return Promise.all(all);
  }

  test("is reported to each operation that waited for it, and the operations still succeed", async () => {
    const reported: unknown[] = [];
    const done = ["a", "b"].map((name) => () => Promise.resolve(name));
    expect(await ends((error) => reported.push(error), ...done)).toEqual(["a", "b"]);
    expect(reported).toEqual([refused, refused]);
  });

  test("fails the operation if its caller rethrows the error", async () => {
    const rethrow = (error: unknown): void => {
      throw error;
    };
    expect(await ends(rethrow, () => Promise.resolve("a"))).toEqual([refused]);
  });

  test("does not hide the error of an operation that failed itself", async () => {
    const own = new Error("notate failed");
    expect(await ends(never, () => Promise.reject(own))).toEqual([own]);
  });

  test("does not prevent the next rebuild", async () => {
    const results = [Promise.reject(refused), Promise.resolve()];
    const barrier = new RebuildBarrier(() => results.shift() ?? Promise.reject(new Error("rebuilt too often")));
    for (const onFailure of [() => undefined, never]) {
      const change = barrier.around(async () => barrier.changed(), onFailure);
      await pass(1000);
      await change;
    }
    expect(results).toEqual([]);
  });
});
