import { resolve } from "node:path";
import { leftOut as leftOutOf, type LeftOut, type SiteObject, type SiteReading } from "../../lib/site/object";
import { modelOf } from "../../lib/site/model";
import { programOf, type WrittenFile } from "../../lib/site/program";
import { IMPORT_FILE, importFileText } from "../../lib/site/import-file";
import type { Context } from "../context";
import { UsageError } from "../errors";
import { projectFile } from "../engine/run";
import { ignoredBy, selection } from "./choice";
import { siteReading } from "../site-reading";
import { projectFiles } from "./project";

export { assertWritable, writeAll } from "./write";
export { projectFile } from "../engine/run";
export { objectIds } from "../../lib/site/differences";
export { stateObjects } from "../engine/state";

/** Selection for an export. */
export interface Choice {
  readonly only?: readonly string[];
  readonly ignoreFile?: string;
  readonly all?: true;
}

/** A site's objects, and the selected ones. */
export interface Chosen {
  /** Everything that was read. */
  readonly live: SiteReading;
  /** The same with the selected objects only. */
  readonly chosen: SiteReading;
  readonly ignored: readonly SiteObject[];
}

/** Reads a site and selects objects from it. */
export async function chosenOf(
  context: Context,
  { only, ignoreFile, all }: Choice,
  held: ReadonlyMap<string, string> = new Map(),
): Promise<Chosen> {
  const isWanted = only === undefined ? () => true : selection(only);
  const isIgnored = all === true ? () => false : await ignoredBy(context, ignoreFile);
  const read = await siteReading(context, { all: all === true });
  const holderOf = ({ kind, id }: SiteObject): string | undefined => held.get(`${kind} ${id}`);
  const live = {
    ...read,
    objects: read.objects.filter((one) => holderOf(one) === undefined),
    leftOut: [
      ...read.leftOut,
      ...read.objects.flatMap((one) => {
        const holder = holderOf(one);
        return holder === undefined ? [] : [leftOutOf(one, `${holder} of the stack holds it already.`)];
      }),
    ],
  };
  const isChosen = (one: SiteObject | LeftOut): boolean => isWanted(one) && !isIgnored(one);
  const chosen = {
    ...live,
    objects: live.objects.filter(isChosen),
    leftOut: [...live.leftOut.filter(isChosen), ...live.objects.filter((one) => !isChosen(one)).map(notChosen)],
  };
  if (only !== undefined && chosen.objects.length === 0) {
    throw new UsageError(`No object on the appliances matches ${only.join(", ")}. Nothing was written.`);
  }
  return { live, chosen, ignored: live.objects.filter((one) => isWanted(one) && isIgnored(one)) };
}

const NOT_CHOSEN = "";

/** References to an object that is not selected are written as ids. */
function notChosen(object: SiteObject): LeftOut {
  return leftOutOf(object, NOT_CHOSEN);
}

/** Selected objects that could not be exported. */
export function attention({ leftOut }: SiteReading): readonly LeftOut[] {
  return leftOut.filter(({ why }) => why !== NOT_CHOSEN);
}

/** The files of an export. */
export function filesOf(
  context: Context,
  { chosen }: Chosen,
  { format, protect, folder, bulk }: { format: "ts" | "model"; protect: boolean; folder: string; bulk?: true },
): { files: readonly WrittenFile[]; leftOut: readonly LeftOut[] } {
  const { site } = context.options;
  const template = site ?? "site";
  const { files, resources, leftOut } =
    format === "ts"
      ? { ...programOf(chosen, { protect, bulk }), leftOut: [] }
      : modelOf(chosen, { protect, template, site, bulk });
  const text = importFileText(chosen, resources, { protect, ...(format === "ts" ? {} : { template }) });
  const around = projectFile(resolve(folder)) === undefined ? projectFiles(site ?? "site") : [];
  return { files: [...files, { path: IMPORT_FILE, text }, ...around], leftOut };
}

export function folderOf({ io }: Context, folder: string): string {
  return resolve(io.cwd, folder);
}
