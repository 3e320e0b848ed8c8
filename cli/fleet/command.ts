import { resolve } from "node:path";
import { stringify } from "yaml";
import { secretsOf } from "../../provider/config/environment";
import { present } from "../../provider/values/collections";
import { counted, shellWord, unknownWord } from "../../provider/values/quoted";
import { conceal } from "../../provider/values/secret";
import type { Context, Result } from "../context";
import { readPreviews } from "../engine/preview";
import { NO_ENGINE } from "../engine/run";
import { CommandError, UsageError } from "../errors";
import { readNamed } from "../files";
import { jsonText } from "../output/json";
import { line } from "../output/view";
import { commentOf, overLimit, summaryOf } from "../summary";
import { Bases } from "./changed";
import { engineCommand } from "./engine";
import { planOf, readFleet, type Fleet, type Site } from "./file";
import { stackObjects } from "./operator";
import { LOGS, reserve, writeOwn } from "./own-files";
import { commitOf, isDone, readReport, reportOf, servedBy, viewOf, withoutSteps, type Report } from "./report";
import { runWaves, type Course, type Ended } from "./run";
import { runSite, type Operation, type Outcome } from "./stack";

/** Options of `preview`, `up` and `merge`. */
export interface FleetOptions {
  readonly fleet: string;
  readonly report: string;
  readonly maxDeletes?: number;
  readonly continue?: string;
  readonly changed?: true;
  readonly markdown?: true;
  readonly yes?: true;
}

export interface PlanOptions {
  readonly fleet: string;
  readonly operator?: true;
}

/** `fleet plan`. */
export async function planned({ io }: Context, { fleet: file, operator }: PlanOptions): Promise<Result> {
  const fleet = readFleet(file, io.cwd);
  if (operator === true) {
    const data = stackObjects(fleet);
    return { data, views: [{ kind: "text", text: stringify(data) }] };
  }
  const data = planOf(fleet);
  return { data, views: data.map((names, at) => line(`${String(at)}: ${names.join(", ")}`)) };
}

/** `fleet preview` and `fleet up`. */
export async function atSites(
  context: Context,
  operation: Operation,
  names: string[],
  given: FleetOptions,
): Promise<Result> {
  const { io, terminal } = context;
  terminal.mayLoseReader = true;
  const fleet = chosen(readFleet(given.fleet, io.cwd), names);
  if (operation === "up") {
    const count = fleet.waves.flat().length;
    await context.confirm(`This updates ${counted(count, "site")}.`, fleet.name, given.yes && fleet.name, "fleet");
  }
  // A report holds what engines and appliances say.
  for (const secret of secretsOf(io.env)) conceal(secret);
  const layers = fleet.waves.flat().flatMap((site) => site.layers ?? []);
  const commit = commitOf(fleet.folder, layers);
  const bases = new Bases(fleet, commit, resolve(io.cwd, LOGS));
  const [former] = given.continue === undefined ? [] : reports([given.continue], io.cwd);
  const continued = former === undefined ? [] : servedBy(former, operation, commit);
  if (typeof continued === "string") terminal.note(`No site is skipped: ${continued}.`);
  const isSame = (site: Site): boolean => given.changed === true && bases.isKept(site);
  const unchanged = fleet.waves.flat().filter(isSame);
  const served = new Set([...(typeof continued === "string" ? [] : continued), ...unchanged.map(({ name }) => name)]);
  const end = reserve(resolve(io.cwd, given.report), given.report);
  const stop = stopOf(context);
  try {
    const result = await reserved(context, { fleet, operation, commit, bases, served, stop }, given);
    return stop.isStopped && result.ending === "attention" ? { ...result, ending: "interrupted" } : result;
  } finally {
    end();
  }
}

function reports(paths: readonly string[], cwd: string): Report[] {
  return paths.map((path) => readReport(readNamed(resolve(cwd, path), path), path));
}

/** What a run does at which sites. */
interface Run extends Pick<Course, "served" | "stop"> {
  readonly fleet: Fleet;
  readonly operation: Operation;
  readonly commit: string | undefined;
  readonly bases: Bases;
}

