// The figures of a run: tables of times and requests.
import { contestants, jobs } from "./plans.mjs";

/** @import { Sample as Measured } from "./work.mjs" */

/** @typedef {Measured & { engine: number }} Sample with the milliseconds of the engine alone in the same round */

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

const names = Object.keys(contestants).filter((name) => name !== "engine");

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
      return [[title, job, ...cells]];
    }),
  );
  const head = ["Conditions", "Job", ...columns.map(([name]) => name)];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @param {readonly Sample[]} all @param {(sample: Sample) => number} of @param {number} digits */
const middle = (all, of, digits) => (all.length === 0 ? "" : median(all.map(of)).toFixed(digits));

/** The page of results. @param {readonly Sample[]} samples @param {readonly string[]} facts about the machine */
export function reportText(samples, facts) {
  /** @type {(of: (sample: Sample) => number, digits: number) => Parameters<typeof tableOf>[1]} */
  const each = (of, digits) => names.map((name) => [name, (own) => middle(own(name), of, digits)]);
  const seconds = tableOf(samples, [
    ["engine", (own) => middle(names.flatMap(own), ({ engine }) => engine / 1000, 2)],
    ...each(({ milliseconds }) => milliseconds / 1000, 2),
  ]);
  const ratios = tableOf(samples, [
    ...each(({ milliseconds, engine }) => milliseconds / engine, 2),
    [
      "(provider - engine) / script",
      (own) => {
        const script = median(own("script").map(({ milliseconds }) => milliseconds));
        return Number.isNaN(script)
          ? ""
          : middle(own("provider"), (one) => (one.milliseconds - one.engine) / script, 2);
      },
    ],
  ]);
  const sections = [
    "# Results of `npm run bench`",
    facts.map((fact) => `- ${fact}`).join("\n"),
    "Medians of all rounds. L is what each call takes, N the number of resources.",
    "## Seconds",
    seconds,
    "## Ratios to the engine alone, in the same round",
    ratios,
    "## Requests",
    tableOf(
      samples,
      each(({ requests }) => requests, 0),
    ),
  ];
  return `${sections.join("\n\n")}\n`;
}
