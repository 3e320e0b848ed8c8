import { checkPlans } from "../property/check-plans";
import { minutes, record } from "./record";

/** Runs random plans for the duration of a long test. Each part is a separate file, so that it gets its own core. */
export function longPlans(part: number): void {
  test(
    `random plans converge (F154, part ${part})`,
    async () => {
      const seed = Number(process.env["FLOWGATE_SEED"] ?? Date.now() % 1_000_000_000) + part * 1_000_000_000;
      const { plans, seconds, violations } = await checkPlans({ seed, seconds: minutes * 60 });
      await record(`plans-${part}`, {
        what: "random plans with faults (F154)",
        seed,
        plans,
        minutes: Math.round(seconds / 6) / 10,
        plansPerSecond: Math.round((plans / seconds) * 10) / 10,
        violations: violations.length,
      });
      expect(violations).toEqual([]);
    },
    minutes * 60_000 + 600_000,
  );
}
