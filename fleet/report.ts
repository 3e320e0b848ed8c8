import { changesText, isFailure, isWell, type Changes, type Operation, type Outcome } from "./outcome";
import type { RunResult, Stop } from "./run";

/** A run of a fleet as scripts read it: what `report.json` holds. */
export interface Report {
  readonly fleet: string;
  readonly operation: Operation;
  readonly run: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why the run stopped before its end; undefined if every site was tried. */
  readonly stopped?: Stop;
  /** Number of sites by outcome. */
  readonly totals: Readonly<Record<Outcome["kind"], number>>;
  readonly waves: readonly { readonly title: string; readonly sites: readonly SiteReport[] }[];
}

/** One site of a report. */
export interface SiteReport {
  readonly site: string;
  readonly stack: string;
  readonly outcome: Outcome["kind"];
  readonly changes?: Changes;
  readonly seconds?: number;
  readonly message?: string;
  /** File with everything the engine printed; undefined if it was not started. */
  readonly log?: string;
}

/** What a report is made of besides the outcomes. */
export interface ReportHead extends Pick<Report, "fleet" | "operation" | "run" | "startedAt" | "endedAt"> {
  /** Where a site's log is, for those that have one. */
  readonly logOf: (site: string) => string | undefined;
}

export function reportOf({ waves, stopped }: RunResult, { logOf, ...head }: ReportHead): Report {
  const told = waves.map(({ title, sites }) => ({
    title,
    sites: sites.map(({ site, outcome: { kind, ...facts } }): SiteReport => {
      const log = kind === "already" || kind === "notStarted" ? undefined : logOf(site.name);
      return { site: site.name, stack: site.stack, outcome: kind, ...facts, ...(log === undefined ? {} : { log }) };
    }),
  }));
  const totals = { done: 0, already: 0, failed: 0, locked: 0, notStarted: 0 };
  for (const { outcome } of told.flatMap(({ sites }) => sites)) totals[outcome] += 1;
  return { ...head, ...(stopped === undefined ? {} : { stopped }), totals, waves: told };
}

const words: Readonly<Record<Outcome["kind"], string>> = {
  done: "done",
  already: "already done",
  failed: "failed",
  locked: "locked",
  notStarted: "not started",
};

/** What was found of one site, in a few words. */
export function outcomeText({ outcome, changes, message }: SiteReport, operation: Operation): string {
  if (changes !== undefined) return changesText(changes, operation);
  return message === undefined ? words[outcome] : `${words[outcome]}: ${message}`;
}

/** E.g. `48 done, 1 failed, 1 not started`. */
export function totalsText({ totals }: Pick<Report, "totals">): string {
  const parts = Object.entries(totals).filter(([, count]) => count > 0);
  return parts.map(([kind, count]) => `${count} ${words[kind as Outcome["kind"]]}`).join(", ");
}

/** What a person has to know about the end of a run that is not simply done. */
export function advice({ stopped, totals }: Pick<Report, "stopped" | "totals">): string | undefined {
  if (stopped === "interrupted") return "Interrupted. The same command goes on where it stopped.";
  const untouched = totals.notStarted > 0 ? " The other sites were left as they are." : "";
  if (stopped === "failures") return `Stopped: more sites failed than may.${untouched} The same command goes on.`;
  return totals.failed + totals.locked > 0 ? "The same command takes up the sites that are not done." : undefined;
}

/** Longest Markdown that a comment of a pull request takes, with room to spare. */
const MOST_CHARACTERS = 60_000;

/** A run as Markdown: what went wrong first, then every wave. Bounded to what a comment holds. */
export function markdownOf(report: Report): string {
  const sites = report.waves.flatMap((wave) => wave.sites);
  const head = [
    `## ${cell(report.fleet)}: ${report.operation} of ${sites.length} ${sites.length === 1 ? "site" : "sites"}`,
    "",
    `${totalsText(report)}. Run \`${report.run}\`, ${report.startedAt} to ${report.endedAt}.`,
  ];
  const told = advice(report);
  if (told !== undefined) head.push("", `**${told}**`);
  const failed = sites.filter(({ outcome }) => outcome === "failed" || outcome === "locked");
  const parts = [...(failed.length > 0 ? table("Failed", failed, report.operation) : [])];
  for (const { title, sites: inWave } of report.waves) parts.push(...table(title, inWave, report.operation));
  return bounded([...head, ...parts]);
}

function table(title: string, sites: readonly SiteReport[], operation: Operation): string[] {
  const rows = sites.map((site) => {
    const seconds = site.seconds === undefined ? "" : `${site.seconds} s`;
    return `| ${cell(site.site)} | ${words[site.outcome]} | ${cell(outcomeText(site, operation))} | ${seconds} |`;
  });
  return ["", `### ${title}`, "", "| Site | Outcome | Changes | Time |", "| --- | --- | --- | ---: |", ...rows];
}

/** Text that cannot end a cell, nor begin something else. */
function cell(text: string): string {
  return text.replace(/[\\|<>`*_[\]]/gu, (sign) => `\\${sign}`).replaceAll(/\s+/gu, " ");
}

function bounded(lines: readonly string[]): string {
  let length = 0;
  const kept = lines.filter((line) => (length += line.length + 1) <= MOST_CHARACTERS);
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? ["", `${left} more lines are in report.json.`] : []), ""].join("\n");
}

/** Whether a run ended with every site as it should be. */
export function isComplete({ waves }: RunResult): boolean {
  return waves.every(({ sites }) => sites.every(({ outcome }) => isWell(outcome)));
}

/** Whether a site failed, or could not be reached for a lock. */
export function hasFailures({ waves }: RunResult): boolean {
  return waves.some(({ sites }) => sites.some(({ outcome }) => isFailure(outcome)));
}
