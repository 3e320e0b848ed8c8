import { isLong } from "../support/long";
import { parsePlan, plan, planText, type Plan, smaller } from "./plan";
import { type RandomCases, testCases, testKept } from "./random-cases";
import { runPlan } from "./run-plan";

/** Commands on a program that is edited, while others act, and while appliances, connections and processes fail. */
const plans: RandomCases<Plan> = {
  noun: "plan",
  arbitrary: plan,
  run: runPlan,
  smaller,
  textOf: planText,
  parse: parsePlan,
  replay: "npx jest tests/property",
  lanes: 96,
};

const right = "nothing of others changes, nothing of ours is lost, and exit 0 means done";
const count = Number(process.env["FLOWGATE_CASES"] ?? (isLong ? 400 : 4));
testCases(`while others act between random commands, and requests and processes fail, ${right}`, plans, 154, count);
testKept("the plan in %s, which failed once, does not fail", plans, "regressions");
