import { resolve } from "node:path";
import type { CheckedModel, ResolvedModel } from "../sdk/model/resolve";
import type { Context } from "./context";
import { CommandError } from "./errors";
import { lazy } from "./lazy";

/** The checked model of some layers, under the names that the command line gives them. */
export function checked({ io: { cwd } }: Context, files: readonly string[]): CheckedModel {
  return lazy.model().checkModel(files.map((name) => ({ layer: name, file: resolve(cwd, name) })));
}

/** The merged model of the files. Mistakes are printed line by line and end the run. */
export function load(context: Context, files: readonly string[]): ResolvedModel {
  const { countsText, modelProblemText } = lazy.modelProblems();
  const { resolved, problems } = checked(context, files);
  for (const problem of problems) context.terminal.note(modelProblemText(problem));
  if (resolved !== undefined) return resolved;
  throw new CommandError("attention", `The site model has ${countsText(problems)}.`);
}
