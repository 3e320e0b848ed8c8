import { type Contestant, type Job, jobs } from "../jobs";
import type { Conditions, JobSample, StartSample } from "../samples";
import { lineThrough, type Summary } from "../statistics";
import { type Round, summaryOf, type View } from "./view";
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

interface Figure {
  readonly place: string;
  readonly figure: Summary | undefined;
}

interface Target {
  readonly name: string;
  readonly limit: number;
  readonly unit?: Verdict["unit"];
  readonly figures: (view: View) => readonly Figure[];
}

/** A figure of each round of some contestants, for each of these jobs under each of the matching conditions. */
function each<C extends Contestant>(
  contestants: readonly C[],
  of: readonly Job[],
  figure: (round: Round<C>) => number | undefined,
  fits: (conditions: Conditions) => boolean = () => true,
): Target["figures"] {
  return (view) =>
    view.conditions.filter(fits).flatMap((one) =>
      of.map((job) => ({
        place: `${job}, ${conditionsText(one)}`,
        figure: summaryOf(view.paired(contestants, job, one).map(figure)),
      })),
    );
}

const MB = 1024 * 1024;
const changing = jobs.filter((job) => job !== "unchanged");
const time = ({ milliseconds }: JobSample): number => milliseconds;
const size = ({ stateBytes = Number.NaN }: JobSample): number => stateBytes;
const overEngine = ({ B5, B0 }: Round<"B5" | "B0">): number => time(B5) / time(B0);
const beyondEngine = ({ B5, B0 }: Round<"B5" | "B0">): number => time(B5) - time(B0);
const many = ({ n }: Conditions): boolean => n >= 50;
const bulk = (job: Job): Target["figures"] =>
  each(
    ["B6", "B0"],
    [job],
    ({ B6, B0 }) => time(B6) / time(B0),
    ({ n, latencyMs }) => n >= 1000 && latencyMs === 0,
  );
const ofGroups = (n: number): Conditions => ({ kind: "IpGroup", n, latencyMs: 20 });

/** The ratios and bounds, each with its conditions. */
const targets: readonly Target[] = [
  {
    name: "(B5 - B0) / B2",
    limit: 1.25,
    figures: each(
      ["B5", "B0", "B2"],
      changing,
      (round) => beyondEngine(round) / time(round.B2),
      ({ n, latencyMs = 0, concurrency }) => n >= 50 && latencyMs >= 20 && concurrency === undefined,
    ),
  },
  {
    name: "B5 / B0",
    limit: 1.3,
    figures: each(["B5", "B0"], changing, overEngine, ({ n, latencyMs }) => n >= 50 && latencyMs === 0),
  },
  {
    name: "`up` without a change, B5 / B0",
    limit: 1.1,
    figures: each(["B5", "B0"], ["unchanged"], overEngine, many),
  },
  // The engine alone has one resource per group. An `up` without a change has no limit: with a single group it takes
  // more than 0.3 of the engine alone, so its distance to the floor is shown instead.
  { name: "all groups in one resource, B6 / B0", limit: 0.2, figures: bulk("create") },
  { name: "all groups in one resource, B6 / B0", limit: 1, figures: bulk("refresh") },
  { name: "all groups in one resource, B6 / B0", limit: 0.2, figures: bulk("destroy") },
  {
    name: "requests of an `up` without a change",
    limit: 0,
    figures: each(["B5"], ["unchanged"], ({ B5 }) => B5.requests),
  },
  {
    name: "refresh of the replicator, B5 - B0",
    limit: 7 * 20,
    unit: "ms",
    figures: each(
      ["B5", "B0"],
      ["refresh"],
      beyondEngine,
      ({ kind, n, latencyMs }) => kind === "ReplicatorProfile" && n === 200 && latencyMs === 20,
    ),
  },
  {
    name: "memory of the provider's process, N = 1,000 less N = 100",
    limit: 30,
    unit: "MB",
    figures: (view) => {
      const [few = [], most = []] = [100, 1000].map((n) =>
        [...view.rounds("B5", "create", ofGroups(n)).values()].flatMap(({ providerBytes }) => providerBytes ?? []),
      );
      return [{ place: "create", figure: summaryOf(most.map((bytes, index) => (bytes - (few[index] ?? NaN)) / MB)) }];
    },
  },
  {
    name: "provider start over a no-op provider",
    limit: 100,
    unit: "ms",
    figures: (view) => {
      const none = new Map(startsOf(view, "none").map(({ round, milliseconds }) => [round, milliseconds]));
      return (["IpGroup", "ReplicatorProfile"] as const).map((place) => {
        const starts = startsOf(view, place);
        return { place, figure: summaryOf(starts.map((one) => one.milliseconds - (none.get(one.round) ?? NaN))) };
      });
    },
  },
  { name: "loading the SDK over `@pulumi/pulumi`", limit: 20, unit: "ms", figures: starting("sdk", "") },
  {
    name: "plugin, B7 / B5",
    limit: 1,
    figures: each(["B7", "B5"], ["refresh", "destroy"], ({ B7, B5 }) => time(B7) / time(B5)),
  },
  {
    name: "state of the plugin, B7 / B5",
    limit: 0.85,
    figures: each(["B7", "B5"], ["create"], ({ B7, B5 }) => size(B7) / size(B5)),
  },
  { name: "start of the plugin", limit: 250, unit: "ms", figures: starting("plugin", "IpGroup") },
  { name: "requests at N = 0, by the line through all N", limit: 3, figures: requestLines("intercept") },
  { name: "requests off that line", limit: 0, figures: requestLines("largestError") },
  {
    name: "requests of destroy beyond 1 list and N deletions",
    limit: 0,
    figures: each(
      ["B5"],
      ["destroy"],
      ({ B5: { requests = NaN, n } }) => requests - n - 1,
      ({ kind }) => kind === "IpGroup",
    ),
  },
  {
    name: "(B5 - B0) at N = 1,000 / at N = 200",
    limit: 5.5,
    figures: (view) =>
      changing.map((job) => {
        const [few, most] = [200, 1000].map((n) =>
          summaryOf(view.paired(["B5", "B0"], job, ofGroups(n)).map(beyondEngine)),
        );
        return { place: `${job}, L 20 ms`, figure: summaryOf([(most?.median ?? NaN) / (few?.median ?? NaN)]) };
      }),
  },
  {
    // The engine alone stores the same inputs, and a provider text of the same length.
    name: "state, B5 / B0",
    limit: 1.1,
    figures: each(["B5", "B0"], ["create"], ({ B5, B0 }) => size(B5) / size(B0), many),
  },
];

