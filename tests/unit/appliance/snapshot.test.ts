import { Snapshot } from "../../../provider/appliance/snapshot";
import { gate, turn } from "./support";

// tests/property/schedules.test.ts has any schedule of readings and writes.
test("one read serves any number of readers, and our own writes need no further read", async () => {
  let reads = 0;
  const list = new Snapshot(async () => new Set([`read ${(reads += 1)}`]));
  const [first, ...others] = await Promise.all([list.get(), list.get(), list.get()]);
  expect(others).toEqual([first, first]);
  list.patch((names) => names.add("a").add("b"));
  list.patch((names) => names.delete("b"));
  expect([...(await list.get())]).toEqual(["read 1", "a"]);
});

test("readers that wait for a list still get it after a write made it stale, but later readers do not", async () => {
  const answers = [gate(), gate()];
  let reads = 0;
  const list = new Snapshot(async () => {
    const number = reads++;
    await answers[number]?.opened;
    return { number };
  });
  const early = list.get();
  list.patch(() => {
    throw new Error("there is no list yet that could be patched");
  });
  const late = list.get();
  answers[1]?.open();
  answers[0]?.open();
  expect(await early).toEqual({ number: 0 });
  expect(await late).toEqual({ number: 1 });
  expect(await list.get()).toEqual({ number: 1 });
  expect(reads).toBe(2);
});

test("a failed read fails its readers and is not cached", async () => {
  const answers = [Promise.reject(new Error("no route")), Promise.resolve("list")];
  const list = new Snapshot(() => answers.shift() ?? Promise.reject(new Error("read too often")));
  const both = await Promise.allSettled([list.get(), list.get()]);
  expect(both.map((one) => (one.status === "rejected" ? (one.reason as Error).message : one.value))).toEqual([
    "no route",
    "no route",
  ]);
  await expect(list.get()).resolves.toBe("list");
});

test("a list is cached from the end of its read until it expires", async () => {
  const list = new Snapshot(() => Promise.resolve("list"));
  const reading = list.get();
  expect(list.kept).toBeUndefined();
  await reading;
  expect(list.kept).toBe("list");
  list.expire();
  expect(list.kept).toBeUndefined();
});

test("a list is dropped only if no later one is cached", async () => {
  const list = new Snapshot(() => Promise.resolve({}));
  const first = await list.get();
  list.drop({});
  expect(list.kept).toBe(first);
  list.drop(first);
  expect(list.kept).toBeUndefined();
  const second = await list.get();
  list.drop(first);
  expect(list.kept).toBe(second);
});

test("a read beside the cached list leaves it as it is", async () => {
  let reads = 0;
  const list = new Snapshot(() => Promise.resolve((reads += 1)));
  await list.get();
  expect(await list.beside()).toBe(2);
  expect(list.kept).toBe(1);
});

test("relying on a read drops the cached list only if a fresh read began in the meantime", async () => {
  const list = new Snapshot(() => Promise.resolve("list"));
  const relyOnFirst = list.relying();
  await list.get();
  relyOnFirst();
  expect(list.kept).toBe("list");

  const relyOnSecond = list.relying();
  await list.fresh();
  relyOnSecond();
  expect(list.kept).toBeUndefined();
  await expect(list.get()).resolves.toBe("list");
});

test("a fresh list is read after the call began, even while another read is in progress", async () => {
  const answers = [gate(), gate()];
  let reads = 0;
  const list = new Snapshot(async () => {
    const number = reads++;
    await answers[number]?.opened;
    return number;
  });
  const first = list.get();
  const second = list.fresh();
  answers[1]?.open();
  expect(await second).toBe(1);
  answers[0]?.open();
  expect(await first).toBe(0);
  await turn();
  expect(await list.get()).toBe(1);
});
