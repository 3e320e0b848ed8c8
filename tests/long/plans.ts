import { plans } from "../property/cases";
import { minutes, seedOf } from "./record";
import { recordCases } from "./record-cases";

/** Runs random plans for the duration of a long test. Each part is a separate file, so that it gets its own core. */
export function longPlans(part: number, kind = plans): void {
  const seconds = minutes * 60;
  const what = "random plans with faults (F154)";
  test(
    `random plans converge (F154, part ${part})`,
    () => recordCases(`plans-${part}`, what, kind, { seed: seedOf(part), seconds }),
    minutes * 60_000 + 600_000,
  );
}
