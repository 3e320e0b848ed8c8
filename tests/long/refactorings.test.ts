import { refactorings } from "../property/cases";
import { checkCases } from "../property/random-cases";
import { record } from "./record";

const COUNT = Number(process.env["FLOWGATE_REFACTORINGS"] ?? 2000);

test("random refactorings lose nothing on the appliances, even if a run is killed at any moment", async () => {
  const seed = Number(process.env["FLOWGATE_SEED"] ?? Date.now() % 1_000_000_000);
  const { cases, seconds, violations } = await checkCases(refactorings, { seed, cases: COUNT });
  await record("refactorings", {
    what: "random refactorings of programs, with kills",
    seed,
    refactorings: cases,
    seconds: Math.round(seconds),
    perSecond: Math.round((cases / seconds) * 10) / 10,
    violations: violations.length,
  });
  expect(violations).toEqual([]);
}, 3_600_000);
