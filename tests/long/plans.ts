import { plans } from "../property/cases";
import { checkCases } from "../property/random-cases";
import { minutes, record } from "./record";

/** Runs random plans for the duration of a long test. Each part is a separate file, so that it gets its own core. */
export function longPlans(part: number, kind = plans): void {
  test(
    `random plans converge (F154, part ${part})`,
    async () => {
      const seed = Number(process.env["FLOWGATE_SEED"] ?? Date.now() % 1_000_000_000) + part * 1_000_000_000;
      const { cases, seconds, violations } = await checkCases(kind, { seed, seconds: minutes * 60 });
      await record(`plans-${part}`, {
        what: "random plans with faults (F154)",
        seed,
        plans: cases,
        minutes: Math.round(seconds / 6) / 10,
        plansPerSecond: Math.round((cases / seconds) * 10) / 10,
        violations: violations.length,
      });
      expect(violations).toEqual([]);
    },
    minutes * 60_000 + 600_000,
  );
}
