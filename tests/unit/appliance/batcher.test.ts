import { Batcher } from "../../../provider/appliance/batcher";
import type { Outcomes } from "../../../provider/change/change-each";
import { failed, made, type Outcome } from "../../../provider/errors/outcome";
import { limiterOf, type Limiter } from "../../../provider/appliance/client-layer";
import { TooLargeError } from "../../../provider/errors/errors";
import { gate, turn } from "./support";

interface Item {
  key: string;
  number: number;
}

/** The answer to a batch: it refuses the item `refused`, and does not mention the item `absent`. */
function answerTo(batch: readonly Item[]): Outcomes<number> {
  const mentioned = batch.filter(({ key }) => key !== "absent");
  return new Map(
    mentioned.map(({ key, number }) => [
      key,
      key === "refused" ? failed(new Error("it was refused")) : made("done", number),
    ]),
  );
}

async function outcomes(promises: readonly Promise<Outcome<number>>[]): Promise<unknown[]> {
  const ends = promises.map((one) => one.catch(failed));
  return (await Promise.all(ends)).map((one) => ("error" in one ? (one.error as Error).message : one.result));
}

/** A batcher on an appliance that answers every batch, unless `fail` throws. It records the keys of each batch. */
function batching(
  limiter: Pick<Limiter, "execute"> = limiterOf(1),
  fail: (batch: Item[]) => void = () => undefined,
): { batcher: Batcher<Item, number>; sent: string[]; ends(keys: readonly string[]): Promise<unknown[]> } {
  const sent: string[] = [];
  const batcher = new Batcher<Item, number>(
    ({ key }) => {
      if (key === "no key") throw new Error(key);
      return key;
    },
    (operation) => limiter.execute(operation),
    (batch) => {
      sent.push(batch.map(({ key }) => key).join(" "));
      fail(batch);
      return Promise.resolve(answerTo(batch));
    },
  );
  return { batcher, sent, ends: (keys) => outcomes(keys.map((key, number) => batcher.add({ key, number }))) };
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, number) => String(number));
const results = (count: number): number[] => numbered(count).map(Number);
const sizes = (sent: string[]): number[] => sent.splice(0).map((keys) => keys.split(" ").length);

// tests/property/schedules.test.ts has any schedule of items and answers.
test("each item gets its own result, one failing item fails alone, and no batch holds a key twice", async () => {
  const { ends, sent } = batching();
  expect(await ends(["a", "refused", "absent", "a"])).toEqual([
    0,
    "it was refused",
    "the answer says nothing about absent",
    3,
  ]);
  expect(sent).toEqual(["a refused absent", "a"]);
});

test("items that wait for a slot leave together when it is free, at most 100 at once", async () => {
  const limiter = limiterOf(1);
  const busy = gate();
  const held = limiter.execute(() => busy.opened);
  const { ends, sent } = batching(limiter);
  const all = ends(numbered(250));
  await turn();
  expect(sent).toEqual([]);
  busy.open();
  expect(await all).toEqual(results(250));
  expect(sizes(sent)).toEqual([100, 100, 50]);
  await held;
});

test("items that come at the same time request only one slot", async () => {
  const execute = jest.fn((operation: () => Promise<never>) => operation());
  await batching({ execute }).ends(numbered(50));
  await turn();
  expect(execute).toHaveBeenCalledTimes(1);
});

test("the first request of a batch uses its slot, and each later one a slot of its own", async () => {
  const limiter = limiterOf(1);
  let asked = 0;
  const batcher = new Batcher<Item, number>(
    ({ key }) => key,
    (operation) => {
      asked += 1;
      return limiter.execute(operation);
    },
    async (batch, run) => {
      for (const slots of [1, 2, 3]) await run(async () => expect(asked).toBe(slots));
      return answerTo(batch);
    },
  );
  expect(await outcomes([0, 1].map((number) => batcher.add({ key: String(number), number })))).toEqual([0, 1]);
  expect(asked).toBe(3);
});

describe("a batch that is too large for the appliance", () => {
  const tooLarge = new TooLargeError({ appliance: "gateway", host: "gateway", action: "x", words: "too large" });

  test("is halved until it fits, each item gets its own result, and no later batch is larger", async () => {
    const { ends, sent } = batching(undefined, (batch) => {
      if (batch.length > 3) throw tooLarge;
    });
    expect(await ends(numbered(11))).toEqual(results(11));
    expect(sizes(sent)).toEqual([11, 6, 3, 3, 5, 3, 2]);
    expect(await ends(numbered(7))).toEqual(results(7));
    expect(sizes(sent)).toEqual([3, 3, 1]);
  });

  test("because of one item fails only that item, which is not sent again", async () => {
    const { ends, sent } = batching(undefined, (batch) => {
      if (batch.some(({ key }) => key === "1")) throw tooLarge;
    });
    expect(await ends(numbered(4))).toEqual([0, tooLarge.message, 2, 3]);
    expect(sent).toEqual(["0 1 2 3", "0 1", "0", "1", "2 3"]);
  });
});

test("any other error fails the whole batch, even if it is thrown synchronously, and frees the slot", async () => {
  let isLost = true;
  const { ends, sent } = batching(undefined, () => {
    if (isLost) throw new Error("lost");
  });
  expect(await ends(numbered(4))).toEqual(Array(4).fill("lost"));
  isLost = false;
  expect(await ends(["a"])).toEqual([0]);
  expect(sent).toEqual(["0 1 2 3", "a"]);
});

test("a batch whose slot is refused fails all waiting items and sends nothing, but later items get a new try", async () => {
  let isOpen = false;
  const closed = Promise.reject(new Error("the limiter is closed"));
  closed.catch(() => undefined);
  const execute = (operation: () => unknown): unknown => (isOpen ? operation() : closed);
  const { ends, sent } = batching({ execute } as unknown as Limiter);
  expect(await ends(["a", "b", "a"])).toEqual(Array(3).fill("the limiter is closed"));
  expect(sent).toEqual([]);
  isOpen = true;
  expect(await ends(["a", "b", "a"])).toEqual([0, 1, 2]);
});

test("an item whose key cannot be determined fails alone", async () => {
  expect(await batching().ends(["no key", "a"])).toEqual(["no key", 1]);
});
