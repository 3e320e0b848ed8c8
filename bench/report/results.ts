import { contestantNames, contestants, jobNames, jobs } from "../jobs";
import type { Plan } from "../plan";
import type { Sample, Subject } from "../samples";
import { summarise } from "../statistics";
import { distancesOf } from "./distances";
import { judge, type Verdict } from "./targets";
import { View } from "./view";
import { conditionsText, markdownTable, summaryText } from "./words";

export interface ReportFacts {
  readonly subject: Subject;
  readonly plan: Plan;
  readonly parallel: number;
  /** Version of the package. */
  readonly version: string;
  /** Date of the report, as in `2026-01-31`. */
  readonly date: string;
  /** Files of the plots, next to the report. */
  readonly plots: readonly string[];
  /** Remarks about what could not be measured on this machine. */
  readonly remarks: readonly string[];
}

/** The whole report as Markdown. */
export function reportText(samples: readonly Sample[], facts: ReportFacts): string {
  const view = new View(samples);
  const { verdicts, unmeasured } = judge(view);
  const { subject, plan, parallel } = facts;
  const missed = verdicts.filter(({ met }) => !met).length;
  const sections = [
    `# Results of \`npm run bench\`, form ${plan.name}`,
    [
      `- Date: ${facts.date}`,
      `- Machine: ${subject.machine}`,
      `- Versions: pulumi-flowgate ${facts.version}, engine ${subject.engine}, Node.js ${subject.node}`,
      `- Parallelism of the engine (p): ${parallel}; \`concurrency\` is the same unless stated`,
    ].join("\n"),
    `L is what each call takes, C how many calls the appliance runs at once (unlimited unless stated), N the number of resources. ` +
      `${contestants.map((one) => `${one}: ${contestantNames[one]}`).join("; ")}. ` +
      "A ratio is made of two runs of the same round; a figure is the median of all rounds, with its quartiles.",
    "## Targets",
    `${verdicts.length - missed} of ${verdicts.length} figures are within their targets.` +
      (unmeasured.length === 0 ? "" : ` Not measured in this form: ${unmeasured.join("; ")}.`),
    "Decided by the median; unsure where the quartiles are on both sides of the target.",
    noiseText(view),
    targetTable(verdicts),
    "## Distance to the floor",
    "No provider is faster than its floor. With a resource for each object (B5), that is the longer of the engine alone " +
      "and the best possible script; with all groups in one (B6), the same command with one group.",
    distanceTable(view),
    ...(facts.plots.length === 0 ? [] : ["## Plots", facts.plots.map((file) => `![${file}](${file})`).join("\n\n")]),
    "## Times",
    "Seconds.",
    timeTable(view),
    "## Requests",
    requestTable(view),
    "## Memory and state",
    "After the creation: the most memory of the provider's process, and the size of the state file.",
    sizeTable(view),
    "## Left out",
    [...plan.leftOut, ...facts.remarks].map((line) => `- ${line}`).join("\n"),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** Above this spread, the machine was busy with other work. */
const QUIET_SPREAD = 0.1;

/** Variation of the same work: the duration of B0 depends only on the machine. */
function noiseText(view: View): string {
  const spreads = view.conditions.flatMap((conditions) =>
    jobs.flatMap((job) => {
      const summary = view.summary("B0", job, conditions);
      return summary === undefined || summary.count < 3 ? [] : (summary.high - summary.low) / summary.median;
    }),
  );
  if (spreads.length === 0) return "There are too few rounds to say how quiet the machine was.";
  const spread = summarise(spreads).median;
  const said = `The quartiles of the engine alone were ${(spread * 100).toFixed(0)} % apart.`;
  if (spread <= QUIET_SPREAD) return said;
  return `${said} **The machine was busy: times and ratios of this run are not to be relied on; counts are.**`;
}

function targetTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ target, place, limit, unit, figure, met, sure }) => [
    target,
    place,
    unit === "" ? summaryText(figure) : `${summaryText(figure, 0)} ${unit}`,
    String(figure.count),
    `<= ${limit}${unit === "" ? "" : ` ${unit}`}`,
    `${met ? "pass" : "**fail**"}${sure ? "" : ", unsure"}`,
  ]);
  return markdownTable(["What", "Where", "Figure", "Rounds", "Target", ""], rows);
}

function distanceTable(view: View): string {
  const rows = distancesOf(view).map(({ contestant, job, conditions, floor, above }) => [
    conditionsText(conditions),
    jobNames[job],
    contestant,
    summaryText(inSeconds(floor)),
    summaryText(inSeconds(above)),
    (above.median / conditions.n).toFixed(1),
  ]);
  return markdownTable(["Conditions", "Job", "", "Floor, s", "Above it, s", "ms an object"], rows);
}

function timeTable(view: View): string {
  const rows = view.conditions.flatMap((conditions) =>
    jobs.flatMap((job) => {
      const cells = contestants.map((one) => view.summary(one, job, conditions));
      // The engine alone is only of interest next to another contestant.
      if (cells.slice(1).every((cell) => cell === undefined)) return [];
      const texts = cells.map((cell) => (cell === undefined ? "" : summaryText(inSeconds(cell))));
      return [[conditionsText(conditions), jobNames[job], ...texts]];
    }),
  );
  return markdownTable(["Conditions", "Job", ...contestants], rows);
}

function inSeconds<T extends { median: number; low: number; high: number }>(summary: T): T {
  return { ...summary, median: summary.median / 1000, low: summary.low / 1000, high: summary.high / 1000 };
}

function requestTable(view: View): string {
  const making = contestants.filter((one) => one !== "B0");
  const rows = view.conditions.flatMap((conditions) =>
    jobs.flatMap((job) => {
      const cells = making.map((one) => view.summary(one, job, conditions, ({ requests }) => requests));
      if (cells.every((cell) => cell === undefined)) return [];
      const verbs = [...view.rounds("B5", job, conditions).values()].at(-1)?.verbs ?? {};
      const list = Object.entries(verbs).map(([verb, count]) => `${count} ${verb}`);
      const texts = cells.map((cell) => (cell === undefined ? "" : String(cell.median)));
      return [[conditionsText(conditions), jobNames[job], ...texts, list.join(", ")]];
    }),
  );
  return markdownTable(["Conditions", "Job", ...making, "B5 in the last round"], rows);
}

const MB = 1024 * 1024;

function sizeTable(view: View): string {
  const rows = view.conditions.flatMap((conditions) => {
    const texts = (["B0", "B5"] as const).flatMap((one) => {
      const memory = view.summary(one, "create", conditions, ({ providerBytes }) => providerBytes);
      const state = view.summary(one, "create", conditions, ({ stateBytes }) => stateBytes);
      return [
        memory === undefined ? "" : `${(memory.median / MB).toFixed(0)} MB`,
        state === undefined ? "" : `${(state.median / 1000).toFixed(0)} kB`,
        state === undefined ? "" : `${(state.median / conditions.n).toFixed(0)} bytes`,
      ];
    });
    return texts.every((text) => text === "") ? [] : [[conditionsText(conditions), ...texts]];
  });
  const head = ["memory", "state", "state a resource"];
  return markdownTable(["Conditions", ...head.map((one) => `B0 ${one}`), ...head.map((one) => `B5 ${one}`)], rows);
}
