import { code, joined, prose, row, tableHead, shortened, words as own, type Markdown } from "../output/markdown";
import type { WaveTitle } from "./fleet";
import { changeParts, changesText, isWell, type Changes, type Operation, type Outcome } from "./outcome";
import type { RunResult, Stop } from "./run";
import { present } from "../../provider/values/collections";

/** A run of a fleet for scripts: the contents of `report.json`. */
export interface Report {
  readonly fleet: string;
  readonly operation: Operation;
  readonly run: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why the run stopped early; undefined if all sites were tried. */
  readonly stopped?: Stop;
  /** Number of sites by outcome. */
  readonly totals: Readonly<Record<Outcome["kind"], number>>;
  readonly waves: readonly { readonly title: WaveTitle; readonly sites: readonly SiteReport[] }[];
}

/** One site of a report. */
export interface SiteReport {
  readonly site: string;
  readonly stack: string;
  readonly outcome: Outcome["kind"];
  readonly changes?: Changes;
  readonly seconds?: number;
  readonly message?: string;
  /** File with the engine's complete output; undefined if no engine was started. */
  readonly log?: string;
}

/** Contents of a report besides the outcomes. */
export interface ReportHead extends Pick<Report, "fleet" | "operation" | "run" | "startedAt" | "endedAt"> {
  /** Path of a site's log, if it has one. */
  readonly logOf: (site: string) => string | undefined;
}

export function reportOf({ waves, stopped }: RunResult, { logOf, ...head }: ReportHead): Report {
  const listed = waves.map(({ title, sites }) => ({
    title,
    sites: sites.map(({ site, outcome: { kind, ...facts } }): SiteReport => {
      const log = kind === "already" || kind === "notStarted" ? undefined : logOf(site.name);
      return { site: site.name, stack: site.stack, outcome: kind, ...facts, ...present({ log }) };
    }),
  }));
  const totals = { done: 0, already: 0, failed: 0, locked: 0, notStarted: 0 };
  for (const { outcome } of listed.flatMap(({ sites }) => sites)) totals[outcome] += 1;
  return { ...head, ...present({ stopped }), totals, waves: listed };
}

const words = {
  done: "done",
  already: "already done",
  failed: "failed",
  locked: "locked",
  notStarted: "not started",
} as const satisfies Readonly<Record<Outcome["kind"], string>>;

/** Maximum length of a message in a row of a table; the log and `report.json` hold the whole message. */
const LONGEST_IN_ROW = 80;

/** The outcome of one site in a few words. By default, its message is cut to the width of a row. */
export function outcomeText(
  { outcome, changes, message }: Pick<SiteReport, "outcome" | "changes" | "message">,
  operation: Operation,
  inRow = (text: string): string => shortened(text, LONGEST_IN_ROW),
): string {
  const done = changes === undefined ? [] : [changesText(changes, operation)];
  if (done.length > 0 && outcome !== "failed") return done.join("");
  const failure = message === undefined ? "" : `: ${inRow(message)}`;
  return [...done, words[outcome] + failure].join(", then ");
}

/** E.g. `48 done, 1 failed, 1 not started`. */
export function totalsText({ totals }: Pick<Report, "totals">): string {
  return totalParts(totals)
    .map(([count, kind]) => `${count} ${words[kind]}`)
    .join(", ");
}

function totalParts(totals: Report["totals"]): (readonly [number, Outcome["kind"]])[] {
  const parts = Object.entries(totals).map(([kind, count]) => [count, kind as Outcome["kind"]] as const);
  return parts.filter(([count]) => count > 0);
}

const INTERRUPTED = "Interrupted. Run the same command again to continue.";
const STOPPED =
  "Stopped: more sites failed than allowed. The other sites were not touched. Run the same command again to continue.";
const FAILED = "Run the same command again to update the sites that are not done.";
const NOT_PREVIEWED = "What would change at the sites without a preview is not known.";
type Advice = typeof NOT_PREVIEWED | typeof INTERRUPTED | typeof STOPPED | typeof FAILED;

/** Advice for the user after a run that did not complete. */
export function advice({
  operation,
  stopped,
  totals,
}: Pick<Report, "operation" | "stopped" | "totals">): Advice | undefined {
  if (stopped === "interrupted") return INTERRUPTED;
  // The last site may be the one with which more failed than allowed.
  if (stopped === "failures" && totals.notStarted > 0) return STOPPED;
  if (totals.failed + totals.locked === 0) return undefined;
  return operation === "preview" ? NOT_PREVIEWED : FAILED;
}

/** Maximum length of the Markdown, below the limit of a pull request comment. */
const MOST_CHARACTERS = 60_000;
/** Maximum length of one site's message in it; `report.json` holds the whole message. */
const LONGEST_MESSAGE = 600;

/** A run as Markdown: failures first, then every wave. Its length is limited to that of a comment. */
export function markdownOf(report: Report): Markdown {
  const sites = report.waves.flatMap((wave) => wave.sites);
  const totals = totalParts(report.totals).map(([count, kind]) => prose`${count} ${own(words[kind])}`);
  const count = sites.length === 1 ? prose`1 site` : prose`${sites.length} sites`;
  const head = [
    prose`## ${code(report.fleet)}: ${own(report.operation)} of ${count}\n\n`,
    prose`${joined(
      totals,
      prose`, `,
    )}. Run ${code(report.run)}, ${code(report.startedAt)} to ${code(report.endedAt)}.\n`,
  ];
  const next = advice(report);
  if (next !== undefined) head.push(prose`\n**${own(next)}**\n`);
  const failed = sites.filter(({ outcome }) => outcome === "failed" || outcome === "locked");
  const parts = [...(failed.length > 0 ? table(prose`Failed`, failed, report.operation) : [])];
  for (const { title, sites: inWave } of report.waves) parts.push(...table(own(title), inWave, report.operation));
  return bounded([...head, ...parts]);
}

function table(title: Markdown, sites: readonly SiteReport[], operation: Operation): Markdown[] {
  const rows = sites.map((site) => {
    const seconds = site.seconds === undefined ? prose`` : prose`${site.seconds} s`;
    return row([code(site.site), own(words[site.outcome]), outcomeCell(site, operation), seconds]);
  });
  const columns = [prose`Site`, prose`Outcome`, prose`Changes`, prose`Time`];
  return [prose`\n### ${title}\n\n${tableHead(columns, 1)}`, ...rows];
}

/** {@link outcomeText} for a table cell: the program's own words as text, foreign text as code. */
function outcomeCell({ outcome, changes, message }: SiteReport, operation: Operation): Markdown {
  const said =
    message === undefined ? own(words[outcome]) : prose`${own(words[outcome])}: ${code(message, LONGEST_MESSAGE)}`;
  if (changes === undefined) return said;
  const parts = changeParts(changes, operation).map(({ count, word, other }) => {
    return prose`${count} ${word === undefined ? code(other) : own(word)}`;
  });
  const changed = parts.length === 0 ? prose`no changes` : joined(parts, prose`, `);
  return outcome === "failed" ? prose`${changed}, then ${said}` : changed;
}

/** As many whole lines as fit. */
function bounded(lines: readonly Markdown[]): Markdown {
  let length = 0;
  const kept = lines.filter((line) => (length += line.length) <= MOST_CHARACTERS);
  const left = lines.length - kept.length;
  return joined([...kept, ...(left > 0 ? [prose`\n${left} more lines are in report.json.\n`] : [])]);
}

/** Whether all sites of a run have the desired state. */
export function isComplete({ waves }: RunResult): boolean {
  return waves.every(({ sites }) => sites.every(({ outcome }) => isWell(outcome)));
}
