import { Shared } from "../../../provider/values/shared";

/** A reading that ends when the test says so; each returns a list with its own number. */
function readings() {
  const waiting: ((value: number[] | Promise<never>) => void)[] = [];
  const shared = new Shared(() => new Promise<number[]>((resolve) => void waiting.push(resolve)));
  return { shared, waiting };
}

test("one reading serves all who ask, with what is written, until it is dropped", async () => {
  const { shared, waiting } = readings();
  const asked = [shared.get(), shared.get()];
  waiting[0]?.([1]);
  expect(await Promise.all(asked)).toEqual([[1], [1]]);
  shared.patch((list) => list.push(7));
  expect(await shared.get()).toEqual([1, 7]);
  expect(waiting).toHaveLength(1);
  shared.drop();
  const next = shared.get();
  waiting[1]?.([2]);
  expect(await next).toEqual([2]);
});

test("a reading that was under way during a write gets it, and a later one does not get it again", async () => {
  const { shared, waiting } = readings();
  const asked = shared.get();
  shared.patch((list) => list.push(9));
  waiting[0]?.([1]);
  expect(await asked).toEqual([1, 9]);
  expect(await shared.get()).toEqual([1, 9]);
  const fresh = shared.fresh();
  waiting[1]?.([2]);
  expect(await fresh).toEqual([2]);
});

test("two who wait for a fresh reading that began in between share it", async () => {
  const { shared, waiting } = readings();
  const old = shared.get();
  const fresh = shared.fresh();
  const shares = shared.get();
  const later = [shared.fresh(), shared.fresh()];
  expect(waiting).toHaveLength(2);
  waiting[1]?.([2]);
  waiting[0]?.([1]);
  expect(await Promise.all([old, fresh, shares])).toEqual([[1], [2], [2]]);
  // What began before a call does not answer it, and what begins after it answers all.
  waiting[2]?.([3]);
  expect(await Promise.all([...later, shared.get()])).toEqual([[3], [3], [3]]);
  expect(waiting).toHaveLength(3);
});

test("a failed reading is not kept", async () => {
  const { shared, waiting } = readings();
  const failing = shared.get();
  waiting[0]?.(Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  const next = shared.get();
  waiting[1]?.([2]);
  expect(await next).toEqual([2]);
});
