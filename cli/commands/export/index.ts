import { resolve } from "node:path";
import { leftOut as leftOutOf, type LeftOut, type SiteObject, type SiteReading } from "../../../lib/site/object";
import { modelOf } from "../../../lib/site/model";
import { programOf, type WrittenFile } from "../../../lib/site/program";
import { IMPORT_FILE, importFileText } from "../../../lib/site/import-file";
import type { Context } from "../../context";
import { UsageError } from "../../errors";
import { projectFile } from "../../engine/run";
import { unreadable } from "../../../lib/site/read";
import { namesIn } from "../../files";
import { accountsFrom, ignoredBy, selection, siteReading } from "../../site-reading";
import { projectFiles } from "../../project";

export { writeFiles } from "../../files";
export { firstSteps } from "../../project";
export { projectFile } from "../../engine/run";
export { heldIn, objectIds } from "../../../lib/site/differences";
export { stateObjects } from "../../engine/state";

/** Selection for an export. */
export interface Choice {
  readonly only?: readonly string[];
  readonly ignoreFile?: string;
  readonly all?: true;
  /** A list of users and user groups. */
  readonly users?: string;
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
  { only, ignoreFile, all, users }: Choice,
  held: ReadonlyMap<string, string> = new Map(),
): Promise<Chosen> {
  const accounts = users === undefined ? [] : await accountsFrom(context, users);
  const isWanted = only === undefined ? () => true : selection(only);
  const isIgnored = all === true ? () => false : await ignoredBy(context, ignoreFile);
  const read = await siteReading(context, { all: all === true });
  const heldIn = ({ kind, id }: SiteObject): string | undefined => held.get(`${kind} ${id}`);
  const live = {
    ...read,
    objects: read.objects.filter((one) => heldIn(one) === undefined),
    leftOut: [
      ...read.leftOut,
      ...read.objects.flatMap((one) => {
        const holder = heldIn(one);
        return holder === undefined ? [] : [leftOutOf(one, `${HELD_BY}${holder}.`)];
      }),
    ],
  };
  const isChosen = (one: SiteObject | LeftOut): boolean => isWanted(one) && !isIgnored(one);
  const chosen = {
    ...live,
    objects: [...live.objects.filter(isChosen), ...accounts],
    notes: accounts.length === 0 ? live.notes : live.notes.filter((note) => note !== unreadable),
    leftOut: [...live.leftOut.filter(isChosen), ...live.objects.filter((one) => !isChosen(one)).map(notChosen)],
  };
  if (only !== undefined && chosen.objects.length === 0) {
    throw new UsageError(`No object on the appliances matches ${only.join(", ")}. Nothing was written.`);
  }
  return { live, chosen, ignored: live.objects.filter((one) => isWanted(one) && isIgnored(one)) };
}

const NOT_CHOSEN = "";
const HELD_BY = "The stack has it already, in ";

/** References to an object that is not selected are written as ids. */
function notChosen(object: SiteObject): LeftOut {
  return leftOutOf(object, NOT_CHOSEN);
}

/** Selected objects that could not be exported. */
export function attention({ leftOut }: SiteReading): readonly LeftOut[] {
  return leftOut.filter(({ why }) => why !== NOT_CHOSEN);
}

/** The resource of the stack that has an object, if that is why it is left out: nothing is to do about it. */
export function holderOf({ why }: LeftOut): string | undefined {
  return why.startsWith(HELD_BY) ? why.slice(HELD_BY.length) : undefined;
}

/** The files of an export. */
export function filesOf(
  context: Context,
  { chosen }: Chosen,
  { format, protect, folder, bulk }: { format: "ts" | "model"; protect: boolean; folder: string; bulk?: true },
): { files: readonly WrittenFile[]; leftOut: readonly LeftOut[]; isInProject: boolean } {
  const { site } = context.options;
  const template = site ?? "site";
  const { files, resources, leftOut } =
    format === "ts"
      ? { ...programOf(chosen, { protect, bulk }), leftOut: [] }
      : modelOf(chosen, { protect, template, site, bulk });
  const text = importFileText(chosen, resources, { protect, ...(format === "ts" ? {} : { template }) });
  const isInProject = projectFile(resolve(folder)) !== undefined;
  const around = isInProject ? [] : projectFiles(site ?? "site", resolve(folder));
  return { files: [...files, { path: IMPORT_FILE, text }, ...around], leftOut, isInProject };
}

/** Refuses a folder that is not empty, unless the user forces it. */
export async function assertWritable(folder: string, isForced: boolean): Promise<void> {
  if ((await namesIn(folder)).length === 0 || isForced) return;
  throw new UsageError(`${folder} is not empty. Name another folder, or replace the files of an export with --force.`);
}
