import { checkSchedules } from "../property/schedules";
import { record, seedOf } from "./record";

const SEEDS = 10_000;

test("in 10,000 schedules of login, batches, list and rebuild, no change is lost or left without a rebuild (F153)", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "performance"] });
  const began = performance.now();
  const seed = seedOf();
  try {
    await checkSchedules(SEEDS, seed);
  } finally {
    jest.useRealTimers();
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  await record("schedules", {
    what: "schedules of login, batches, list, rebuild (F153)",
    seed,
    schedules: SEEDS,
    seconds,
    violations: 0,
  });
}, 1_800_000);
