import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Kind } from "./declared";
import type { Contestant, Job } from "./jobs";

/** What was measured under which conditions. */
export interface Conditions {
  readonly kind: Kind;
  readonly n: number;
  /** Milliseconds of each call; undefined for B0, which makes none. */
  readonly latencyMs?: number;
  /** Calls that the appliance runs at once; undefined: all. */
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
  /** The most memory of the provider's process. */
  readonly providerBytes?: number;
  /** Size of the state file after the job. */
  readonly stateBytes?: number;
}

export type StartMeasure = "provider start" | "sdk load";

/** Milliseconds that something takes to start. */
export interface StartSample {
  readonly what: "start";
  readonly measure: StartMeasure;
  /** `none`: what it would take without this package. `plugin`: the provider plugin, with an `IpGroup`. */
  readonly subject: Kind | "sdk" | "none" | "plugin";
  readonly round: number;
  readonly milliseconds: number;
}

export type Sample = JobSample | StartSample;

/** What the samples of one file have in common: they may only be compared with each other when this is equal. */
export interface Subject {
  /** Hash of the compiled package and of the bench. */
  readonly build: string;
  readonly engine: string;
  readonly node: string;
  readonly machine: string;
}

/** Distinguishes samples. */
export function keyOf(sample: Sample | Omit<JobSample, "milliseconds">): string {
  if (sample.what === "start") return `${sample.measure}/${sample.subject}/${sample.round}`;
  const { kind, n, latencyMs = "-", capacity = "-", concurrency = "-", contestant, job, round } = sample;
  return [kind, n, latencyMs, capacity, concurrency, contestant, job, round].join("/");
}

/** Thrown for samples of another build, engine or machine. */
export class OtherSubjectError extends Error {}

/**
 * Samples in a file of one JSON value per line; the first is the subject. Each is written as it is measured, so
 * that a run which was interrupted goes on where it was; a line that was cut off is measured again.
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

  /** In the order in which they were measured. */
  get all(): readonly Sample[] {
    return [...this.#samples.values()];
  }

  has(key: string): boolean {
    return this.#samples.has(key);
  }

  /** Keeps a sample. One that is there already stays: the first measurement counts. */
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
    // What was cut off in the middle of a line goes, or the next sample would be glued to it.
    if (lines.at(-1) !== "") writeFileSync(this.path, [first, ...whole, ""].join("\n"));
  }
}
