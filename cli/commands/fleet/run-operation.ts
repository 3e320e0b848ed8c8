import { join, resolve } from "node:path";
import { type Fleet, type Wave, duration, type Size } from "../../../lib/fleet/fleet";
import { homeOf, runFleet } from "../../../lib/fleet/run";
import type { Operation } from "../../../lib/fleet/outcome";
import { replacePrivate } from "../../../lib/fleet/private";
import { planWaves } from "../../../lib/fleet/waves";
import { line, type View } from "../../../lib/output/view";
import type { Context } from "../../context";
import type { Preview } from "../../engine/preview";
import { CommandError, UsageError } from "../../errors";
import { changesIn, commentOf, pageOf, previewsOf, summaryOf, overLimit, type Summary } from "../../summary";
import type { Result } from "../../result";
import { chosenFleet, type ChosenSites } from "./chosen";
import { PlainLines, LiveTable, type RunView } from "./view";
import { advice, outcomeText, totalsText, type Report } from "../../../lib/fleet/report";
import { counted } from "../../../provider/values/quoted";
import { present } from "../../../provider/values/collections";

/** Options of the commands. The help of each command lists those that it has. */
export interface FleetCommandOptions extends ChosenSites, LimitOptions {
  readonly parallel?: number;
  readonly folder?: string;
  readonly refresh?: true;
  readonly again?: true;
  readonly run?: string;
  readonly takeOverAfter?: string;
  readonly confirm?: string;
  readonly yes?: true;
  readonly freshProcesses?: true;
}

/** Runs one operation over a fleet, shows its progress, and returns the report. */
export async function runOperation(
  context: Context,
  operation: Operation,
  options: FleetCommandOptions,
): Promise<Result> {
  const fleet = chosenFleet(context, options);
  const takeOverAfterSeconds = seconds(options.takeOverAfter);
  const waves = wavesOf(fleet, operation);
  if (operation === "destroy") {
    const what = `This removes everything that the stacks of ${fleet.sites.length} sites of ${fleet.name} have created.`;
    await context.confirm(what, fleet.name, options.confirm, "fleet's name");
  }
  const home = options.folder === undefined ? homeOf(fleet) : resolve(context.io.cwd, options.folder);
  const run = { fleet, home, options, takeOverAfterSeconds };
  if (operation === "up" && options.yes !== true) await agreed(context, run);
  else if (isLimited(fleet, options) && (operation === "up" || operation === "destroy")) {
    await previewed(context, run, operation);
  }
  const { refused, ...result } = await through(context, { ...run, waves, operation });
  if (refused === undefined) return result;
  return { ...result, views: [...result.views, line(refused, "bad")], ending: "attention" };
}

interface Run {
  readonly fleet: Fleet;
  readonly home: string;
  readonly options: FleetCommandOptions;
  readonly takeOverAfterSeconds: number | undefined;
}

/** Shows in a preview what an up would change, and asks for agreement. */
async function agreed(context: Context, run: Run): Promise<void> {
  const { fleet } = run;
  const waves = planWaves(fleet).map(({ title, sites }) => `${title}: ${sites.map(({ name }) => name).join(", ")}`);
  await context.agree(
    `This updates ${counted(fleet.sites.length, "site")} of ${fleet.name} to match the program. ${waves.join("; ")}.`,
    async () => {
      await context.terminal.views((await previewed(context, run, "up")).views);
    },
  );
}

/** Previews an up or a destroy of all sites. Throws if it would delete more than allowed, or if that is not known. */
async function previewed(context: Context, run: Run, of: "up" | "destroy"): Promise<Result> {
  const waves = wavesOf(run.fleet, "preview");
  const shown = await through(context, { ...run, waves, operation: "preview", destroys: of === "destroy" });
  if (shown.refused === undefined) return shown;
  await context.terminal.views(shown.views);
  throw new CommandError("attention", shown.refused);
}

/** Runs all waves. */
async function through(
  context: Context,
  {
    fleet,
    home,
    options,
    takeOverAfterSeconds,
    waves,
    operation,
    destroys = false,
  }: Run & { waves: readonly Wave[]; operation: Operation; destroys?: boolean },
): Promise<Result & { refused?: string }> {
  const { interrupted, cancelled, end } = interruption(context);
  const view = viewOf(context, operation, waves);
  try {
    const { report, previews } = await runFleet({
      fleet: {
        ...fleet,
        ...present({ parallel: options.parallel }),
        ...(options.freshProcesses === true ? { keep: "nothing" } : {}),
      },
      waves,
      operation,
      env: context.io.env,
      home,
      run: runName(options.run),
      again: options.again === true,
      refresh: options.refresh === true,
      destroys,
      takeOverAfterSeconds,
      listener: view,
      changesIn,
      interrupted,
      cancelled,
    });
    const found = await Promise.all(previews.map((path) => previewsOf([path], context.io)));
    const summary = writeSummary(found.flat(), home);
    const { failed, locked } = report.totals;
    const refused =
      operation === "preview" ? refusalOf(found.map(summaryOf), failed + locked, fleet, options) : undefined;
    return { ...fleetResult(report, home, summary), ...present({ refused }) };
  } finally {
    end();
    await view.end?.();
  }
}

