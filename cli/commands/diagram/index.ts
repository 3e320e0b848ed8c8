import { capitalised, unknownWord } from "../../../provider/values/quoted";
import type { Context } from "../../context";
import { NotFoundError, ConfigurationError } from "../../errors";
import { parts, subjectsOf } from "../../picture";
import { sizeOf, type Drawn } from "../../picture/drawn";
import { flowchart } from "../../picture/mermaid";
import type { Subject } from "../../picture/subject";
import { svgOf, type Chart } from "../../picture/svg";
import { placeNames } from "../../summary/entries";
import type { SiteModel } from "../../../lib/model/schema";
import { objectsOf } from "../../../lib/model/view";
import type { Values } from "../../../provider/values/inputs";
import { labelOf } from "../../../lib/site/label";
import { isLeftOut, type OwnedObject, type SiteReading } from "../../../lib/site/object";
import { objectsIn } from "../../../lib/site/parts";
import { stateObjects } from "../../engine/state";
import { load } from "../../model-layers";
import { siteReading } from "../../site-reading";
import { previewsOf, summaryOf } from "../../summary";
import { drawnOf } from "../../summary/drawn";
import { present } from "../../../provider/values/collections";

/** Subject and limits of a drawing. */
export interface Choice {
  readonly what: "all" | keyof typeof parts;
  /** Name of the group or profile to draw. Undefined: everything. */
  readonly group?: string;
  readonly profile?: string;
  /** Maximum number of boxes per drawing. */
  readonly most: number;
}

/** A finished drawing, with notes for the user. */
export interface Drawing {
  readonly charts: readonly Chart[];
  readonly notes: readonly string[];
}

/** Reads a source and selects the boxes. Throws NotFoundError if the named object does not exist. */
export async function drawingOf(context: Context, source: Source, choice: Choice): Promise<Drawing> {
  const { objects, notes } = await drawnFrom(context, source);
  return { charts: chartsOf(subjectsOf(objects, placeNames({ places: objects })), choice), notes };
}

/** The drawings of every place. */
function chartsOf(subjects: ReadonlyMap<string, Subject>, { what, group, profile, most }: Choice): Chart[] {
  const focus = { groups: group, flows: profile, access: undefined };
  const isPart = group !== undefined || profile !== undefined;
  assertKnown(
    "IP group",
    group,
    [...subjects.values()].flatMap(({ groups }) => groups),
  );
  assertKnown(
    "profile",
    profile,
    [...subjects.values()].flatMap(({ profiles }) => profiles),
  );
  const chosen = (Object.keys(parts) as (keyof typeof parts)[]).filter(
    (part) => (what === "all" || what === part) && (!isPart || focus[part] !== undefined),
  );
  return [...subjects].flatMap(([place, subject]) =>
    chosen.flatMap((part): Chart[] => {
      const names = part === "groups" ? subject.groups : subject.profiles;
      if (isPart && !names.some(({ name }) => name === focus[part])) return [];
      const cluster = parts[part].draw(subject, { most, focus: focus[part] });
      const title = `${place === "" ? "" : `${place}: `}${parts[part].title}`;
      return sizeOf(cluster) === 0 ? [] : [{ title, cluster }];
    }),
  );
}

function assertKnown(what: string, name: string | undefined, known: readonly { readonly name: string }[]): void {
  const names = known.map((one) => one.name);
  if (name === undefined || names.includes(name)) return;
  throw new NotFoundError(capitalised(unknownWord(what, name, names)));
}

/** A drawing as text in its format. */
export function textOf({ charts }: Drawing, format: "svg" | "mermaid"): string {
  if (format === "svg") return svgOf(charts, charts.map(({ title }) => title).join(", "));
  return flowchart({
    scenes: charts.map(({ title, cluster }) => ({ places: [title], clusters: [cluster] })),
    leftOut: 0,
  });
}

/** A drawing as data: numbered boxes, and arrows between them. */
export function dataOf({ charts, notes }: Drawing): object {
  return {
    charts: charts.map(({ title, cluster }) => {
      const nodes = cluster.columns.flat();
      return {
        title,
        boxes: nodes.map(({ lines, action, isMuted }, id) => ({
          id,
          lines,
          action: action ?? null,
          disabled: isMuted === true,
        })),
        arrows: cluster.arrows.map(({ from, to, dashed }) => ({
          from: nodes.indexOf(from),
          to: nodes.indexOf(to),
          dashed: dashed === true,
        })),
      };
    }),
    notes,
  };
}

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

/** The objects of a resource in a state. Child groups are found by their numbers, everything else by names. */
function ofHeld({ kind, id, label, owner, inputs, named = inputs, outputs }: OwnedObject): Drawn[] {
  const known = kind.startsWith("IpGroup") ? inputs : named;
  return objectsIn(kind, { ...outputs, ...known }).map((one) => {
    const name = one.part === "" ? label : (labelOf(one.kind, one.after) ?? one.part);
    return { ...drawn(one.kind, name, one.after, one.id ?? id), key: `${owner.urn} ${one.part}` };
  });
}

function ofModel(context: Context, files: readonly string[]): Sourced {
  return { objects: ofModelData(load(context, files).model), notes: [] };
}

function ofModelData(model: SiteModel): Drawn[] {
  return objectsOf(model).flatMap(({ kind, inputs }) => {
    const { name, address, profile, cidr, user, userGroup } = inputs as Readonly<Record<string, string | undefined>>;
    const link =
      user === undefined ? `${profile ?? ""} ${cidr ?? ""}` : `user ${user} in user group ${userGroup ?? ""}`;
    const rights = objectsIn("PermissionSet", { userGroupName: name, permissions: inputs["permissions"] });
    return [
      drawn(kind, name ?? address ?? link, inputs),
      ...rights.map((one) => drawn(one.kind, labelOf(one.kind, one.after) ?? one.part, one.after)),
    ];
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
  return drawnOf(resource, { after: values, ...present({ id }) });
}
