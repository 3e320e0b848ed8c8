import { dirname, join } from "node:path";
import { z } from "#zod";
import { alike, kept } from "../../provider/values/collections";
import { strict } from "../../provider/values/schema";
import { faultsIn, placeAt, valueOf } from "./tree";
import { ModelError, problemAt, type ModelProblem } from "./problem";
import { readYaml } from "./read-yaml";
import { checkModel, type CheckedModel, type Layer, type LayerSource } from "./resolve";

/** Schema of `sites.yaml`: the layers of each site, the most general first, as paths relative to the file. */
const manifest = strict({ sites: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)) });

/** Sites by name, each with the paths of its layers as in the manifest. */
export type Sites = ReadonlyMap<string, readonly string[]>;

/** Reads a manifest of sites. Throws a {@link ModelError} with every mistake in it. */
export function readSites(name: string, text: string): Sites {
  const { tree, problems } = readYaml(name, text);
  const faults = faultsIn(tree, manifest).map((fault) => problemAt(placeAt(tree, fault.steps), fault));
  if (problems.length + faults.length > 0) throw new ModelError([...problems, ...faults], { isOfModel: false });
  return new Map(Object.entries(manifest.parse(valueOf(tree)).sites));
}

/** Merges and checks the model of each site of a manifest. A layer that several sites share is read once. */
export function checkSites(file: string, sites: Sites): ReadonlyMap<string, CheckedModel> {
  const layers = new Map<string, LayerSource>();
  const layer = (path: string): LayerSource =>
    kept(layers, path, () => ({ layer: path, file: join(dirname(file), path) }));
  const known = new Map<LayerSource, Layer>();
  return new Map([...sites].map(([site, paths]) => [site, checkModel(paths.map(layer), known)]));
}

/** A problem with the sites that it affects. */
export interface SiteProblem extends ModelProblem {
  readonly sites: readonly string[];
}

/** The problems of all sites, each once: a mistake in a shared layer is one mistake. */
export function problemsOfSites(checked: ReadonlyMap<string, CheckedModel>): SiteProblem[] {
  const all = [...checked].flatMap(([site, { problems }]) => problems.map((problem) => ({ site, problem })));
  return alike(all, ({ problem }) => problem).map((same) => ({
    ...same[0].problem,
    sites: same.map(({ site }) => site),
  }));
}
