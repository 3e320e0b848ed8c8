import { refactorings } from "./cases";
import { testCases } from "./random-cases";

testCases(refactorings, {
  title: "random refactorings lose nothing on the appliances, even if a run is killed at any moment",
  kept: "the refactoring in %s loses nothing",
  folder: "refactorings",
  seed: 19,
  cases: Number(process.env["FLOWGATE_REFACTORINGS"] ?? 4),
});
