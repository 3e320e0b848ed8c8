import { type Contestant, type Job, jobs } from "../jobs";
import type { Conditions, JobSample } from "../samples";
import { lineThrough, type Summary, summarise } from "../statistics";
import type { View } from "./view";
import { conditionsText } from "./words";

/** One figure with its target. */
export interface Verdict {
  readonly target: string;
  /** Conditions of the measurement. */
  readonly place: string;
  readonly limit: number;
  readonly unit: "" | "ms" | "MB";
  readonly figure: Summary;
  /** Whether the median meets the target. */
  readonly met: boolean;
  /** Whether the quartiles agree. */
  readonly sure: boolean;
}

interface Target {
  readonly name: string;
  readonly unit?: Verdict["unit"];
  readonly figures: (view: View) => readonly { place: string; limit: number; figure: Summary | undefined }[];
}

const MB = 1024 * 1024;
const time = ({ milliseconds }: JobSample): number => milliseconds;
const place = (conditions: Conditions, job: Job): string => `${job}, ${conditionsText(conditions)}`;

/** A figure for each job, under each of the matching conditions. */
function each(
  view: View,
  fits: (conditions: Required<Pick<Conditions, "latencyMs">> & Conditions) => boolean,
  limit: number,
  figure: (job: Job, conditions: Conditions) => Summary | undefined,
  of: readonly Job[] = jobs,
): { place: string; limit: number; figure: Summary | undefined }[] {
  return view.conditions
    .filter((one) => fits({ ...one, latencyMs: one.latencyMs ?? 0 }))
    .flatMap((one) => of.map((job) => ({ place: place(one, job), limit, figure: figure(job, one) })));
}

/**
 * The engine alone has one resource per group. An `up` without a change has no limit: with a single group it takes more
 * than 0.3 of the engine alone, so its distance to the floor is shown instead.
 */
const bulkLimits = { create: 0.2, refresh: 1, destroy: 0.2 } as const;

const changing = jobs.filter((job) => job !== "unchanged");

/** The ratios and bounds, each with its conditions. */
const targets: readonly Target[] = [
  {
    name: "(B5 - B0) / B2",
    figures: (view) =>
      each(
        view,
        ({ n, latencyMs, concurrency }) => n >= 50 && latencyMs >= 20 && concurrency === undefined,
        1.25,
        (job, one) => view.paired(["B5", "B0", "B2"], job, one, ({ B5, B0, B2 }) => (time(B5) - time(B0)) / time(B2)),
        changing,
      ),
  },
  {
    name: "B5 / B0",
    figures: (view) => each(view, ({ latencyMs, n }) => latencyMs === 0 && n >= 50, 1.3, overEngine(view), changing),
  },
  {
    name: "`up` without a change, B5 / B0",
    figures: (view) => each(view, ({ n }) => n >= 50, 1.1, overEngine(view), ["unchanged"]),
  },
  {
    name: "all groups in one resource, B6 / B0",
    figures: (view) =>
      Object.entries(bulkLimits).flatMap(([job, limit]) =>
        each(
          view,
          ({ n, latencyMs }) => n >= 1000 && latencyMs === 0,
          limit,
          (one, conditions) => view.paired(["B6", "B0"], one, conditions, ({ B6, B0 }) => time(B6) / time(B0)),
          [job as Job],
        ),
      ),
  },
  {
    name: "requests of an `up` without a change",
    figures: (view) =>
      each(
        view,
        () => true,
        0,
        (job, one) => view.summary("B5", job, one, ({ requests }) => requests),
        ["unchanged"],
      ),
  },
  {
    name: "refresh of the replicator, B5 - B0",
    unit: "ms",
    figures: (view) =>
      each(
        view,
        ({ kind, n, latencyMs }) => kind === "ReplicatorProfile" && n === 200 && latencyMs === 20,
        7 * 20,
        (job, one) => view.paired(["B5", "B0"], job, one, ({ B5, B0 }) => time(B5) - time(B0)),
        ["refresh"],
      ),
  },
  {
    name: "memory of the provider's process, N = 1,000 less N = 100",
    unit: "MB",
    figures: (view) => [memoryGrowth(view)],
  },
  { name: "provider start over a no-op provider", unit: "ms", figures: providerStart },
  {
    name: "loading the SDK over `@pulumi/pulumi`",
    unit: "ms",
    figures: (view) => {
      const loads = view.starts.filter(({ measure }) => measure === "sdk load").map(({ milliseconds }) => milliseconds);
      return [{ place: "", limit: 20, figure: loads.length === 0 ? undefined : summarise(loads) }];
    },
  },
  {
    name: "plugin, B7 / B5",
    figures: (view) =>
      each(
        view,
        () => true,
        1,
        (job, one) => view.paired(["B7", "B5"], job, one, ({ B7, B5 }) => time(B7) / time(B5)),
        ["refresh", "destroy"],
      ),
  },
  {
    name: "state of the plugin, B7 / B5",
    figures: (view) => each(view, () => true, 0.85, stateRatio(view, "B7", "B5"), ["create"]),
  },
  { name: "start of the plugin", unit: "ms", figures: (view) => [pluginStart(view)] },
  { name: "requests at N = 0, by the line through all N", figures: (view) => requestLines(view, "intercept", 3) },
  { name: "requests off that line", figures: (view) => requestLines(view, "largestError", 0) },
  {
    name: "requests of destroy beyond 1 list and N deletions",
    figures: (view) =>
      each(
        view,
        ({ kind }) => kind === "IpGroup",
        0,
        (job, one) =>
          view.summary("B5", job, one, ({ requests, n }) => (requests === undefined ? undefined : requests - n - 1)),
        ["destroy"],
      ),
  },
  { name: "(B5 - B0) at N = 1,000 / at N = 200", figures: timeGrowth },
  {
    // The engine alone stores the same inputs, and a provider text of the same length.
    name: "state, B5 / B0",
    figures: (view) => each(view, ({ n }) => n >= 50, 1.1, stateRatio(view, "B5", "B0"), ["create"]),
  },
];

