// The figures of a run: targets with verdicts, times and requests, and a plot of the times over N and over L.
import * as echarts from "echarts";
import { contestants, jobs } from "./plans.mjs";

/** @import { Contestant, Job } from "./plans.mjs" */
/** @import { Sample } from "./work.mjs" */

/** @typedef {{ title: string; samples: readonly Sample[] }} Conditions the samples of one kind, N, L and C */
/** @typedef {(of: (contestant: Contestant) => Sample | undefined) => number | undefined} Figure of one round */

const changing = jobs.filter((job) => job !== "unchanged");

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** @type {(one: Contestant, other: Contestant) => Figure} */
const ratio = (one, other) => (of) => quotient(of(one)?.milliseconds, of(other)?.milliseconds);
/** @type {Figure} */
const beyondEngine = (of) => {
  const [ours, engine] = [of("B5")?.milliseconds, of("B0")?.milliseconds];
  return ours === undefined || engine === undefined ? undefined : ours - engine;
};
/** @param {number | undefined} one @param {number | undefined} other */
const quotient = (one, other) => (one === undefined || other === undefined ? undefined : one / other);

/**
 * The ratios and bounds, each with the conditions under which it counts.
 *
 * @type {readonly { name: string; limit: number; of: readonly Job[]; figure: Figure; where: (one: Sample) => boolean }[]}
 */
const targets = [
  {
    name: "(B5 - B0) / B2",
    limit: 1.25,
    of: changing,
    figure: (of) => quotient(beyondEngine(of), of("B2")?.milliseconds),
    where: ({ n, latencyMs }) => n >= 50 && latencyMs >= 20,
  },
  { name: "B5 / B0", limit: 1.2, of: ["create", "change", "destroy"], figure: ratio("B5", "B0"), where: atNoLatency },
  { name: "B5 / B0", limit: 1.3, of: ["refresh"], figure: ratio("B5", "B0"), where: atNoLatency },
  { name: "B5 / B0", limit: 1, of: ["unchanged"], figure: ratio("B5", "B0"), where: ({ n }) => n >= 50 },
  { name: "requests", limit: 0, of: ["unchanged"], figure: (of) => of("B5")?.requests, where: () => true },
  { name: "plugin, B7 / B0", limit: 1, of: ["refresh"], figure: ratio("B7", "B0"), where: atNoLatency },
  { name: "bulk, B6 / B0", limit: 0.2, of: ["create", "destroy"], figure: ratio("B6", "B0"), where: manyAtOnce },
  { name: "bulk, B6 / B0", limit: 0.3, of: ["unchanged"], figure: ratio("B6", "B0"), where: manyAtOnce },
  { name: "bulk, B6 / B0", limit: 1, of: ["refresh"], figure: ratio("B6", "B0"), where: manyAtOnce },
  {
    name: "replicator, (B5 - B0) / L",
    limit: 7,
    of: ["refresh"],
    figure: (of) => quotient(beyondEngine(of), of("B5")?.latencyMs),
    where: ({ kind, latencyMs }) => kind === "ReplicatorProfile" && latencyMs > 0,
  },
];

/** @param {Sample} sample */
function atNoLatency({ n, latencyMs }) {
  return n >= 50 && latencyMs === 0;
}

/** @param {Sample} sample */
function manyAtOnce({ n, latencyMs }) {
  return n >= 1000 && latencyMs === 0;
}

/** The engine alone makes no calls, so its samples belong to every latency of its kind and N. @param {readonly Sample[]} all */
function conditionsOf(all) {
  const groups = new Map();
  for (const sample of all.filter(({ contestant }) => contestant !== "B0")) {
    const { kind, n, latencyMs, capacity } = sample;
    const title = `${n} x ${kind}, L ${latencyMs} ms${capacity === undefined ? "" : `, C ${capacity}`}`;
    const alone = all.filter((one) => one.contestant === "B0" && one.kind === kind && one.n === n);
    const samples = groups.get(title) ?? [...alone];
    groups.set(title, [...samples, sample]);
  }
  return [...groups].map(([title, samples]) => /** @type {Conditions} */ ({ title, samples }));
}

