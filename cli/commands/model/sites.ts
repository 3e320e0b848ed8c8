import { spawnSync } from "node:child_process";
import { basename, dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { ModelChange } from "../../../lib/model/explain";
import type { CheckedModel } from "../../../lib/model/resolve";
import type { ReadText, Sites, SiteProblem } from "../../../lib/model/sites";
import { line } from "../../../lib/output/view";
import type { Context } from "../../context";
import { CommandError, NotFoundError, UsageError } from "../../errors";
import { readNamed } from "../../files";
import { lazy } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { mistakesResult } from "../mistakes";
import { counted, someOf } from "../../../provider/values/quoted";

/** Option for the file that assigns layers to sites. */
export const sitesOption = new Option("--sites <file>", "File that names the sites and the layers of each");

/** `model diff`: shows the effect of changed layers on each site. */
export function addModelDiff(model: Command, run: Runner): void {
  model
    .command("diff")
    .description("Show which sites changed since a git revision, and which values of each")
    .option("--since <revision>", "Git revision to compare the files with, e.g. origin/main")
    .addOption(sitesOption)
    .argument("[names...]", "Sites; all by default")
    .action(
      run(async (context, names: string[], { since, sites }: { since?: string; sites?: string }) => {
        if (since === undefined || sites === undefined) throw new UsageError("Give both --since and --sites.");
        return compare(context, names, { since, sites });
      }),
    );
}

/** Checks the named sites of a manifest, or all of them, and reports each mistake once. */
export async function checkAllSites(context: Context, file: string, names: readonly string[]): Promise<Result> {
  const { filesBeside, problemsOfSites, checkSites } = lazy.modelSites();
  const { path, text } = await manifestOf(context, file);
  const sites = chosen(sitesOf(file, text), names);
  const checked = checkSites(sites, filesBeside(path));
  const problems = problemsOfSites(checked).map((problem) => ({ ...problem, text: problemText(problem, sites) }));
  const failed = [...checked].filter(([, { resolved }]) => resolved === undefined).map(([site]) => site);
  const data = { sites: [...sites.keys()], failed, problems };
  const count = counted(sites.size, "site");
  const wrong = failed.length === 0 ? "" : `, ${String(failed.length)} with mistakes`;
  return mistakesResult(problems, data, (counts) => `${count}${wrong}: ${counts}.`);
}

/** A mistake with the sites that have it, unless all sites have it. */
function problemText({ sites: having, ...problem }: SiteProblem, sites: Sites): string {
  const text = lazy.modelProblems().modelProblemText(problem);
  if (having.length === sites.size) return text;
  return `${text} (${someOf(having, 3)})`;
}

async function compare(
  context: Context,
  names: readonly string[],
  { since, sites: file }: { since: string; sites: string },
): Promise<Result> {
  const { filesBeside, checkSites } = lazy.modelSites();
  const { changesBetween } = lazy.modelCompare();
  const { path, text } = await manifestOf(context, file);
  const atRevision = filesAt(path, since);
  const [now, then] = [sitesOf(file, text), sitesOf(`${file} at ${since}`, atRevision(basename(path)) ?? "sites: {}")];
  const all = chosen(new Map([...now, ...[...then].filter(([site]) => !now.has(site))]), names);
  const only = (sites: Sites): Sites => new Map([...sites].filter(([site]) => all.has(site)));
  const [after, before] = [checkSites(only(now), filesBeside(path)), checkSites(only(then), atRevision)];
  assertSound(context, after);
  const changed = [...all.keys()].flatMap((site) => {
    const changes = changesBetween(before.get(site)?.resolved, after.get(site)?.resolved);
    const state = !now.has(site) ? "removed" : then.has(site) ? "changed" : "new";
    return changes.length === 0 && state === "changed" ? [] : [{ site, state, changes }];
  });
  const views = changed.flatMap(({ site, state, changes }) => [
    line(`${site} (${state === "changed" ? counted(changes.length, "value") : state})`),
    ...changes.map((change) => line(`  ${changeText(change)}`)),
  ]);
  const count = `${String(changed.length)} of ${String(all.size)} sites changed since ${since}.`;
  return { data: { since, sites: changed.map(dataOf) }, views: [...views, line(count)] };
}

function dataOf({ changes, ...site }: { site: string; state: string; changes: readonly ModelChange[] }): object {
  return {
    ...site,
    changes: changes.map(({ path, before, after }) => ({ path, before: before ?? null, after: after ?? null })),
  };
}

function changeText({ path, before, after }: ModelChange): string {
  if (before === undefined) return `+ ${path}: ${JSON.stringify(after)}`;
  if (after === undefined) return `- ${path}: ${JSON.stringify(before)}`;
  return `~ ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}

function assertSound(context: Context, checked: ReadonlyMap<string, CheckedModel>): void {
  const problems = lazy
    .modelSites()
    .problemsOfSites(checked)
    .filter(({ severity }) => severity === "error");
  if (problems.length === 0) return;
  for (const problem of problems) context.terminal.note(lazy.modelProblems().modelProblemText(problem));
  throw new CommandError("attention", "The models have mistakes, so they cannot be compared.");
}

async function manifestOf({ io }: Context, file: string): Promise<{ path: string; text: string }> {
  const path = resolve(io.cwd, file);
  return { path, text: await readNamed(path, file) };
}

function sitesOf(name: string, text: string): Sites {
  const { ModelError, modelProblemText } = lazy.modelProblems();
  try {
    return lazy.modelSites().readSites(name, text);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new CommandError("attention", error.problems.map(modelProblemText).join("\n"));
  }
}

function chosen(sites: Sites, names: readonly string[]): Sites {
  const missing = names.filter((name) => !sites.has(name));
  if (missing.length > 0) {
    throw new NotFoundError(`The file has no site ${missing.join(", ")}; it has ${[...sites.keys()].join(", ")}.`);
  }
  return names.length === 0 ? sites : new Map([...sites].filter(([site]) => names.includes(site)));
}

/** Reads files at a git revision, by their paths relative to the manifest. */
function filesAt(manifest: string, revision: string): ReadText {
  const git = (...args: readonly string[]) =>
    spawnSync("git", args, { cwd: dirname(manifest), encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  const { status, error, stderr } = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  if (error !== undefined) throw new UsageError(`git cannot be run: ${error.message}.`);
  if (status !== 0) {
    const reason = stderr.trim() === "" ? "there is no such revision" : stderr.trim();
    throw new UsageError(`The revision ${revision} cannot be read: ${reason}.`);
  }
  return (path) => {
    const shown = git("show", "--end-of-options", `${revision}:./${path}`);
    return shown.status === 0 ? shown.stdout : undefined;
  };
}
