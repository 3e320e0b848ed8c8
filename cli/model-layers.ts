import { resolve } from "node:path";
import type { NamedFile, ResolvedModel } from "../sdk/model/resolve";
import type { Context } from "./context";
import { lazy } from "./lazy";

/** The layers in some files, under the names that the command line gives them. */
export function layersIn({ io: { cwd } }: Context, files: readonly string[]): NamedFile[] {
  return files.map((name) => ({ layer: name, file: resolve(cwd, name) }));
}

/** The merged model of the files. Throws a ModelError with every mistake; warnings are printed. */
export function load(context: Context, files: readonly string[]): ResolvedModel {
  const resolved = lazy.model().loadModel(layersIn(context, files));
  for (const text of resolved.warningTexts()) context.terminal.note(text);
  return resolved;
}
