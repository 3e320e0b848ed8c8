import { checkRefactorings } from "../property/refactor-check";
import { record } from "./record";

const COUNT = Number(process.env["FLOWGATE_REFACTORINGS"] ?? 2000);

test("random refactorings, killed at any moment or not, lose nothing on the appliances", async () => {
  const seed = Number(process.env["FLOWGATE_SEED"] ?? Date.now() % 1_000_000_000);
  const { refactorings, seconds, violations } = await checkRefactorings({ seed, refactorings: COUNT });
  await record("refactorings", {
    what: "random refactorings of programs, with kills",
    seed,
    refactorings,
    seconds: Math.round(seconds),
    perSecond: Math.round((refactorings / seconds) * 10) / 10,
    violations: violations.length,
  });
  expect(violations).toEqual([]);
}, 3_600_000);
