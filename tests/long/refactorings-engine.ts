import fc from "fast-check";
import { RefactoringStage } from "../crash/refactor";
import { victims } from "../support/kills";
import { refactorings } from "../property/cases";
import { saveFailed } from "../property/random-cases";
import { record, seedOf } from "./record";

/** The number of refactorings through the real engine, in both parts together. */
const COUNT = Number(process.env["FLOWGATE_ENGINE_REFACTORINGS"] ?? 100);

/** Runs random refactorings through the real engine. Each part is a separate file, so that it gets its own core. */
export function engineRefactorings(part: number): void {
  test(`random refactorings through the real engine, interrupted by kills, lose nothing on the appliances (part ${part})`, async () => {
    const seed = seedOf(part);
    const began = performance.now();
    const stage = await RefactoringStage.open();
    const violations: string[] = [];
    const all = fc.sample(refactorings.arbitrary, { seed, numRuns: Math.ceil(COUNT / 2) });
    for (const [index, one] of all.entries()) {
      const victim = victims[index % victims.length] ?? "both";
      await stage.run(one, victim).catch(async (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        const file = saveFailed(refactorings, `${seed}-${index}`, { one, message });
        violations.push(`${file}: ${message}`);
        await stage.reset();
      });
    }
    await stage.close();
    const seconds = Math.round((performance.now() - began) / 1000);
    await record(`refactorings-engine-${part}`, {
      what: "random refactorings through the real engine, with kills",
      seed,
      refactorings: all.length,
      seconds,
      violations: violations.length,
    });
    expect(violations).toEqual([]);
  }, 7_200_000);
}
