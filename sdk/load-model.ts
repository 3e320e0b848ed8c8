import * as pulumi from "@pulumi/pulumi";
import type * as resolveModule from "./model/resolve";
import { withoutStack } from "./errors";

/** The reader of models, loaded on first use: programs that declare no site never load zod or yaml. */
function resolver(): typeof resolveModule {
  // Not import(): in CommonJS it resolves modules like ES modules do, and it would make every caller asynchronous.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require("./model/resolve") as typeof resolveModule;
}

/**
 * Merges the layers of a site model, the most general first: paths of YAML or JSON files, or values. Maps merge by key,
 * lists of named things by name, and `null` removes. Paths are relative to the working folder, which is the folder of
 * the program. One error lists every mistake in all layers, with file, line, column and path. No appliance is
 * contacted.
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
