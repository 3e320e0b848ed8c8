import { isLong } from "../support/long";
import { inParallel } from "../support/in-parallel";
import type { Plan, PlannedStep } from "./plan";
import { runPlan } from "./run-plan";
import { variantsOf } from "./slots";

jest.setTimeout(isLong ? 1_800_000 : 600_000);

/**
 * The programs of one operation on resources of all kinds, by the variant of each slot. The last one is killed: its
 * results do not reach the state.
 */
const operations: Readonly<Record<string, readonly ((most: number) => number)[]>> = {
  create: [() => 1],
  update: [() => 1, (most) => Math.min(2, most)],
  rename: [(most) => Math.min(2, most), (most) => most],
  delete: [() => 1, () => 0],
};

const calm = { acts: [], command: "up", parallel: 1, continueOnError: true, refresh: false, adopt: "named" } as const;

function killedAt(operation: string, write: number, applied: boolean): Plan {
  const steps = (operations[operation] ?? []).map((variantOf): PlannedStep => ({
    ...calm,
    order: 1,
    faults: [],
    variants: variantsOf.map(variantOf),
  }));
  return {
    switches: {},
    concurrency: 1,
    steps: steps.map((one, at) => (at < steps.length - 1 ? one : { ...one, kill: { write, applied } })),
  };
}

/** In the short run, every so many writes. */
const STRIDE = isLong ? 1 : 48;

test("after a kill at each write of each kind, carried out or not, the next runs lead to what is declared", async () => {
  const isChosen = (_write: unknown, at: number): boolean => at % STRIDE === 0;
  await inParallel(Object.keys(operations), 4, async (operation) => {
    const all: string[] = [];
    await runPlan(killedAt(operation, 10_000, false), (write) => all.push(write));
    expect(all.length).toBeGreaterThan(20);
    const killed: string[] = [];
    await inParallel([...all.keys()].filter(isChosen), 32, async (at) => {
      for (const applied of [false, true]) {
        const writes: string[] = [];
        await runPlan(killedAt(operation, at, applied), (write) => writes.push(write));
        killed[at] = writes.at(-1) ?? "";
      }
    });
    // No write escapes: the same requests come in the same order each time.
    expect(killed.filter(isChosen)).toEqual(all.filter(isChosen));
  });
});
