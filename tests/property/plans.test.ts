import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plans } from "./cases";
import { parsePlan } from "./plan";
import { checkCases } from "./random-cases";
import { runPlan } from "./run-plan";

// A failing plan is shrunk before it is reported.
jest.setTimeout(300_000);

const folder = join(__dirname, "regressions");
const replay = process.env["FLOWGATE_REPLAY"];

if (replay === undefined) {
  test("F154: after random programs, manual changes and faults, at most three runs converge, and invariants I1 to I8 hold", async () => {
    // The plans are the same each time, so that a failure comes from the current change. tests/long tries other plans.
    const seed = Number(process.env["FLOWGATE_SEED"] ?? 154);
    const { violations } = await checkCases(plans, { seed, cases: 4 });
    expect(violations).toEqual([]);
  });

  test.each(readdirSync(folder).filter((name) => name.endsWith(".json")))(
    "F154: the plan in %s, which failed once, converges",
    async (name) => {
      await runPlan(parsePlan(readFileSync(join(folder, name), "utf8")));
    },
  );
} else {
  test(`F154: the plan in ${replay} converges`, async () => {
    await runPlan(parsePlan(readFileSync(replay, "utf8")));
  });
}
