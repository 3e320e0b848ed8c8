import { isLong } from "../support/long";
import { plans, plansWithOneFault } from "./cases";
import { testCases } from "./random-cases";

testCases(plans, {
  title:
    "F154: after random programs, manual changes and faults, at most three runs converge, and invariants I1 to I8 hold",
  kept: "F154: the plan in %s, which failed once, converges",
  folder: "regressions",
  seed: 154,
  cases: isLong ? 400 : 4,
});

if (isLong) {
  testCases(plansWithOneFault, {
    title: "F154: after random programs and one fault, at most three runs converge, and invariants I1 to I8 hold",
    kept: "F154: the plan in %s, which failed once, converges",
    folder: "regressions",
    seed: 155,
    cases: 400,
  });
}
