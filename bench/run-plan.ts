import { measureStart, starts } from "./measures/starts";
import { type Plan, type Series, seriesOf } from "./plan";
import { conditionsText } from "./report/words";
import { type JobSample, keyOf, type SampleFile } from "./samples";
import { runSeries } from "./series";
import { type Installation, Stacks } from "./stack";

/** Called with the progress of a run. */
export type Report = (done: number, all: number, now: string) => void;

/** The series of a plan that are not complete in the file. */
export function missingSeries(plan: Plan, file: Pick<SampleFile, "has">): Series[] {
  return seriesOf(plan).filter((series) => series.jobs.some((job) => !file.has(keyOf(sampleOf(series, job)))));
}

function sampleOf({ contestant, conditions, round }: Series, job: JobSample["job"]): Omit<JobSample, "milliseconds"> {
  return { what: "job", contestant, ...conditions, job, round };
}

/** Measures the series that are missing in the file. A series that lacks a job is repeated as a whole. */
export async function runPlan(plan: Plan, file: SampleFile, installation: Installation, report: Report): Promise<void> {
  const missing = missingSeries(plan, file);
  const all = missing.length + plan.starts;
  const stacks = new Stacks(installation);
  try {
    for (let round = 0; round < plan.starts; round++) {
      report(round, all, "start-up of the provider, loading of the SDK");
      await runStarts(round, file, installation.root);
    }
    for (const [index, series] of missing.entries()) {
      report(plan.starts + index, all, titleOf(series));
      await runSeries(series, { installation, stacks }, (sample) => file.add(sample));
    }
    report(all, all, "done");
  } finally {
    await stacks.close();
  }
}

async function runStarts(round: number, file: SampleFile, root: string): Promise<void> {
  for (const start of starts) {
    const sample = { what: "start" as const, ...start, round };
    if (file.has(keyOf({ ...sample, milliseconds: 0 }))) continue;
    file.add({ ...sample, milliseconds: await measureStart(start, root) });
  }
}

function titleOf({ contestant, conditions, round }: Series): string {
  return `${contestant}, ${conditionsText(conditions)}, round ${round + 1}`;
}
