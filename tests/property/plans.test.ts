import { isLong } from "../support/long";
import { plans, plansWithOneFault } from "./cases";
import { testCases, testKept } from "./random-cases";

const converges = "at most three runs converge, and invariants I1 to I8 hold";
testCases(`F154: after random programs, manual changes and faults, ${converges}`, plans, 154, isLong ? 400 : 4);
if (isLong) testCases(`F154: after random programs and one fault, ${converges}`, plansWithOneFault, 155, 400);
testKept("F154: the plan in %s, which failed once, converges", plans, "regressions");
