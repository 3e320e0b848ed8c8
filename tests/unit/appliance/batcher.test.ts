import fc from "fast-check";
import { Batcher } from "../../../provider/appliance/batcher";
import type { Outcomes } from "../../../provider/change/change-each";
import { failed, made, type Outcome } from "../../../provider/errors/outcome";
import { limiterOf, type Limiter } from "../../../provider/appliance/client-layer";
import { TooLargeError } from "../../../provider/errors/errors";
import { gate, turn } from "./support";

type Fate = "done" | "refused" | "not mentioned";
interface Item {
  key: string;
  number: number;
  fate: Fate;
}

const items = fc.array(
  fc.record({
    key: fc.constantFrom("a", "b", "c", "d", "e"),
    fate: fc.constantFrom<Fate>("done", "refused", "not mentioned"),
  }),
  { minLength: 1, maxLength: 20 },
);

/** The answer to a batch. It mentions every item except those whose fate is "not mentioned". */
function answerTo(batch: readonly Item[]): Outcomes<number> {
  const mentioned = batch.filter(({ fate }) => fate !== "not mentioned");
  return new Map(
    mentioned.map(({ key, number, fate }) => [
      key,
      fate === "done" ? made("done", number) : failed(new Error(`${key} ${number} was refused`)),
    ]),
  );
}

const expected = ({ key, number, fate }: Item): unknown =>
  ({
    done: number,
    refused: `${key} ${number} was refused`,
    "not mentioned": `the answer says nothing about ${key}`,
  })[fate];

async function outcomes(promises: readonly Promise<Outcome<number>>[]): Promise<unknown[]> {
  const ends = promises.map((one) => one.catch(failed));
  return (await Promise.all(ends)).map((one) => ("error" in one ? (one.error as Error).message : one.result));
}

function limited(limiter: Limiter, send: (items: Item[]) => Promise<Outcomes<number>>) {
  return new Batcher<Item, number>(
    ({ key }) => key,
    (operation) => limiter.execute(operation),
    send,
  );
}

test("F40, F41, F94, F153: in any schedule each item gets its own result, one failing item fails alone, and no batch holds a key twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 3 }), items, async (s, limit, plan) => {
      const sent: Item[][] = [];
      let inFlight = 0;
      const batcher = limited(limiterOf(limit), async (batch) => {
        sent.push(batch);
        inFlight += 1;
        expect(inFlight).toBeLessThanOrEqual(limit);
        await s.schedule(Promise.resolve(), "a batch is answered");
        inFlight -= 1;
        return answerTo(batch);
      });
      const all: Item[] = plan.map((item, number) => ({ ...item, number }));
      const adding = all.map(async (item) => {
        await s.schedule(Promise.resolve(), `item ${item.number} comes`);
        return batcher.add(item);
      });
      expect(await s.waitFor(outcomes(adding))).toEqual(all.map(expected));
      for (const batch of sent) expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
      const numbers = sent.flat().map(({ number }) => number);
      expect(numbers.sort((a, b) => a - b)).toEqual(all.map(({ number }) => number));
    }),
    { numRuns: 60 },
  );
});

const numbered = (count: number): Item[] =>
  Array.from({ length: count }, (_, number) => ({ key: String(number), number, fate: "done" }));

describe("batches form by back-pressure", () => {
  test("items that wait for a slot leave together when it is free, at most 100 at once", async () => {
    const limiter = limiterOf(1);
    const busy = gate();
    const held = limiter.execute(() => busy.opened);
    const sizes: number[] = [];
    const batcher = limited(limiter, async (batch) => {
      sizes.push(batch.length);
      return answerTo(batch);
    });
    const all = numbered(250);
    const adding = all.map((item) => batcher.add(item));
    await turn();
    expect(sizes).toEqual([]);
    busy.open();
    expect(await outcomes(adding)).toEqual(all.map(({ number }) => number));
    expect(sizes).toEqual([100, 100, 50]);
    await held;
  });
});