/** All figures that follow from the samples, and the names of the targets without a figure. */
export function judge(view: View): { verdicts: Verdict[]; unmeasured: string[] } {
  const verdicts = targets.map(({ name, unit = "", figures }) =>
    figures(view).flatMap(({ place: where, limit, figure }) =>
      figure === undefined ? [] : [{ target: name, place: where, limit, unit, figure, ...verdictOn(figure, limit) }],
    ),
  );
  const unmeasured = targets.filter((_, index) => verdicts[index]?.length === 0).map(({ name }) => name);
  return { verdicts: verdicts.flat(), unmeasured };
}

function verdictOn({ median, low, high }: Summary, limit: number): Pick<Verdict, "met" | "sure"> {
  const within = (value: number): boolean => value <= limit + ROUNDING;
  return { met: within(median), sure: within(low) === within(high) };
}

/** Tolerance, since lines through whole numbers miss them by rounding. */
const ROUNDING = 1e-9;

function overEngine(view: View): (job: Job, conditions: Conditions) => Summary | undefined {
  return (job, one) => view.paired(["B5", "B0"], job, one, ({ B5, B0 }) => time(B5) / time(B0));
}

const lineConditions = (n: number): Conditions => ({ kind: "IpGroup", n, latencyMs: 20 });

function memoryGrowth(view: View): { place: string; limit: number; figure: Summary | undefined } {
  const memory = (n: number): number[] =>
    [...view.rounds("B5", "create", lineConditions(n)).values()].flatMap(({ providerBytes }) => providerBytes ?? []);
  const [few, many] = [memory(100), memory(1000)];
  const growth = many.slice(0, few.length).map((bytes, index) => (bytes - (few[index] ?? 0)) / MB);
  return { place: "create", limit: 30, figure: growth.length === 0 ? undefined : summarise(growth) };
}

function providerStart(view: View): { place: string; limit: number; figure: Summary | undefined }[] {
  const of = (subject: string): Map<number, number> =>
    new Map(
      view.starts
        .filter((sample) => sample.measure === "provider start" && sample.subject === subject)
        .map(({ round, milliseconds }) => [round, milliseconds]),
    );
  const none = of("none");
  return ["IpGroup", "ReplicatorProfile"].map((subject) => {
    const over = [...of(subject)].flatMap(([round, value]) => value - (none.get(round) ?? Number.NaN));
    const figures = over.filter((value) => !Number.isNaN(value));
    return { place: subject, limit: 100, figure: figures.length === 0 ? undefined : summarise(figures) };
  });
}

function stateRatio(
  view: View,
  one: Contestant,
  other: Contestant,
): (job: Job, conditions: Conditions) => Summary | undefined {
  const size = (sample: JobSample | undefined): number => sample?.stateBytes ?? Number.NaN;
  return (job, conditions) =>
    view.paired([one, other], job, conditions, (samples) => size(samples[one]) / size(samples[other]));
}

function pluginStart(view: View): { place: string; limit: number; figure: Summary | undefined } {
  const figures = view.starts.filter(({ subject }) => subject === "plugin").map(({ milliseconds }) => milliseconds);
  return { place: "IpGroup", limit: 250, figure: figures.length === 0 ? undefined : summarise(figures) };
}

/** Only for the jobs in which each resource has requests of its own: deletions are sent in batches of varying size. */
function requestLines(view: View, part: "intercept" | "largestError", limit: number) {
  const sizes = [...new Set(view.conditions.filter(({ kind }) => kind === "IpGroup").map(({ n }) => n))];
  return (["create", "refresh", "change"] as const).map((job) => {
    const points = sizes.flatMap((n) => {
      const requests = view.summary("B5", job, lineConditions(n), (sample) => sample.requests);
      return requests === undefined ? [] : [[n, requests.median] as const];
    });
    // Two points are always on a line.
    const figure = points.length < 3 ? undefined : summarise([Math.abs(lineThrough(points)[part])]);
    return { place: `${job}, N = ${points.map(([n]) => n).join(", ")}, L 20 ms`, limit, figure };
  });
}

function timeGrowth(view: View): { place: string; limit: number; figure: Summary | undefined }[] {
  const own = (job: Job, n: number): Summary | undefined =>
    view.paired(["B5", "B0"], job, lineConditions(n), ({ B5, B0 }) => time(B5) - time(B0));
  return changing.map((job) => {
    const [few, many] = [own(job, 200), own(job, 1000)];
    const figure = few === undefined || many === undefined ? undefined : summarise([many.median / few.median]);
    return { place: `${job}, L 20 ms`, limit: 5.5, figure };
  });
}
