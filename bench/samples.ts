import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Kind } from "./declared";
import type { Contestant, Job } from "./jobs";

/** Conditions of a measurement. */
export interface Conditions {
  readonly kind: Kind;
  readonly n: number;
  /** Latency of each call in milliseconds; undefined for B0, which makes no calls. */
  readonly latencyMs?: number;
  /** Number of calls that the appliance runs at once; undefined: no limit. */
  readonly capacity?: number;
  /** The provider's `concurrency`; undefined: the engine's parallelism. */
  readonly concurrency?: number;
}

/** One job of one contestant in one round. */
export interface JobSample extends Conditions {
  readonly what: "job";
  readonly contestant: Contestant;
  readonly job: Job;
  readonly round: number;
  readonly milliseconds: number;
  readonly requests?: number;
  readonly verbs?: Readonly<Record<string, number>>;
  /** Peak memory of the provider's process. */
  readonly providerBytes?: number;
  /** Size of the state file after the job. */
  readonly stateBytes?: number;
}

export type StartMeasure = "provider start" | "sdk load";

/** Duration of a start. */
export interface StartSample {
  readonly what: "start";
  readonly measure: StartMeasure;
  /** `none`: the duration without this package. `plugin`: the provider plugin, with an `IpGroup`. */
  readonly subject: Kind | "sdk" | "none" | "plugin";
  readonly round: number;
  readonly milliseconds: number;
}

export type Sample = JobSample | StartSample;

/** Common properties of the samples in a file. Samples may only be compared if these are equal. */
export interface Subject {
  /** Hash of the compiled package and of the bench. */
  readonly build: string;
  readonly engine: string;
  readonly node: string;
  readonly machine: string;
}

/** Key that identifies a sample. */
export function keyOf(sample: Sample | Omit<JobSample, "milliseconds">): string {
  if (sample.what === "start") return `${sample.measure}/${sample.subject}/${sample.round}`;
  return [conditionsKey(sample), sample.contestant, sample.job, sample.round].join("/");
}

/** Key that identifies the conditions of a sample. */
export function conditionsKey({ kind, n, latencyMs, capacity, concurrency }: Conditions): string {
  return [kind, n, latencyMs ?? "-", capacity ?? "-", concurrency ?? "-"].join("/");
}

/** Thrown for samples of another build, engine or machine. */
export class OtherSubjectError extends Error {}

/**
 * Samples in a file with one JSON value per line; the first line is the subject. Each sample is written as soon as it
 * is measured, so that an interrupted run can continue. A truncated line is measured again.
 */
export class SampleFile {
  readonly #samples = new Map<string, Sample>();

  constructor(
    private readonly path: string,
    subject: Subject,
    { fresh }: { readonly fresh: boolean },
  ) {
    mkdirSync(dirname(path), { recursive: true });
    if (!fresh && existsSync(path)) this.#load(subject);
    else writeFileSync(path, `${JSON.stringify(subject)}\n`);
  }

  /** In the order of measurement. */
  get all(): readonly Sample[] {
    return [...this.#samples.values()];
  }

  has(key: string): boolean {
    return this.#samples.has(key);
  }

  /** Adds a sample. An existing one stays: the first measurement counts. */
  add(sample: Sample): void {
    const key = keyOf(sample);
    if (this.#samples.has(key)) return;
    this.#samples.set(key, sample);
    appendFileSync(this.path, `${JSON.stringify(sample)}\n`);
  }

  #load(subject: Subject): void {
    const text = readFileSync(this.path, "utf8");
    const [first = "", ...lines] = text.split("\n");
    if (first !== JSON.stringify(subject)) {
      throw new OtherSubjectError(
        `${this.path} holds samples of another build, engine or machine, which cannot be compared with those of ` +
          "this one. Start over with --fresh.",
      );
    }
    const whole = lines.slice(0, -1);
    for (const sample of whole.map((line) => JSON.parse(line) as Sample)) this.#samples.set(keyOf(sample), sample);
    // Removes a truncated line, which would otherwise be joined with the next sample.
    if (lines.at(-1) !== "") writeFileSync(this.path, [first, ...whole, ""].join("\n"));
  }
}
