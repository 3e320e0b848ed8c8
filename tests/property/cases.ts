import { parsePlan, plan, planText, type Plan, smaller } from "./plan";
import type { RandomCases } from "./random-cases";
import { runPlan } from "./run-plan";

/** Commands on a program that is edited, while others act, and while appliances, connections and processes fail. */
export const plans: RandomCases<Plan> = {
  noun: "plan",
  arbitrary: plan,
  run: runPlan,
  smaller,
  textOf: planText,
  parse: parsePlan,
  replay: "npx jest tests/property",
  lanes: 96,
};
