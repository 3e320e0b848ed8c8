import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { counted, unknownWord } from "../../provider/values/quoted";
import { jsonText } from "../output/json";
import { line } from "../output/view";
import type { Context } from "../context";
import { CommandError, UsageError } from "../errors";
import { readNamed } from "../files";
import { work } from "../lazy";
import type { Fleet, Site } from "../fleet/file";
import type { Ended } from "../fleet/run";
import type { Report } from "../fleet/report";
import type { Operation, Outcome } from "../fleet/stack";
import type { Result } from "../result";
import type { Runner } from "../run";
import { deletions } from "./summary";

interface FleetOptions {
  readonly fleet: string;
  readonly maxDeletes?: number;
  readonly continue?: string;
  readonly markdown?: true;
  readonly yes?: true;
}

/** `fleet`: one program or model at many sites. */
export function addFleet(program: Command, run: Runner): void {
  const fleet = program
    .command("fleet")
    .helpGroup("Operate:")
    .helpCommand(false)
    .description("Preview or update one program or model at many sites, in waves");
  options(fleet.command("preview"))
    .description("Preview the program or model at the sites")
    .action(run((context, sites: string[], given: FleetOptions) => atSites(context, "preview", sites, given)));
  options(fleet.command("up"))
    .description("Update the sites: a canary first, then waves; Ctrl-C lets running sites end")
    .option("--yes", "Confirm the update")
    .action(run((context, sites: string[], given: FleetOptions) => atSites(context, "up", sites, given)));
}

function options(command: Command): Command {
  return command
    .argument("[sites...]", "Only these sites")
    .option("--fleet <file>", "The fleet file", "fleet.yaml")
    .option("--max-deletes <number>", "Refuse more deletions at all sites than this number", deletions)
    .option("--continue <report>", "Skip the sites that this report shows as done with the same commit")
    .option("--markdown", "Print the report as Markdown");
}

/** Folder for a log of each site and the report. */
const LOGS = ".fleet";

async function atSites(
  context: Context,
  operation: Operation,
  names: readonly string[],
  given: FleetOptions,
): Promise<Result> {
  const { readFleet, engineCommand, commitOf, servedBy, reportOf, markdownOf, viewOf } = work.fleet();
  const { io, terminal } = context;
  const fleet = chosen(readFleet(given.fleet, io.cwd), names);
  if (operation === "up") {
    const count = fleet.waves.flat().length;
    await context.confirm(`This updates ${counted(count, "site")}.`, fleet.name, given.yes && fleet.name, "fleet");
  }
  const commit = commitOf(fleet.folder);
  const path = given.continue;
  const former = path === undefined ? undefined : readNamed(resolve(io.cwd, path), path);
  const served = former === undefined ? new Set<string>() : servedBy(former, path ?? "", operation, commit);
  const logs = resolve(io.cwd, LOGS);
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const command = await engineCommand(io.env).catch((error: unknown) => {
    throw new CommandError("configuration", `fleet needs \`pulumi\` on the PATH: ${(error as Error).message}`);
  });
  const runOf = (what: Operation) => (site: Site) =>
    work.fleet().runSite(fleet, site, what, {
      ...{ command, env: io.env, message: `flowgate fleet ${fleet.name}${commit === undefined ? "" : ` ${commit}`}` },
      log: join(logs, `${site.name}.log`),
    });
  const limit = given.maxDeletes ?? fleet.maxDeletes;
  const isLimited = operation === "up" && limit !== undefined;
  const stop = stopOf(context);
  if (isLimited) {
    const atOnce = { ...fleet, waves: [fleet.waves.flat()] };
    assertDeletions(await course(context, atOnce, { served, stop, run: runOf("preview") }), limit);
  }
  // Written again and again, so that a run that is killed can be continued too.
  const keep = (known: readonly Ended[]): Report => {
    const found = new Map(known.map((one) => [one.site.name, one]));
    const all = fleet.waves.flat().map((site) => found.get(site.name) ?? ({ site, skipped: "not begun" } as const));
    const report = reportOf(operation, commit, all);
    writeFileSync(join(logs, "report.json"), `${jsonText(report)}\n`, { mode: 0o600 });
    return report;
  };
  const ended = await course(context, fleet, { served, stop, run: runOf(operation), keep });
  const report = keep(ended);
  if (!isLimited && limit !== undefined) assertDeletions(ended, limit);
  const isDone = report.sites.every(({ result }) => result === "done" || result === "done before");
  const ending = isDone ? "done" : "attention";
  if (given.markdown === true && !context.isJson) {
    await terminal.markdown(markdownOf(report));
    return { data: report, views: [], ending };
  }
  const next = isDone ? [] : [line(`To go on: flowgate fleet ${operation} --continue ${LOGS}/report.json`)];
  return { data: report, views: [viewOf(report), ...next], ending };
}

/** The fleet with the chosen sites only. */
function chosen(fleet: Fleet, names: readonly string[]): Fleet {
  const known = fleet.waves.flat().map(({ name }) => name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new UsageError(`There is an ${unknownWord("site", wrong, known)}.`);
  if (names.length === 0) return fleet;
  const waves = fleet.waves.map((sites) => sites.filter(({ name }) => names.includes(name)));
  return { ...fleet, waves: waves.filter(({ length }) => length > 0) };
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

interface Course {
  readonly served: ReadonlySet<string>;
  readonly stop: { readonly isStopped: boolean };
  run(site: Site): Promise<Outcome>;
  /** Called before the first and after each site with what is known so far. */
  keep?(known: readonly Ended[]): void;
}

/** Runs the waves, and prints on stderr what ends. */
function course({ terminal }: Context, fleet: Fleet, { served, stop, run, keep }: Course): Promise<Ended[]> {
  const done = fleet.waves.flat().filter(({ name }) => served.has(name));
  const known: Ended[] = done.map((site) => ({ site, skipped: "done before" }));
  keep?.(known);
  return work.fleet().runWaves(fleet, {
    run,
    isDone: ({ name }) => served.has(name),
    isStopped: () => stop.isStopped,
    begun: (wave, sites) => {
      const title = wave === 0 ? "canary" : `wave ${String(wave)}`;
      terminal.note(`${title}: ${sites.map(({ name }) => name).join(", ")}`);
    },
    ended: (outcome) => {
      const { site, failure, seconds } = outcome;
      known.push(outcome);
      keep?.(known);
      terminal.note(`${site.name}: ${failure === undefined ? "done" : `failed: ${failure}`} (${String(seconds)} s)`);
    },
  });
}

/** Refuses what all sites together would delete. A site whose preview failed is refused too. */
function assertDeletions(ended: readonly Ended[], most: number): void {
  const known = ended.flatMap((one) => ("skipped" in one ? [] : [one]));
  const failed = known.find(({ failure }) => failure !== undefined);
  const summaries = known.map(({ summary }) => summary);
  const refused =
    failed === undefined
      ? work.summary().overLimit(summaries, most, "All sites together")
      : `The preview of ${failed.site.name} failed, so nothing was updated: ${failed.failure ?? ""}`;
  if (refused !== undefined) throw new CommandError("attention", refused);
}
