import type { Contestant, Job } from "../jobs";
import { type Conditions, type JobSample, type Sample, type StartSample } from "../samples";
import { type Summary, summarise } from "../statistics";

/** Queries on the samples of a run. */
export class View {
  readonly jobs: readonly JobSample[];
  readonly starts: readonly StartSample[];

  constructor(samples: readonly Sample[]) {
    this.jobs = samples.filter((sample): sample is JobSample => sample.what === "job");
    this.starts = samples.filter((sample): sample is StartSample => sample.what === "start");
  }

  /** All conditions of any contestant, without duplicates, smaller ones first. B0 has no conditions. */
  get conditions(): Conditions[] {
    const found = new Map<string, Conditions>();
    for (const { kind, n, latencyMs, capacity, concurrency, contestant } of this.jobs) {
      if (contestant === "B0" || latencyMs === undefined) continue;
      const rest = {
        ...(capacity === undefined ? {} : { capacity }),
        ...(concurrency === undefined ? {} : { concurrency }),
      };
      found.set([kind, n, latencyMs, capacity, concurrency].join(), { kind, n, latencyMs, ...rest });
    }
    const rank = ({ kind, n, latencyMs = 0, capacity = Infinity }: Conditions): readonly (string | number)[] => [
      kind,
      n,
      latencyMs,
      -capacity,
    ];
    return [...found.values()].sort((one, other) => compare(rank(one), rank(other)));
  }

  /** The rounds of one contestant and job. For B0, the conditions of calls are ignored, as it makes none. */
  rounds(contestant: Contestant, job: Job, conditions: Conditions): ReadonlyMap<number, JobSample> {
    const { kind, n, latencyMs, capacity, concurrency } = conditions;
    const fits = (sample: JobSample): boolean =>
      sample.contestant === contestant &&
      sample.job === job &&
      sample.kind === kind &&
      sample.n === n &&
      (contestant === "B0" ||
        (sample.latencyMs === latencyMs && sample.capacity === capacity && sample.concurrency === concurrency));
    return new Map(this.jobs.filter(fits).map((sample) => [sample.round, sample]));
  }

  /** Summary of a figure that combines one round of each contestant. Undefined if no round has all of them. */
  paired<C extends Contestant>(
    contestants: readonly C[],
    job: Job,
    conditions: Conditions,
    figure: (samples: Readonly<Record<C, JobSample>>) => number,
  ): Summary | undefined {
    const [first, ...others] = contestants.map((one) => [one, this.rounds(one, job, conditions)] as const);
    const figures = [...(first?.[1] ?? [])].flatMap(([round, sample]) => {
      const rest = others.map(([one, rounds]) => [one, rounds.get(round)] as const);
      if (rest.some(([, found]) => found === undefined)) return [];
      return [figure(Object.fromEntries([[first?.[0], sample], ...rest]) as Record<C, JobSample>)];
    });
    return figures.length === 0 ? undefined : summarise(figures);
  }

  /** Summary of one figure of one contestant. */
  summary(
    contestant: Contestant,
    job: Job,
    conditions: Conditions,
    figure: (sample: JobSample) => number | undefined = ({ milliseconds }) => milliseconds,
  ): Summary | undefined {
    const figures = [...this.rounds(contestant, job, conditions).values()].flatMap((sample) => figure(sample) ?? []);
    return figures.length === 0 ? undefined : summarise(figures);
  }
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}
