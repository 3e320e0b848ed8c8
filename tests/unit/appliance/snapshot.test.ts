import fc, { type Scheduler } from "fast-check";
import { Snapshot } from "../../../provider/appliance/snapshot";
import { gate, turn } from "./support";

/** An appliance that holds names. It receives each request at one moment and answers at a later one. */
class Names {
  readonly held = new Set<string>();
  reads = 0;
  /** Writes that have ended, and their results. A list must show these from then on. */
  readonly ended = new Map<string, "added" | "removed" | "unknown">();
  readonly list: Snapshot<Set<string>>;

  constructor(private readonly schedule: (label: string) => Promise<void>) {
    this.list = new Snapshot(async () => {
      this.reads += 1;
      await schedule("a reading arrives");
      const answer = new Set(this.held);
      await schedule("a reading is answered");
      return answer;
    });
  }

  async add(name: string): Promise<void> {
    await this.#write(name, () => this.held.add(name));
    this.ended.set(name, "added");
    this.list.patch((list) => list.add(name));
  }

  async remove(name: string): Promise<void> {
    await this.#write(name, () => this.held.delete(name));
    this.ended.set(name, "removed");
    this.list.patch((list) => list.delete(name));
  }

  /** An addition whose answer is lost. It may or may not have been applied. */
  async addInDoubt(name: string, isApplied: boolean): Promise<void> {
    await this.#write(name, () => {
      if (isApplied) this.held.add(name);
    });
    this.ended.set(name, "unknown");
    this.list.expire();
  }

  async #write(name: string, apply: () => void): Promise<void> {
    await this.schedule(`the write of ${name} arrives`);
    apply();
    await this.schedule(`the write of ${name} is answered`);
  }

  /** A read by a resource. It must show the result of every write that ended before it. */
  async read(): Promise<void> {
    const before = new Map(this.ended);
    const list = await this.list.get();
    for (const [name, how] of before) {
      const expected = how === "unknown" ? this.held.has(name) : how === "added";
      expect({ name, how, listed: list.has(name) }).toEqual({ name, how, listed: expected });
    }
  }
}

type Act = "add" | "remove" | "answer lost" | "request lost" | "read" | "expire" | "fresh";
const acts = fc.array(fc.constantFrom<Act>("add", "remove", "answer lost", "request lost", "read", "expire", "fresh"), {
  minLength: 1,
  maxLength: 12,
});

function run(act: Act, name: string, names: Names): Promise<unknown> {
  switch (act) {
    case "add":
      return names.add(name);
    case "remove":
      names.held.add(name);
      return names.remove(name);
    case "answer lost":
      return names.addInDoubt(name, true);
    case "request lost":
      return names.addInDoubt(name, false);
    case "expire":
      names.list.expire();
      return Promise.resolve();
    case "fresh":
      return names.list.fresh();
    case "read":
      return names.read();
  }
}

function scheduled(s: Scheduler): (label: string) => Promise<void> {
  return (label) => s.schedule(Promise.resolve(), label);
}

test("F151, F153: in any schedule, every list shows each write that ended before the list was requested", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), acts, async (s, list) => {
      const names = new Names(scheduled(s));
      const all = list.map(async (act, index) => {
        await s.schedule(Promise.resolve(), `${act} begins`);
        await run(act, `name ${index}`, names);
        await names.read();
      });
      await s.waitFor(Promise.all(all));
      // When nothing else happens, all readers share one list.
      await s.waitFor(names.read());
      const reads = names.reads;
      await Promise.all([names.read(), names.read()]);
      expect(names.reads).toBe(reads);
    }),
    { numRuns: 60 },
  );
});

test("one read serves any number of readers, and our own writes need no further read", async () => {
  const names = new Names(() => Promise.resolve());
  await Promise.all([names.read(), names.read(), names.read()]);
  for (const name of ["a", "b", "c"]) await names.add(name);
  await names.remove("b");
  await names.read();
  expect(names.reads).toBe(1);
  expect([...(await names.list.get())]).toEqual(["a", "c"]);
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
