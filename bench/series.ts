import { join } from "node:path";
import { type Appliances, startAppliances } from "./appliances";
import type { Contestant, Job } from "./jobs";
import { environmentOf } from "./programs/settings";
import type { Series } from "./plan";
import { plainEnvironment, runProcess } from "./run-process";
import type { JobSample } from "./samples";
import type { Installation, Stacks } from "./stack";

/** What the engine's program loads from `bench/programs`. */
const programs: Readonly<Record<Exclude<Contestant, "B1" | "B2">, string>> = {
  B0: 'require("flowgate-bench/programs/dynamic").declareWith("noop");',
  B3: 'require("flowgate-bench/programs/dynamic").declareWith("curl");',
  B5: 'require("flowgate-bench/programs/flowgate");',
  B6: 'require("flowgate-bench/programs/flowgate-bulk");',
  B7: 'require("flowgate-bench/programs/flowgate");',
};

/** Thrown if the measured work was not the requested job. */
export class NotTheJobError extends Error {}

/** Measures a series with new appliances and a new stack, and yields each sample as soon as it is measured. */
export async function runSeries(
  series: Series,
  { installation, stacks }: { readonly installation: Installation; readonly stacks: Stacks },
  keep: (sample: JobSample) => void,
): Promise<void> {
  const { contestant, conditions, jobs, round } = series;
  const appliances = await startAppliances();
  const work =
    contestant === "B1" || contestant === "B2"
      ? scriptWork(series, installation, appliances)
      : await engineWork(series, contestant, stacks, installation, appliances);
  try {
    for (const job of jobs) {
      await appliances.begin(conditions.latencyMs ?? 0, conditions.capacity);
      const measured = await work.run(job);
      const got = await appliances.got();
      check(series, job, got);
      const counted = contestant === "B0" ? {} : { requests: got.requests, verbs: got.verbs };
      keep({ what: "job", contestant, ...conditions, job, round, ...measured, ...counted });
    }
  } finally {
    await Promise.all([work.end(), appliances.close()]);
  }
}

type Measured = Pick<JobSample, "milliseconds" | "providerBytes" | "stateBytes">;

interface Work {
  run(job: Job): Promise<Measured>;
  end(): Promise<void>;
}

/** B1 makes one call at a time, B2 as many as the appliance runs and the engine submits. */
function scriptWork({ contestant, conditions }: Series, { parallel }: Installation, { environment }: Appliances): Work {
  const width = contestant === "B1" ? 1 : Math.min(conditions.capacity ?? parallel, parallel);
  return {
    run: async (job) => {
      const env = {
        ...plainEnvironment(),
        ...environment,
        ...environmentOf({ kind: conditions.kind, n: conditions.n, changed: false }),
        BENCH_JOB: job,
        BENCH_WIDTH: String(width),
        BENCH_PARALLEL: String(parallel),
      };
      const script = join(__dirname, "scripts/main.js");
      const { stdout } = await runProcess(process.execPath, [script], { cwd: __dirname, env });
      return JSON.parse(stdout) as { milliseconds: number };
    },
    end: () => Promise.resolve(),
  };
}

async function engineWork(
  { conditions: { kind, n, concurrency } }: Series,
  contestant: keyof typeof programs,
  stacks: Stacks,
  { parallel }: Installation,
  { environment }: Appliances,
): Promise<Work> {
  const stack = await stacks.make(programs[contestant], concurrency ?? parallel, contestant === "B7");
  return {
    run: async (job) => {
      const settings = { kind, n, changed: job === "change" };
      const { milliseconds, providerBytes } = await stack.run(job, settings, environment);
      const memory = providerBytes === undefined ? {} : { providerBytes };
      const size = job === "create" ? { stateBytes: Buffer.byteLength(await stack.state()) } : {};
      return { milliseconds, ...memory, ...size };
    },
    end: () => stack.remove(),
  };
}

/** Checks the work on the appliances: a contestant that did not do its job would look fast. */
function check(
  { contestant, conditions: { kind, n } }: Series,
  job: Job,
  got: { objects: number; refused: number },
): void {
  const expected = contestant === "B0" || job === "destroy" ? 0 : n;
  if (got.objects === expected && got.refused === 0) return;
  throw new NotTheJobError(
    `After ${job} by ${contestant} the appliances hold ${got.objects} objects of ${kind} and not ${expected}, ` +
      `and refused ${got.refused} requests. Nothing that was measured of it counts.`,
  );
}