/** The figure of each round. @param {Conditions} conditions @param {Job} job @param {Figure} figure */
function figures({ samples }, job, figure) {
  const rounds = [...new Set(samples.map(({ round }) => round))];
  return rounds.flatMap((round) => {
    const value = figure((who) =>
      samples.find((one) => one.contestant === who && one.job === job && one.round === round),
    );
    return value === undefined ? [] : [value];
  });
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** The page of results. @param {readonly Sample[]} samples @param {readonly string[]} facts about the machine */
export function reportText(samples, facts) {
  const all = conditionsOf(samples);
  const verdicts = targets.flatMap(({ name, limit, of, figure, where }) =>
    all.flatMap((conditions) =>
      of.flatMap((job) => {
        const values = figures(conditions, job, figure);
        const last = conditions.samples.at(-1);
        if (values.length === 0 || last === undefined || !where(last)) return [];
        const value = median(values);
        const verdict = value <= limit ? "pass" : "**fail**";
        return [[name, `${job}, ${conditions.title}`, value.toFixed(2), String(values.length), `<= ${limit}`, verdict]];
      }),
    ),
  );
  const names = /** @type {Contestant[]} */ (Object.keys(contestants));
  const rows = (/** @type {(sample: Sample) => number | undefined} */ of, /** @type {number} */ digits) =>
    all.flatMap((conditions) =>
      jobs.map((job) => {
        const cells = names.map((name) => {
          const values = figures(conditions, job, (at) => {
            const sample = at(name);
            return sample === undefined ? undefined : of(sample);
          });
          return values.length === 0 ? "" : median(values).toFixed(digits);
        });
        return [conditions.title, job, ...cells];
      }),
    );
  const met = verdicts.filter((row) => row.at(-1) === "pass").length;
  const sections = [
    "# Results of `npm run bench`",
    facts.map((fact) => `- ${fact}`).join("\n"),
    Object.entries(contestants)
      .map(([name, text]) => `${name}: ${text}`)
      .join("; ") +
      ". L is what each call takes, C how many calls an appliance runs at once, N the number of resources.",
    "## Targets",
    `${met} of ${verdicts.length} figures are within their targets. A figure is the median of all rounds.`,
    table(["What", "Where", "Figure", "Rounds", "Target", ""], verdicts),
    "## Seconds",
    table(
      ["Conditions", "Job", ...names],
      rows(({ milliseconds }) => milliseconds / 1000, 2),
    ),
    "## Requests",
    table(
      ["Conditions", "Job", ...names],
      rows(({ requests }) => requests, 0),
    ),
    "![Seconds over N](time-over-n.svg) ![Seconds over L](time-over-l.svg)",
  ];
  return `${sections.join("\n\n")}\n`;
}

/**
 * Creations of IP groups in seconds, a line a contestant, as SVG text.
 *
 * @param {readonly Sample[]} samples
 * @param {"n" | "latencyMs"} axis the other is as in most samples
 */
export function plotOf(samples, axis) {
  const made = samples.filter(
    ({ kind, job, capacity }) => kind === "IpGroup" && job === "create" && capacity === undefined,
  );
  const other = axis === "n" ? "latencyMs" : "n";
  const fixed = median(made.filter(({ contestant }) => contestant === "B5").map((one) => one[other]));
  const shown = made.filter((one) => one[other] === fixed || (axis === "n" && one.contestant === "B0"));
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 640, height: 360 });
  chart.setOption({
    animation: false,
    title: { text: `Create, seconds over ${axis === "n" ? "N" : "L"}` },
    legend: { bottom: 0 },
    xAxis: { type: "category", data: [...new Set(shown.map((one) => one[axis]))].sort((a, b) => a - b).map(String) },
    yAxis: { type: "log" },
    series: Object.keys(contestants).flatMap((name) => {
      const own = shown.filter(({ contestant }) => contestant === name);
      const points = [...new Set(own.map((one) => one[axis]))].map((x) => {
        const times = own.filter((one) => one[axis] === x).map(({ milliseconds }) => milliseconds / 1000);
        return [String(x), median(times)];
      });
      return points.length === 0 ? [] : [{ name, type: /** @type {const} */ ("line"), data: points }];
    }),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
