import * as pulumi from "@pulumi/pulumi";
import type * as resolveModule from "../model/resolve";
import { withoutStack } from "./errors";

/** The reader of models, loaded by its first use: programs that declare no site never load zod or yaml. */
function resolver(): typeof resolveModule {
  // Not import(): in CommonJS that resolves as ES modules do, and would make every caller asynchronous.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require("../model/resolve") as typeof resolveModule;
}

/**
 * Puts a site model together from its layers, the most general first: paths of YAML or JSON files, or values. Maps merge
 * by key, lists of named things by name, and `null` removes. Paths are relative to the working folder, which is the
 * program's. One error names every mistake in any layer, with file, line, column and path; nothing is contacted.
 *
 * @throws pulumi.RunError with all mistakes in its message
 */
export function loadModel(layers: readonly resolveModule.LayerSource[]): resolveModule.ResolvedModel {
  try {
    return resolver().loadModel(layers);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw withoutStack(Object.assign(new pulumi.RunError(words), { cause: error }));
  }
}
