import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { selectionOf, selectorsIn, type Selection } from "./site/selection";
import { stateObjects } from "./engine/state";
import type { OwnedObject, SiteReading } from "./site/object";
import type { Context } from "./context";
import { readNamed } from "./files";
import { asUsage, ConfigurationError } from "./errors";
import { Kinds } from "./site/kinds";
import { readSite } from "./site/read";

/** Name of the file that lists objects which need not be managed. */
const IGNORE_FILE = ".flowgateignore";

/** The objects in the ignore file of the current folder. */
export async function ignoredBy({ io }: Context): Promise<Selection> {
  const path = resolve(io.cwd, IGNORE_FILE);
  return existsSync(path) ? selection(selectorsIn(readNamed(path))) : () => false;
}

/** Parses selectors from the command line. */
export function selection(selectors: readonly string[]): Selection {
  return asUsage(() => selectionOf(selectors));
}

/** What the stack holds. `use` says what a command does with it. Throws ConfigurationError if there is no stack. */
export async function stackState(context: Context, use: string): Promise<OwnedObject[]> {
  const { progress, io, options } = context;
  const { stackNotRead } = await context.configured();
  if (stackNotRead !== undefined) throw new ConfigurationError(`${use} the state of a stack, but ${stackNotRead}.`);
  return progress.during("Reading the state", () => stateObjects(io, options.stack));
}

/** Reads everything from the appliances of the chosen site, and shows the progress in the terminal. */
export async function siteReading(context: Context): Promise<SiteReading> {
  const { configuration, site } = await context.configured();
  const { progress } = context;
  return progress.during("Reading the appliances", () =>
    readSite(new Kinds(configuration, context.appliances), {
      site,
      tell: (done, count) => progress.update(`Reading the appliances: ${String(done)} of ${String(count)} IP groups`),
    }),
  );
}