async function reserved(context: Context, run: Run, given: FleetOptions): Promise<Result> {
  const { fleet, operation, commit, bases, served, stop } = run;
  const { project } = fleet;
  const { io, terminal } = context;
  const command = await engineCommand(io.env, fleet.siteTimeout).catch((error: unknown) => {
    const { message: words } = error as Error;
    const isMissing = words.includes("ENOENT");
    throw new CommandError("configuration", isMissing ? `fleet needs Pulumi, but ${NO_ENGINE}.` : words);
  });
  const message = `flowgate fleet ${fleet.name}${commit === undefined ? "" : ` ${commit}`}`;
  const course = (what: Operation): Pick<Course, "run" | "served" | "stop" | "note"> => ({
    ...{ served, stop },
    run: (site) => {
      const log = resolve(io.cwd, LOGS, `${site.name}.log`);
      const ran = (): Promise<Outcome> => runSite(fleet, site, what, { command, env: io.env, message, log });
      return what === "up" ? bases.around(site, ran) : ran();
    },
    note: terminal.note.bind(terminal),
  });
  const limit = given.maxDeletes ?? fleet.maxDeletes;
  if (operation === "up" && limit !== undefined) {
    const atOnce = { ...fleet, waves: [fleet.waves.flat()] };
    const ended = await runWaves(atOnce, { ...course("preview"), verb: "checked" });
    const checked = await shown(context, reportOf({ operation: "preview", commit, project }, ended), given, limit);
    if (checked.ending === "attention") return { ...checked, views: [...checked.views, line("No site was updated.")] };
  }
  const write = (report: Report): void => writeOwn(resolve(io.cwd, given.report), `${jsonText(report)}\n`);
  // Written again and again, so that a run that is killed can be continued too.
  const keep = (known: readonly Ended[]): void => write(withoutSteps(reportOf({ operation, commit, project }, known)));
  const ended = await runWaves(fleet, { ...course(operation), verb: "done", keep });
  const report = reportOf({ operation, commit, project }, ended);
  write(report);
  const result = await shown(context, report, given, operation === "preview" ? limit : undefined);
  if (result.ending === "done" || given.markdown === true) return result;
  return { ...result, views: [...result.views, line(`To go on: ${nextCommand(io, given)}`)] };
}

/** The command as it was typed, for the sites that are left. */
function nextCommand({ typed = [] }: Context["io"], { report }: FleetOptions): string {
  const own = typed.filter((word, at, all) => ![word, all[at - 1]].includes("--continue"));
  return ["npx", "flowgate", ...own, "--continue", report].map(shellWord).join(" ");
}

/** `fleet merge`: one report of all sites of a fleet. */
export async function merged(context: Context, paths: readonly string[], given: FleetOptions): Promise<Result> {
  const { waves, maxDeletes, project } = readFleet(given.fleet, context.io.cwd);
  const all = reports(paths, context.io.cwd);
  const { operation = "preview", commit } = all[0] ?? {};
  const other = all.findIndex((one) => one.operation !== operation || one.commit !== commit);
  if (other > 0)
    throw new UsageError(`${paths[other] ?? ""} is of another operation or commit than ${paths[0] ?? ""}.`);
  const sites = all.flatMap((one) => one.sites);
  const twice = sites.find(({ site }, at) => sites.findIndex((one) => one.site === site) < at);
  if (twice !== undefined) throw new UsageError(`Two reports have the site ${twice.site}.`);
  const missing = waves.flat().map((site) => ({ site, skipped: "no report" }) as const);
  const whole = reportOf({ operation, commit, project }, missing);
  const report = { ...whole, sites: whole.sites.map((one) => sites.find(({ site }) => site === one.site) ?? one) };
  const limit = given.maxDeletes ?? maxDeletes;
  return shown(context, report, given, operation === "preview" ? limit : undefined);
}

/** What a report comes to, for people and scripts. It needs attention if not all is done, or too much would be deleted. */
async function shown(
  { terminal, isJson }: Context,
  report: Report,
  { markdown }: FleetOptions,
  limit: number | undefined,
): Promise<Result> {
  const summary = summaryOf(readPreviews(jsonText(report), LOGS));
  const open = report.sites.find((one) => !isDone(one));
  const unknown = open && `What all sites would delete is not known: ${open.site}: ${open.result}.`;
  const refused = limit === undefined ? undefined : (unknown ?? overLimit(summary, limit, "All sites together"));
  if (refused !== undefined) terminal.error(refused);
  const ending = open === undefined && refused === undefined ? "done" : "attention";
  if (markdown === true && !isJson) await terminal.text(commentOf(summary, present({ commit: report.commit })));
  return { data: report, views: markdown === true ? [] : [viewOf(report)], ending };
}

/** The fleet with the chosen sites only. */
function chosen(fleet: Fleet, names: readonly string[]): Fleet {
  const known = fleet.waves.flat().map(({ name }) => name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new UsageError(`There is an ${unknownWord("site", wrong, known)}.`);
  if (names.length === 0) return fleet;
  return { ...fleet, waves: fleet.waves.map((sites) => sites.filter(({ name }) => names.includes(name))) };
}

/** Set by the first Ctrl-C: no other site begins. */
function stopOf({ io, terminal }: Context): { isStopped: boolean } {
  const stop = { isStopped: false };
  void io.interrupted().then(() => {
    stop.isStopped = true;
    terminal.note("No other site begins. Those that run end first.");
  });
  return stop;
}
