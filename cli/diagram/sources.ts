import { resolve } from "node:path";
import type { SiteModel } from "../../lib/model/schema";
import { objectsOf } from "../../lib/model/view";
import type { Values } from "../../provider/values/inputs";
import { labelOf } from "../../lib/site/label";
import { isLeftOut, type OwnedObject, type SiteReading } from "../../lib/site/object";
import { objectsIn } from "../../lib/site/parts";
import type { Context } from "../context";
import { stateObjects } from "../engine/state";
import { CommandError, ConfigurationError } from "../errors";
import { lazy } from "../lazy";
import type { Drawn } from "../picture/drawn";
import { siteReading } from "../site-reading";
import { previewsOf, summaryOf } from "../summary";
import { drawnOf } from "../summary/drawn";

/** Source of a diagram. Default: the live appliances. */
export interface Source {
  readonly state?: true;
  readonly model?: readonly string[];
  readonly preview?: string;
}

/** The objects of a source, with notes for the user. */
export interface Sourced {
  readonly objects: readonly Drawn[];
  readonly notes: readonly string[];
}

/** Reads the objects of a diagram from its source. */
export async function drawnFrom(context: Context, { state, model, preview }: Source): Promise<Sourced> {
  const { site } = context.options;
  if (model !== undefined) return ofModel(context, model);
  if (preview === undefined && state !== true) {
    return { objects: ofReading(await siteReading(context, { all: false })), notes: [] };
  }
  const { objects, notes } = preview === undefined ? await ofState(context) : await ofPreviews(context, preview);
  return { objects: objects.filter((one) => site === undefined || one.site === site), notes };
}

/** The objects in previews: those that change, and with `--show-sames` also the others. */
async function ofPreviews({ io }: Context, file: string): Promise<Sourced> {
  const { drawn, unnamed, stacks } = summaryOf(await previewsOf([file], io));
  const objects = stacks.length > 1 ? drawn : drawn.map((one) => ({ ...one, stack: "" }));
  if (unnamed === 0) return { objects, notes: [] };
  const note = "resources that stay as they are have no name in this preview: --show-sames names them.";
  return { objects, notes: [`${String(unnamed)} ${note}`] };
}

/** Objects that no program can declare are drawn too, by their names. */
function ofReading({ objects, leftOut }: SiteReading): Drawn[] {
  const all = [...objects, ...leftOut].map((one) => ({
    ...drawn(one.kind, one.label, one.inputs, one.id),
    ...(isLeftOut(one) ? { isPartial: true as const } : {}),
  }));
  return all.map(({ site: _, ...one }) => one);
}

async function ofState(context: Context): Promise<Sourced> {
  const { io, options, progress } = context;
  const { stackNotRead } = await context.configured();
  if (options.stack === false || stackNotRead !== undefined) {
    throw new ConfigurationError(
      `--state draws the state of a stack, but ${stackNotRead ?? "--no-stack says that there is none"}.`,
    );
  }
  const held = await progress.during("Reading the state", () => stateObjects(io, options.stack));
  return { objects: held.flatMap(ofHeld), notes: [] };
}

/** The objects of a resource in a state. */
function ofHeld({ kind, id, label, owner, inputs, outputs }: OwnedObject): Drawn[] {
  return objectsIn(kind, { ...outputs, ...inputs }).map((one) => {
    const name = one.part === "" ? label : (labelOf(one.kind, one.after) ?? one.part);
    return { ...drawn(one.kind, name, one.after, one.id ?? id), key: `${owner.urn} ${one.part}` };
  });
}

function ofModel(context: Context, files: readonly string[]): Sourced {
  const { modelProblemText } = lazy.modelProblems();
  const layers = files.map((name) => ({ layer: name, file: resolve(context.io.cwd, name) }));
  const { resolved, problems } = lazy.model().checkModel(layers);
  for (const problem of problems) context.terminal.note(modelProblemText(problem));
  if (resolved === undefined) throw new CommandError("attention", "The site model has mistakes, so nothing is drawn.");
  return { objects: ofModelData(resolved.model), notes: [] };
}

function ofModelData(model: SiteModel): Drawn[] {
  return objectsOf(model).map(({ kind, inputs }) => {
    const { name, address, profile, cidr, user, userGroup } = inputs as Readonly<Record<string, string | undefined>>;
    const link =
      user === undefined ? `${profile ?? ""} ${cidr ?? ""}` : `user ${user} in user group ${userGroup ?? ""}`;
    return drawn(kind, name ?? address ?? link, inputs);
  });
}

function drawn(kind: string, label: string, values: Values, id?: string): Drawn {
  const { site } = values;
  const resource = {
    key: `${kind} ${id ?? label}`,
    stack: "",
    ...(typeof site === "string" ? { site } : {}),
    kind,
    name: label,
    dependsOn: [],
  };
  return drawnOf(resource, { after: values, ...(id === undefined ? {} : { id }) });
}