function startsOf({ starts }: View, subject: StartSample["subject"]): StartSample[] {
  return starts.filter((sample) => sample.subject === subject);
}

function starting(subject: StartSample["subject"], place: string): Target["figures"] {
  return (view) => [{ place, figure: summaryOf(startsOf(view, subject).map(({ milliseconds }) => milliseconds)) }];
}

/** Only for the jobs in which each resource has requests of its own: deletions are sent in batches of varying size. */
function requestLines(part: "intercept" | "largestError"): Target["figures"] {
  return (view) => {
    const sizes = new Set(view.conditions.filter(({ kind }) => kind === "IpGroup").map(({ n }) => n));
    return (["create", "refresh", "change"] as const).map((job) => {
      const points = [...sizes].flatMap((n) => {
        const requests = view.summary("B5", job, ofGroups(n), (sample) => sample.requests);
        return requests === undefined ? [] : [[n, requests.median] as const];
      });
      // Two points are always on a line.
      const figures = points.length < 3 ? [] : [Math.abs(lineThrough(points)[part])];
      return { place: `${job}, N = ${points.map(([n]) => n).join(", ")}, L 20 ms`, figure: summaryOf(figures) };
    });
  };
}

/** Tolerance, since lines through whole numbers miss them by rounding. */
const ROUNDING = 1e-9;

/** All figures that follow from the samples, and the names of the targets without a figure. */
export function judge(view: View): { verdicts: Verdict[]; unmeasured: string[] } {
  const verdicts = targets.flatMap(({ name, limit, unit = "", figures }) =>
    figures(view).flatMap(({ place, figure }): Verdict[] => {
      if (figure === undefined) return [];
      const within = (value: number): boolean => value <= limit + ROUNDING;
      const met = within(figure.median);
      return [{ target: name, place, limit, unit, figure, met, sure: within(figure.low) === within(figure.high) }];
    }),
  );
  const names = new Set(targets.map(({ name }) => name));
  return { verdicts, unmeasured: [...names].filter((name) => verdicts.every(({ target }) => target !== name)) };
}
