import { oneFault, parsePlan, plan, planText, type Plan } from "./plan";
import type { RandomCases } from "./random-cases";
import { runPlan } from "./run-plan";

/** Programs that are edited while appliances and connections fail. */
export const plans: RandomCases<Plan> = {
  noun: "plan",
  arbitrary: plan,
  run: runPlan,
  textOf: planText,
  parse: parsePlan,
  replay: "npx jest tests/property",
  lanes: 48,
};

/** Changes of programs of all kinds in which exactly one request fails. */
export const plansWithOneFault: RandomCases<Plan> = { ...plans, arbitrary: oneFault };
