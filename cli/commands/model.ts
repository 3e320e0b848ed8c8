import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Explanation } from "../../sdk/model/resolve";
import { lineText, modelProblemText } from "../../sdk/model/problem";
import type { Sites } from "../../sdk/model/sites";
import { line, type View } from "../output/view";
import { capitalised, counted, someOf, unknownWord } from "../../provider/values/quoted";
import type { Context, Result } from "../context";
import { CommandError, UsageError } from "../errors";
import { readNamed } from "../files";
import { lazy } from "../lazy";
import { layersIn, load } from "../model-layers";
import type { Runner } from "../run";
import { mistakesResult } from "./mistakes";

/** `model`: works on site models in layers, without any appliance. */
export function addModel(program: Command, run: Runner): void {
  const model = program
    .command("model")
    .helpGroup("Review:")
    .helpCommand(false)
    .description("Check the layers of site models, or print what they result in");
  model
    .command("check")
    .description("Report every mistake in the layers of a site model, or of all sites, with its place")
    .argument("[files...]", "Layers, the most general first; with --sites, names of sites (all by default)")
    .addOption(new Option("--sites <file>", "File that names the sites and the layers of each"))
    .action(
      run(async (context, files: string[], { sites }: { sites?: string }) => {
        if (sites !== undefined) return checkAllSites(context, sites, files);
        if (files.length === 0) throw new UsageError("Give the layers of a model, or a file of sites with --sites.");
        return check(context, files);
      }),
    );
  model
    .command("resolve")
    .description("Print the merged model, each value with the layer and line that set it")
    .argument("<files...>", "Layers as YAML or JSON, the most general first")
    .option("--explain <path>", 'Only the values at a path, such as collectors["10.20.0.10"].threshold')
    .action(
      run(async (context, files: string[], { explain: path }: { explain?: string }) => {
        const resolved = load(context, files);
        if (path !== undefined) {
          const found = resolved.explain(path);
          const known = resolved.explain().map((one) => one.path);
          if (found.length === 0) throw new CommandError("attention", capitalised(unknownWord("path", path, known)));
          return { data: found.map(originOf), views: found.map(explanation) };
        }
        const data = { model: resolved.model, origins: resolved.explain().map(originOf) };
        return { data, views: [{ kind: "text", text: resolved.toYaml() }] };
      }),
    );
}

function check(context: Context, files: readonly string[]): Result {
  const { problems } = lazy.model().checkModel(layersIn(context, files));
  const found = problems.map((problem) => ({ ...problem, text: modelProblemText(problem) }));
  return mistakesResult(found, { problems: found }, (counts) => `The model has ${counts}.`);
}

/** Checks the named sites of a file, or all of them, and reports each mistake once. */
async function checkAllSites({ io }: Context, file: string, names: readonly string[]): Promise<Result> {
  const { problemsOfSites, checkSites, readSites } = lazy.modelSites();
  const path = resolve(io.cwd, file);
  const sites = chosen(readSites(file, readNamed(path, file)), names);
  const all = checkSites(path, sites);
  const problems = problemsOfSites(all).map((problem) => {
    const which = problem.sites.length === sites.size ? "" : ` (${someOf(problem.sites, 3)})`;
    return { ...problem, text: `${modelProblemText(problem)}${which}` };
  });
  const failed = [...all].filter(([, { resolved }]) => resolved === undefined).map(([site]) => site);
  const data = { sites: [...sites.keys()], failed, problems };
  const wrong = failed.length === 0 ? "" : `, ${String(failed.length)} with mistakes`;
  return mistakesResult(problems, data, (counts) => `${counted(sites.size, "site")}${wrong}: ${counts}.`);
}

function chosen(sites: Sites, names: readonly string[]): Sites {
  const missing = names.find((name) => !sites.has(name));
  if (missing !== undefined)
    throw new CommandError("attention", capitalised(unknownWord("site", missing, [...sites.keys()])));
  return names.length === 0 ? sites : new Map([...sites].filter(([site]) => names.includes(site)));
}

/** An explanation for scripts. */
function originOf({ place, ...origin }: Explanation): object {
  return { ...origin, ...place };
}

/** A value with its layer. */
function explanation({ path, value, place }: Explanation): View {
  return line(`${path} = ${JSON.stringify(value)}  ${lineText(place)}`);
}
