// The figures of a run: tables of times and requests.
import { contestants, jobs } from "./plans.mjs";

/** @import { Sample as Measured } from "./work.mjs" */

/** @typedef {Measured & { floor: Measured | undefined }} Sample with the engine alone in the same round */

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

const names = Object.keys(contestants).filter((name) => name !== "engine" && name !== "idle");

/**
 * A table with a row for each condition and job, and a column for each contestant.
 *
 * @param {readonly Sample[]} samples
 * @param {readonly [name: string, cell: (of: (name: string) => readonly Sample[]) => string][]} columns
 */
function tableOf(samples, columns) {
  const titleOf = (/** @type {Sample} */ { n, kind, latencyMs }) => `${n} x ${kind}, L ${latencyMs} ms`;
  const rows = [...new Set(samples.map(titleOf))].flatMap((title) =>
    jobs.flatMap((job) => {
      const own = samples.filter((one) => one.job === job && titleOf(one) === title);
      if (own.length === 0) return [];
      const cells = columns.map(([, cell]) => cell((name) => own.filter(({ contestant }) => contestant === name)));
      return cells.every((cell) => cell === "") ? [] : [[title, job, ...cells]];
    }),
  );
  const head = ["Conditions", "Job", ...columns.map(([name]) => name)];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @param {readonly Sample[]} all @param {(sample: Sample) => number} of @param {number} digits */
const middle = (all, of, digits) => {
  const value = median(all.map(of));
  return Number.isNaN(value) ? "" : value.toFixed(digits);
};

/** The page of results. @param {readonly Sample[]} samples @param {readonly string[]} facts about the machine */
export function reportText(samples, facts) {
  /** @type {(of: (sample: Sample) => number, digits: number) => Parameters<typeof tableOf>[1]} */
  const each = (of, digits) => names.map((name) => [name, (own) => middle(own(name), of, digits)]);
  const tables = (/** @type {"milliseconds" | "processor"} */ figure) => {
    const floor = (/** @type {Sample} */ one) => one.floor?.[figure] ?? NaN;
    return [
      tableOf(samples, [
        [
          "engine",
          (own) => middle(names.filter((name) => name !== "plugin").flatMap(own), (one) => floor(one) / 1000, 2),
        ],
        ...each((one) => one[figure] / 1000, 2),
      ]),
      "Ratios to the engine alone in the same round, or to a plugin that does nothing:",
      tableOf(
        samples,
        each((one) => one[figure] / floor(one), 2),
      ),
    ];
  };
  const sections = [
    "# Results of `npm run bench`",
    facts.map((fact) => `- ${fact}`).join("\n"),
    "Medians of all rounds. L is what each call takes, N the number of resources.",
    "## Processor seconds",
    ...tables("processor"),
    "## Seconds",
    ...tables("milliseconds"),
    "## Requests",
    tableOf(
      samples,
      each(({ requests }) => requests, 0),
    ),
  ];
  return `${sections.join("\n\n")}\n`;
}
