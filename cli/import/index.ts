import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { importFile, type ImportedResource, type ImportFile } from "../../lib/site/import-file";
import { objectIds } from "../../lib/site/drift";
import { templateType } from "../../lib/site/model";
import { assertSameSite, takeOver, type TakenOver } from "../../lib/site/take-over";
import type { Context } from "../context";
import { refreshedPreview, type Difference } from "../engine/program";
import { longRun, outputOf, pulumi, stackFlags } from "../engine/run";
import { ConfigurationError, UsageError } from "../errors";
import { refusals } from "../export/choice";
import { dynamicType, pluginType, providerText } from "../engine/urn";
import { stateObjects, type StateObject } from "../engine/state";

/** Options of an import. */
export interface ImportOptions {
  readonly protect: boolean;
}

/** Result of an import. */
export interface Imported {
  readonly imported: number;
  /** Number of resources that were in the state before. */
  readonly held: number;
  /** What an up would do after it. */
  readonly differences: readonly Difference[];
}

/** Imports the objects of a file into the state of the stack, and then previews the program. Changes no appliance. */
export async function importAll(context: Context, path: string, { protect }: ImportOptions): Promise<Imported> {
  const { io, options, progress } = context;
  await context.assertChanges();
  const file = await fileAt(resolve(io.cwd, path), path);
  const { configuration, site, stackNotRead, isOfPlugin } = await context.configured();
  if (stackNotRead !== undefined) throw new ConfigurationError(`An import needs a stack, but ${stackNotRead}.`);
  await refusals(async () => assertSameSite(file, configuration, site));
  const state = await progress.during("Reading the state", () => stateObjects(io, options.stack));
  const open = notHeld(file, state);
  const taken = await progress.during("Reading the appliances", () =>
    refusals(() =>
      takeOver(open, configuration, (done) =>
        progress.update(`Reading the appliances: ${String(done)} of ${String(open.length)} objects`),
      ),
    ),
  );
  const faults = taken.flatMap((one) => ("fault" in one ? [one.fault] : []));
  if (faults.length > 0) throw new WrongFileError(faults);
  const entries = taken.flatMap((one) => ("fault" in one ? [] : [one]));
  if (entries.length > 0) {
    const keep = protect && file.protect;
    await progress.during(`Importing ${String(entries.length)} objects into the state`, () =>
      intoState(context, engineFile(file, entries, state, isOfPlugin), keep),
    );
  }
  const differences = await progress.during("Comparing program, state and appliances", () =>
    refreshedPreview(io, options.stack),
  );
  return { imported: entries.length, held: file.resources.length - open.length, differences };
}

/** Wrong ids or names in an import file. Nothing is imported. */
export class WrongFileError extends ConfigurationError {
  constructor(faults: readonly string[]) {
    const end = "Nothing was imported: fix the file, or export again.";
    super(`${faults.join(" ")} ${end}`, {}, [...faults, end]);
  }
}

async function fileAt(path: string, name: string): Promise<ImportFile> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${name} cannot be read (${code ?? "unreadable"}).`, { cause: error });
  });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${name} is not an import file: it is not JSON.`, { cause });
  }
  const parsed = importFile.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined ? "" : `: ${issue.path.map(String).join(".")} ${issue.message}`;
  throw new UsageError(`${name} is not an import file that flowgate export wrote${place}.`);
}

/**
 * The resources that are not in the state yet. Throws if the state has one of them with another id, or one of the
 * objects under another name.
 */
function notHeld({ resources }: ImportFile, state: readonly StateObject[]): ImportedResource[] {
  const byName = new Map(state.map((one) => [`${one.kind} ${one.name}`, one]));
  const byId = new Map(state.flatMap((one) => objectIds(one).map((id) => [id, one] as const)));
  const faults: string[] = [];
  const open = resources.filter(({ kind, name, id }) => {
    const [named, held] = [byName.get(`${kind} ${name}`), byId.get(`${kind} ${id}`)];
    if (named !== undefined && named.id === id) return false;
    if (named !== undefined)
      faults.push(`${kind} "${name}" is in the state already, with the id ${named.id}, not ${id}.`);
    else if (held !== undefined)
      faults.push(
        held.kind === kind
          ? `${kind} ${id} is in the state already, as "${held.name}", not "${name}".`
          : `${kind} ${id} is in the state already, as one of ${held.kind} "${held.name}".`,
      );
    return true;
  });
  if (faults.length > 0) throw new WrongFileError(faults);
  return open;
}

/** The file for the engine's import, with entries as the stack's provider would have written them. */
function engineFile(
  { template }: ImportFile,
  entries: readonly TakenOver[],
  state: readonly StateObject[],
  isOfPlugin: boolean,
): object {
  const parent = template === undefined ? {} : { parent: template };
  const component = { type: templateType, name: template, component: true };
  const resources = entries.map(({ kind, name, id, inputs, outputs }) => {
    const text = isOfPlugin ? {} : { __provider: providerText(kind) };
    const type = isOfPlugin ? pluginType(kind) : dynamicType(kind);
    return { type, name, id, ...parent, inputs: { ...inputs, ...text }, outputs: { ...outputs, ...text } };
  });
  if (template === undefined) return { resources };
  const known = urnOfTemplate(template, state);
  return known === undefined
    ? { resources: [component, ...resources] }
    : { nameTable: { [template]: known }, resources };
}

/** The URN of a template in the state, derived from the URN of one of its children. */
function urnOfTemplate(template: string, state: readonly StateObject[]): string | undefined {
  const child = state.find(({ urn, name }) => urn.includes(`${templateType}$`) && name.startsWith(`${template}/`));
  return child === undefined
    ? undefined
    : `${child.urn.slice(0, child.urn.indexOf(`${templateType}$`))}${templateType}::${template}`;
}

async function intoState({ io, options }: Context, file: object, protect: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "flowgate-import-"));
  try {
    const path = join(folder, "import.json");
    await writeFile(path, JSON.stringify(file), { mode: 0o600 });
    const flags = [
      "--yes",
      "--skip-preview",
      "--generate-code=false",
      "--suppress-outputs",
      `--protect=${String(protect)}`,
    ];
    const output = await pulumi(io, ["import", "--file", path, ...flags, ...stackFlags(options.stack)], longRun);
    outputOf(output, "The import");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