/**
 * Writes the findings of all sites' previews as a comment and as a page beside the report. Undefined for other
 * operations.
 */
function writeSummary(previews: readonly Preview[], home: string): string | undefined {
  if (previews.length === 0) return undefined;
  const summary = summaryOf(previews);
  replacePrivate(join(home, "summary.md"), commentOf(summary, { longest: LONGEST_COMMENT }));
  replacePrivate(join(home, "summary.html"), pageOf(summary, {}));
  return join(home, "summary.html");
}

/** Size limit of a comment on GitHub, in characters. */
const LONGEST_COMMENT = 65_536;

/** A preview changes nothing, so all sites run at once, without a canary. */
function wavesOf(fleet: Fleet, operation: Operation): readonly Wave[] {
  return operation === "preview" ? [{ title: "all sites", sites: fleet.sites }] : planWaves(fleet);
}

function viewOf(context: Context, operation: Operation, waves: readonly Wave[]): RunView {
  const { terminal } = context;
  return terminal.isLive
    ? new LiveTable(terminal, waves, operation)
    : new PlainLines((text) => terminal.note(text), operation);
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parsed = duration.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError("--take-over-after needs a duration such as 90s, 15m or 1h.");
}

/** Name of the run, which appears in the history of the stacks. Default: the start time in milliseconds. */
function runName(given: string | undefined): string {
  if (given === undefined) return new Date().toISOString().replaceAll(/[-:]/gu, "");
  if (/^[\w.-]{1,100}$/u.test(given)) return given;
  throw new UsageError("--run takes letters, digits, dots, hyphens and underscores.");
}

/** The first Ctrl-C stops new work. The second cancels running work. */
function interruption(context: Context): { interrupted: AbortSignal; cancelled: AbortSignal; end: () => void } {
  const [first, second] = [new AbortController(), new AbortController()];
  let over = false;
  const wait = async (): Promise<void> => {
    await context.io.interrupted();
    if (over) return;
    context.terminal.warn(
      "Interrupted: the sites in progress will finish, and no others will start. Press Ctrl-C again to cancel them.",
    );
    first.abort();
    await context.io.interrupted();
    context.terminal.warn("Cancelling what is in progress.");
    second.abort(new Error("cancelled while it was running"));
  };
  void wait();
  return { interrupted: first.signal, cancelled: second.signal, end: () => (over = true) };
}

/** Options that replace the limits of the fleet file. */
export interface LimitOptions {
  readonly maxDeletes?: Size;
  readonly maxDeletesInAll?: Size;
}

/** Whether a run must know in advance what it would delete. */
function isLimited(fleet: Fleet, options: LimitOptions): boolean {
  const limits = { ...fleet, ...options };
  return limits.maxDeletes !== undefined || limits.maxDeletesInAll !== undefined;
}

/** Why previews of sites must not be carried out; undefined if they delete no more than allowed. */
function refusalOf(sites: readonly Summary[], failed: number, fleet: Fleet, options: LimitOptions): string | undefined {
  if (!isLimited(fleet, options)) return undefined;
  const { maxDeletes, maxDeletesInAll } = { ...fleet, ...options };
  if (failed > 0) {
    return `The preview of ${counted(failed, "site")} failed, so it is not known what an update would delete. Nothing was sent.`;
  }
  const ofSites = sites.flatMap((site) => {
    const limit = { most: maxDeletes ?? Number.MAX_SAFE_INTEGER, option: "--max-deletes" };
    return overLimit([site], limit, site.stacks.join(", ")) ?? [];
  });
  const limit = { most: maxDeletesInAll ?? Number.MAX_SAFE_INTEGER, option: "--max-deletes-in-all" };
  const all = [...ofSites, overLimit(sites, limit, "All sites together") ?? []].flat();
  return all.length === 0 ? undefined : all.join(" ");
}

/** The report of a run, for people and for scripts. Failures give the run an exit code of their own. */
function fleetResult(report: Report, home: string, summary?: string): Result {
  const { operation, totals, stopped } = report;
  const rows = report.waves.flatMap(({ title, sites }) =>
    sites.map((site) => [site.site, title, outcomeText(site, operation), site.seconds] as const),
  );
  const isWell = totals.failed + totals.locked === 0;
  const next = advice(report);
  const views: View[] = [
    { kind: "table", columns: ["Site", "Wave", "Outcome", "Seconds"], rows, empty: "No sites." },
    line(""),
    line(`${totalsText(report)}.`, isWell && stopped === undefined ? "good" : "bad"),
    ...(next === undefined ? [] : [line(next)]),
    ...(summary === undefined ? [] : [line(`Every change: ${summary}`)]),
    line(`Logs and reports: ${join(home, "")}`),
  ];
  const ending = !isWell ? "attention" : stopped === "interrupted" ? "interrupted" : "done";
  return { data: report, views, ending };
}
