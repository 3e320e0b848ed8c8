import { EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { operationsUnderWay } from "../support/provider-calls";
import type { Declared, FaultRow } from "./row";

/** Lets all operations share one request: the first operation occupies the only slot until all others wait for it. */
export async function together<T>(
  row: FaultRow,
  first: () => Promise<unknown>,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const slot = new EventEmitter();
  row.sim.setLatency(once(slot, "free"));
  const blocker = first();
  while (row.sim.requests.inFlight("gateway") === 0) await setTimeout(5);
  const result = work();
  while (operationsUnderWay() < 1 + count) {
    if (operationsUnderWay() === 0) throw new Error("the slot was free before all others waited for it");
    await setTimeout(5);
  }
  // Calls arrive in order. When this one is answered, the provider has received all others.
  await row.world.provider.kind("User").check({});
  row.sim.setLatency(0);
  slot.emit("free");
  await blocker;
  return result;
}

/** Creates resources that share one request. Returns which of them succeeded. */
export async function batch(row: FaultRow, first: Declared, others: readonly Declared[]): Promise<boolean[]> {
  const outcomes = await together(
    row,
    () => row.up(first),
    others.length,
    () => Promise.allSettled(others.map((other) => row.up(other))),
  );
  return outcomes.map(({ status }) => status === "fulfilled");
}