test("items that come at the same time request only one slot", async () => {
  let asked = 0;
  const batcher = new Batcher<Item, number>(
    ({ key }) => key,
    (operation) => {
      asked += 1;
      return operation();
    },
    async (batch) => answerTo(batch),
  );
  await Promise.all(numbered(50).map((item) => batcher.add(item)));
  await turn();
  expect(asked).toBe(1);
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
  expect(await outcomes(numbered(2).map((item) => batcher.add(item)))).toEqual([0, 1]);
  expect(asked).toBe(3);
});

describe("a batch that is too large for the appliance", () => {
  const tooLarge = (): TooLargeError =>
    new TooLargeError({ appliance: "gateway", host: "gateway", action: "x", words: "" });

  test("is halved until it fits, each item gets its own result, and no later batch is larger", async () => {
    const sizes: number[] = [];
    const batcher = limited(limiterOf(1), async (batch) => {
      sizes.push(batch.length);
      if (batch.length > 3) throw tooLarge();
      return answerTo(batch);
    });
    const results = (items: readonly Item[]): Promise<unknown[]> => outcomes(items.map((item) => batcher.add(item)));
    expect(await results(numbered(11))).toEqual(numbered(11).map(({ number }) => number));
    expect(sizes.splice(0)).toEqual([11, 6, 3, 3, 5, 3, 2]);
    expect(await results(numbered(7))).toEqual(numbered(7).map(({ number }) => number));
    expect(sizes).toEqual([3, 3, 1]);
  });

  test("because of one item fails only that item, which is not sent again", async () => {
    const sent: string[] = [];
    const error = tooLarge();
    const batcher = limited(limiterOf(1), async (batch) => {
      sent.push(batch.map(({ key }) => key).join(" "));
      if (batch.some(({ key }) => key === "1")) throw error;
      return answerTo(batch);
    });
    const ends = await Promise.all(numbered(4).map((item) => batcher.add(item)));
    expect(ends.map((one) => ("error" in one ? one.error : one.result))).toEqual([0, error, 2, 3]);
    expect(sent).toEqual(["0 1 2 3", "0 1", "0", "1", "2 3"]);
  });

  test("is the only batch that is halved: any other error fails the whole batch", async () => {
    let requests = 0;
    const batcher = limited(limiterOf(1), async () => {
      requests += 1;
      throw new Error("lost");
    });
    expect(await outcomes(numbered(4).map((item) => batcher.add(item)))).toEqual(Array(4).fill("lost"));
    expect(requests).toBe(1);
  });
});

describe("a batch whose slot is refused", () => {
  test("fails all waiting items and sends nothing, but later items get a new try", async () => {
    const sent: Item[][] = [];
    let isOpen = false;
    const batcher = new Batcher<Item, number>(
      ({ key }) => key,
      (operation) => (isOpen ? operation() : Promise.reject(new Error("the limiter is closed"))),
      async (batch) => {
        sent.push(batch);
        return answerTo(batch);
      },
    );
    const three: Item[] = ["a", "b", "a"].map((key, number) => ({ key, number, fate: "done" }));
    expect(await outcomes(three.map((item) => batcher.add(item)))).toEqual(Array(3).fill("the limiter is closed"));
    expect(sent).toEqual([]);
    isOpen = true;
    expect(await outcomes(three.map((item) => batcher.add(item)))).toEqual([0, 1, 2]);
  });
});

test("an item whose key cannot be determined fails alone", async () => {
  const batcher = new Batcher<Item, number>(
    ({ key }) => {
      if (key === "x") throw new Error("no key");
      return key;
    },
    (operation) => operation(),
    async (batch) => answerTo(batch),
  );
  const both: Item[] = ["x", "a"].map((key, number) => ({ key, number, fate: "done" }));
  expect(await outcomes(both.map((item) => batcher.add(item)))).toEqual(["no key", 1]);
});

test("a send that throws synchronously fails its batch and frees the slot", async () => {
  let calls = 0;
  const batcher = limited(limiterOf(1), (batch) => {
    calls += 1;
    if (calls === 1) throw new Error("at once");
    return Promise.resolve(answerTo(batch));
  });
  const item: Item = { key: "a", number: 1, fate: "done" };
  expect(await outcomes([batcher.add(item)])).toEqual(["at once"]);
  expect(await outcomes([batcher.add(item)])).toEqual([1]);
});
