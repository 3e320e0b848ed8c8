import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Plan, plan, planText } from "./plan";
import { runPlan } from "./run-plan";

/** The result of running a number of plans. */
export interface PlansOutcome {
  readonly plans: number;
  readonly seconds: number;
  /** One text per failed plan, with its seed and the file that replays it. */
  readonly violations: readonly string[];
}

export interface PlansOptions {
  readonly seed: number;
  /** Stop after this many plans. */
  readonly plans?: number;
  /** Stop after this many seconds. */
  readonly seconds?: number;
  /** The number of plans that run side by side: they spend most of the time waiting. Default 48. */
  readonly lanes?: number;
}

/** The folder for failed plans. `FLOWGATE_REPLAY=<file>` runs one of them again. */
const folder = process.env["FLOWGATE_FAILED_PLANS"] ?? join(tmpdir(), "flowgate-plans");
/** Plans per property. A failure is shrunk within its property; the next property has another seed. */
const CHUNK = 20;
/** The time limit for shrinking. If a plan fails only sometimes, shrinking takes longer than it is worth. */
const SHRINK_SECONDS = Number(process.env["FLOWGATE_SHRINK_SECONDS"] ?? 60);

/** Runs random plans side by side. Shrinks each failing plan and saves it to a file. */
export async function checkPlans({
  seed,
  plans = Infinity,
  seconds = Infinity,
  lanes = 48,
}: PlansOptions): Promise<PlansOutcome> {
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const violations: string[] = [];
  let started = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (started < plans && elapsed() < seconds) {
      const numRuns = Math.min(CHUNK, plans - started);
      started += numRuns;
      const chunkSeed = seed + started;
      const failure = await checkChunk(
        chunkSeed,
        numRuns,
        () => (done += 1),
        () => elapsed() >= seconds,
      );
      if (failure === undefined) continue;
      violations.push(failure);
      process.stderr.write(`${failure}\n`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { plans: done, seconds: elapsed(), violations };
}

async function checkChunk(
  seed: number,
  numRuns: number,
  count: () => void,
  isOver: () => boolean,
): Promise<string | undefined> {
  let failedAt: number | undefined;
  let smallest: { plan: Plan; message: string } | undefined;
  const property = fc.asyncProperty(plan, async (one) => {
    if (failedAt === undefined ? isOver() : performance.now() - failedAt > SHRINK_SECONDS * 1000) return;
    try {
      await runPlan(one);
    } catch (error) {
      failedAt ??= performance.now();
      smallest = { plan: one, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      throw error;
    } finally {
      if (failedAt === undefined) count();
    }
  });
  const { failed } = await fc.check(property, { seed, numRuns });
  if (!failed || smallest === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `plan-${seed}.json`);
  const [message = ""] = smallest.message.split("\n    at ");
  writeFileSync(file, planText(smallest.plan, message));
  return `seed ${seed}: ${smallest.message}\nFLOWGATE_REPLAY=${file} npx jest --selectProjects property`;
}
