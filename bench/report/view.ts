import type { Contestant, Job } from "../jobs";
import { type Conditions, conditionsKey, type JobSample, type Sample, type StartSample } from "../samples";
import { type Summary, summarise } from "../statistics";

/** One round of several contestants. */
export type Round<C extends Contestant> = Readonly<Record<C, JobSample>>;

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
    const measured = this.jobs.filter(({ contestant, latencyMs }) => contestant !== "B0" && latencyMs !== undefined);
    const found = new Map(measured.map((sample) => [conditionsKey(sample), conditionsOf(sample)]));
    return [...found.values()].sort(
      (one, other) =>
        one.kind.localeCompare(other.kind) ||
        one.n - other.n ||
        (one.latencyMs ?? 0) - (other.latencyMs ?? 0) ||
        Number(one.capacity !== undefined) - Number(other.capacity !== undefined) ||
        (other.capacity ?? 0) - (one.capacity ?? 0),
    );
  }

  /** The rounds of one contestant and job. For B0, the conditions of calls are ignored, as it makes none. */
  rounds(contestant: Contestant, job: Job, conditions: Conditions): ReadonlyMap<number, JobSample> {
    const { kind, n } = conditions;
    const wanted = contestant === "B0" ? conditionsKey({ kind, n }) : conditionsKey(conditions);
    const fits = this.jobs.filter(
      (sample) => sample.contestant === contestant && sample.job === job && conditionsKey(sample) === wanted,
    );
    return new Map(fits.map((sample) => [sample.round, sample]));
  }

  /** The rounds in which all of these contestants were measured. */
  paired<C extends Contestant>(contestants: readonly C[], job: Job, conditions: Conditions): Round<C>[] {
    const all = contestants.map((one) => [one, this.rounds(one, job, conditions)] as const);
    return [...(all[0]?.[1].keys() ?? [])].flatMap((round) => {
      const found = all.map(([one, rounds]) => [one, rounds.get(round)] as const);
      return found.some(([, sample]) => sample === undefined) ? [] : [Object.fromEntries(found) as Round<C>];
    });
  }

  /** Summary of one figure of one contestant. */
  summary(
    contestant: Contestant,
    job: Job,
    conditions: Conditions,
    figure: (sample: JobSample) => number | undefined = ({ milliseconds }) => milliseconds,
  ): Summary | undefined {
    return summaryOf([...this.rounds(contestant, job, conditions).values()].map(figure));
  }
}

/** Summary of the figures that are there; undefined if there are none. */
export function summaryOf(figures: readonly (number | undefined)[]): Summary | undefined {
  const given = figures.filter((figure) => figure !== undefined && !Number.isNaN(figure));
  return given.length === 0 ? undefined : summarise(given as number[]);
}

function conditionsOf({ kind, n, latencyMs, capacity, concurrency }: Conditions): Conditions {
  return {
    ...{ kind, n },
    ...(latencyMs === undefined ? {} : { latencyMs }),
    ...(capacity === undefined ? {} : { capacity }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
}
