import type { Command } from "commander";
import type { Explanation, Given } from "../../../lib/model/explain";
import type { Context } from "../../context";
import { NotFoundError, UsageError } from "../../errors";
import { lazy } from "../../lazy";
import { line } from "../../../lib/output/view";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { mistakesResult } from "../mistakes";
import { checked, load } from "../../model-layers";
import { addModelDiff, checkAllSites, sitesOption } from "./sites";

/** `model`: works on site models in layers, without any appliance. */
export function addModel(program: Command, run: Runner): void {
  const model = program
    .command("model")
    .helpGroup("Sites:")
    .helpCommand(false)
    .description("Build a site model from its layers; contacts no appliance");
  model
    .command("check")
    .description(
      "Report every mistake in the layers of a site model, or of all sites, with file, line, column and path",
    )
    .argument(
      "[files...]",
      "Layers as YAML or JSON, the most general first; with --sites, names of sites (all by default)",
    )
    .addOption(sitesOption)
    .action(
      run(async (context, files: string[], { sites }: { sites?: string }) => {
        if (sites !== undefined) return checkAllSites(context, sites, files);
        if (files.length === 0) throw new UsageError("Give the layers of a model, or a file of sites with --sites.");
        return check(context, files);
      }),
    );
  addModelDiff(model, run);
  layered(model.command("resolve"))
    .description("Print the model that results from the layers, each value with the layer and line that set it")
    .action(
      run(async (context, files: string[]) => {
        const resolved = load(context, files);
        const data = { model: resolved.model, origins: resolved.explain()?.map(originOf) };
        return { data, views: linesOf(resolved.toYaml()) };
      }),
    );
  layered(model.command("explain").argument("<path>", 'Path in the model, e.g. collectors["10.20.0.10"].threshold'))
    .description("Show which layer set each value at and below a path, and what it replaced")
    .action(
      run(async (context, path: string, files: string[]) => {
        if (/[.](?:ya?ml|json)$/iu.test(path)) throw new UsageError(`${path} is a file, but the path comes first.`);
        const found = load(context, files).explain(path);
        if (found === undefined) throw new NotFoundError(`The model has nothing at ${path}.`);
        return { data: found.map(originOf), views: found.flatMap(explanation) };
      }),
    );
}

function layered(command: Command): Command {
  return command.argument("<files...>", "Layers as YAML or JSON, the most general first");
}

function check(context: Context, files: readonly string[]): Result {
  const { modelProblemText } = lazy.modelProblems();
  const { problems } = checked(context, files);
  const found = problems.map((problem) => ({ ...problem, text: modelProblemText(problem) }));
  return mistakesResult(found, { problems: found }, (counts) => `The model has ${counts}.`);
}

function linesOf(text: string): Result["views"] {
  return text
    .trimEnd()
    .split("\n")
    .map((one) => line(one));
}

/** An explanation for scripts: a removed value is null. */
function originOf({ path, value, place, removed, replaced }: Explanation): object {
  return { path, value: value ?? null, removed, ...place, replaced: replaced.map(givenOf) };
}

function givenOf({ place, value }: Given): object {
  return { value, ...place };
}

/** A value with its layer, followed by the values that it replaced. */
function explanation({ path, value, place, removed, replaced }: Explanation): Result["views"] {
  const { lineText } = lazy.modelProblems();
  const now = removed ? `${path} is removed` : `${path} = ${JSON.stringify(value)}`;
  const before = replaced.map((one) => line(`  before: ${JSON.stringify(one.value)}  ${lineText(one.place)}`));
  return [line(`${now}  ${lineText(place)}`), ...before];
}
