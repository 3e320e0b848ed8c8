import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  importFile,
  type ImportedResource,
  type ImportFile,
  assertSameSite,
  takeOver,
  type TakenOver,
} from "../../../lib/site/import-file";
import { objectIds } from "../../../lib/site/differences";
import { templateType } from "../../../lib/site/model";
import type { OwnedObject } from "../../../lib/site/object";
import type { Context } from "../../context";
import { refreshedPreview, type Difference } from "../../engine/program";
import { longRun, outputOf, pulumi, stackFlags, type Surroundings } from "../../engine/run";
import type { StackChoice } from "../../config/stack";
import { ConfigurationError, UsageError } from "../../errors";
import { refusals } from "../../site-reading";
import { readNamed } from "../../files";
import { jsonOf } from "../../../lib/output/json";
import { dynamicType, pluginType, providerText } from "../../engine/urn";
import { stateObjects } from "../../engine/state";

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
  refuseHeld(entries, state);
  await intoState(context, file, entries, { state, isOfPlugin, protect: protect && file.protect });
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
  const data = jsonOf(await readNamed(path, name));
  if (data === undefined) throw new UsageError(`${name} is not an import file: it is not JSON.`);
  const parsed = importFile.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined ? "" : `: ${issue.path.map(String).join(".")} ${issue.message}`;
  throw new UsageError(`${name} is not an import file that flowgate export wrote${place}.`);
}

/**
 * The resources that are not in the state yet. Throws if the state has one of them with another id, or one of the
 * objects under another name, and for a name that URNs cannot contain.
 */
function notHeld({ resources }: ImportFile, state: readonly OwnedObject[]): ImportedResource[] {
  const byName = new Map(state.map((one) => [`${one.kind} ${one.owner.name}`, one]));
  const byId = holdersOf(state);
  const faults: string[] = [];
  const open = resources.filter(({ kind, name, id }) => {
    if (name.includes("::"))
      faults.push(`${kind} "${name}": a Pulumi name must not contain "::". Rename it in the program and in the file.`);
    const [named, held] = [byName.get(`${kind} ${name}`), byId.get(`${kind} ${id}`)];
    if (named !== undefined && named.id === id) return false;
    if (named !== undefined)
      faults.push(`${kind} "${name}" is in the state already, with the id ${named.id}, not ${id}.`);
    else if (held !== undefined)
      faults.push(
        held.kind === kind
          ? `${kind} ${id} is in the state already, as "${held.owner.name}", not "${name}".`
          : `${kind} ${id} is in the state already, as one of ${held.kind} "${held.owner.name}".`,
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
  state: readonly OwnedObject[],
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
function urnOfTemplate(template: string, state: readonly OwnedObject[]): string | undefined {
  const child = state
    .map(({ owner }) => owner)
    .find(({ urn, name }) => urn.includes(`${templateType}$`) && name.startsWith(`${template}/`));
  return child === undefined
    ? undefined
    : `${child.urn.slice(0, child.urn.indexOf(`${templateType}$`))}${templateType}::${template}`;
}

/** The resources of a state by the objects that they have. */
function holdersOf(state: readonly OwnedObject[]): ReadonlyMap<string, OwnedObject> {
  return new Map(state.flatMap((one) => objectIds(one).map((id) => [id, one] as const)));
}

/** Refuses objects inside of a resource that another resource of the state has. */
function refuseHeld(entries: readonly TakenOver[], state: readonly OwnedObject[]): void {
  const holders = holdersOf(state);
  const faults = entries.flatMap((entry) =>
    objectIds(entry).flatMap((id) => {
      const holder = holders.get(id);
      return holder === undefined ? [] : [`${id} is in the state already, as ${holder.kind} "${holder.owner.name}".`];
    }),
  );
  if (faults.length > 0) throw new WrongFileError(faults);
}

/** Objects that the engine imports in one run. Those of the finished runs stay in the state if this process is killed. */
const MOST_AT_ONCE = 1000;
/** Milliseconds for one object, until that is measured. */
const USUAL_MS = 60;

/**
 * Imports entries in several runs of the engine. It writes no checkpoints: an import sends nothing, and with one for
 * each object the time grows with the square of their number.
 */
async function intoState(
  { io, options, progress }: Context,
  file: ImportFile,
  entries: readonly TakenOver[],
  { state, isOfPlugin, protect }: { state: readonly OwnedObject[]; isOfPlugin: boolean; protect: boolean },
): Promise<void> {
  const place = { ...io, env: { ...io.env, PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" } };
  let known = state;
  let each = USUAL_MS;
  for (let from = 0; from < entries.length; from += MOST_AT_ONCE) {
    const part = entries.slice(from, from + MOST_AT_ONCE);
    const began = performance.now();
    const left = Math.max(1, Math.round(((entries.length - from) * each) / 1000));
    const done = from === 0 ? "" : `${String(from)} of `;
    const text = `Importing ${done}${String(entries.length)} objects into the state, about ${String(left)} s left`;
    const interrupted = (): void => progress.update(`${text}; interrupted, so this ends after these ${part.length}`);
    await progress.during(text, () =>
      importPart(place, options.stack, engineFile(file, part, known, isOfPlugin), protect, interrupted),
    );
    each = (performance.now() - began) / part.length;
    // The template of the file has a URN once a part of it is in the state.
    if (file.template !== undefined && from === 0) known = await stateObjects(io, options.stack);
  }
}

async function importPart(
  place: Surroundings,
  stack: StackChoice | undefined,
  file: object,
  protect: boolean,
  interrupted: () => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "flowgate-import-"));
  const leaving = (): void => rmSync(folder, { recursive: true, force: true });
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
    const output = await pulumi(place, ["import", "--file", path, ...flags, ...stackFlags(stack)], {
      ...longRun,
      interrupted,
      leaving,
    });
    outputOf(output, "The import");
  } finally {
    leaving();
  }
}
