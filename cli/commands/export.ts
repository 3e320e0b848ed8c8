import { readFile } from "node:fs/promises";
import { basename, relative, resolve } from "node:path";
import { Option, type Command } from "commander";
import { definitionOf } from "../../provider/registry";
import { capitalised, counted, shellWord } from "../../provider/values/quoted";
import { heldIn } from "../site/differences";
import { modelOf } from "../site/model";
import { leftOutOf, type LeftOut, type OwnedObject, type SiteObject, type SiteReading } from "../site/object";
import { programOf, type WrittenResource } from "../site/program";
import { line, type View } from "../output/view";
import type { Context, Result } from "../context";
import { projectFile } from "../engine/run";
import { TEMPLATE } from "../engine/renames";
import { stateObjects } from "../engine/state";
import { UsageError } from "../errors";
import { namesIn, writeFiles } from "../files";
import { installCommand, pluginLines, projectFiles } from "../project";
import type { Runner } from "../run";
import { selection, siteReading } from "../site-reading";
import type { Selection } from "../site/selection";

interface ExportOptions {
  readonly format: "ts" | "model";
  readonly kinds?: readonly string[];
  readonly protect: boolean;
  readonly force?: true;
}

/** `export`: writes the objects on the appliances of a site as a program or a site model. */
export function addExport(program: Command, run: Runner): void {
  program
    .command("export")
    .helpGroup("Operate:")
    .description("Write a live site as a program or a model, with the engine's import file")
    .argument("[folder]", "Folder to write", "flowgate-export")
    .addOption(
      new Option("--format <format>", "A TypeScript program, or a model for SiteTemplate")
        .choices(["ts", "model"])
        .default("ts"),
    )
    .option("--kinds <kind...>", "Only these kinds, e.g. IpGroup, or names such as 'IpGroup:Lille*'")
    .option("--no-protect", "Let Pulumi delete what the program declares")
    .option("--force", "Replace the files of a folder that is not empty")
    .action(run(exported));
}

async function exported(context: Context, given: string, options: ExportOptions): Promise<Result> {
  const folder = resolve(context.io.cwd, given);
  if (options.force !== true && (await namesIn(folder)).length > 0) {
    throw new UsageError(
      `${folder} is not empty. Name another folder, or replace the files of an export with --force.`,
    );
  }
  const wanted = (options.kinds ?? []).map((text) => ({ text, matches: selection([text]) }));
  const state = await stateIn(context);
  const project = projectFile(folder);
  const isOwn = project === projectFile(context.io.cwd);
  const isHeld = heldIn(state.filter(({ kind }) => !isOwn || kind === "IpGroups"));
  const all = await siteReading(context);
  if (options.format === "model") refuseOwn(isOwn ? state : []);
  const reading = chosenOf(all, wanted, isHeld);
  const written = filesOf(context, reading, options, state);
  const around = project === undefined ? projectFiles(context.options.site ?? basename(folder)) : [];
  const files = [...written.files, ...around];
  await writeFiles(folder, files, (reason) => `Nothing is exported: ${folder} cannot be written (${reason}).`);
  const left = [...reading.leftOut.filter(({ why }) => why !== NOT_CHOSEN), ...written.leftOut];
  const count = reading.objects.length - written.leftOut.length;
  const paths = files.map(({ path }) => path);
  const { notes } = reading;
  const refresh = isOwn && isLostIn(state, all, context) ? ["pulumi refresh --yes"] : [];
  const next = [...refresh, ...(await nextSteps(context, folder, project, written))];
  return {
    data: { folder, files: paths, exported: count, imported: written.imported, attention: left, notes, next },
    views: [
      line(`${counted(count, "object is", "objects are")} written to ${folder}: ${paths.join(", ")}.`, "good"),
      ...(left.length === 0 ? [] : [leftView(left)]),
      ...notes.map((note) => line(note)),
      { kind: "list", title: "Next:", items: next, empty: "" },
    ],
  };
}

/** What the stack of the folder holds; nothing if there is no stack. */
async function stateIn(context: Context): Promise<readonly OwnedObject[]> {
  const { stackNotRead } = await context.configured();
  if (stackNotRead !== undefined || projectFile(context.io.cwd) === undefined) return [];
  return stateObjects(context.io, context.options.stack);
}

/** Throws UsageError if the stack has a resource that no SiteTemplate declares: a model would declare its object again. */
function refuseOwn(state: readonly OwnedObject[]): void {
  const own = state.find(({ owner }) => !owner.urn.includes(`${TEMPLATE}$`));
  if (own === undefined) return;
  const why = `the stack declares ${own.kind} "${own.owner.name}" outside of a SiteTemplate, and a model would declare it again`;
  throw new UsageError(`Nothing is exported: ${why}. Export it without --format model.`);
}

/** Whether the stack has an object that the appliances of the site lack, of the kinds that a reading lists in full. */
function isLostIn(state: readonly OwnedObject[], { objects, leftOut }: SiteReading, { options }: Context): boolean {
  const keysOf = ({ kind, id, label }: SiteObject): string[] => [`${kind} ${id}`, `${kind} ${label}`];
  const live = new Set([...objects, ...leftOut].flatMap(keysOf));
  const own = state.filter(({ kind, inputs }) => LISTED.test(kind) && inputs["site"] === options.site);
  return own.some((one) => !keysOf(one).some((key) => live.has(key)));
}

const LISTED = /^(?:IpGroup|ReplicatorProfile|Collector|Exporter|Policy)$/u;

/** References to an object that is not selected are written as ids. */
const NOT_CHOSEN = "";

/**
 * The selected objects, all without selectors. What the stack holds as one of many, or for another project, would be
 * declared twice. Throws UsageError if no selector matches anything; one that does not is a note.
 */
function chosenOf(
  reading: SiteReading,
  wanted: readonly { readonly text: string; readonly matches: Selection }[],
  isHeld: (object: SiteObject) => boolean,
): SiteReading {
  const all = [...reading.objects, ...reading.leftOut];
  const without = wanted.filter(({ matches }) => !all.some(matches)).map(({ text }) => `no object matches ${text}`);
  if (wanted.length > 0 && without.length === wanted.length)
    throw new UsageError(`Nothing is exported: ${without.join(", ")}.`);
  const isWanted = (one: SiteObject): boolean => wanted.length === 0 || wanted.some(({ matches }) => matches(one));
  const reasonFor = (one: SiteObject): string | undefined => {
    if (isHeld(one)) return "The stack of this folder has it already.";
    return isWanted(one) ? undefined : NOT_CHOSEN;
  };
  const left = reading.objects.flatMap((one) => {
    const why = reasonFor(one);
    return why === undefined ? [] : [leftOutOf(one, why)];
  });
  return {
    ...reading,
    objects: reading.objects.filter((one) => reasonFor(one) === undefined),
    leftOut: [...reading.leftOut.filter(isWanted), ...left],
    notes: [...reading.notes, ...without.map(capitalised)],
  };
}

/** The program or model, and the import file with what is in no state. */
function filesOf(
  context: Context,
  read: SiteReading,
  { format, protect }: ExportOptions,
  state: readonly OwnedObject[],
) {
  const { site } = context.options;
  const template = site ?? "site";
  const known = new Map(state.map((one) => [`${one.kind} ${one.id}`, one]));
  const knownAs = ({ kind, id }: SiteObject): string | undefined => known.get(`${kind} ${id}`)?.owner.name;
  const reading = { ...read, objects: read.objects.map((one) => asHeld(one, known.get(`${one.kind} ${one.id}`))) };
  const { files, resources, leftOut } =
    format === "ts"
      ? { ...programOf(reading, { protect, knownAs }), leftOut: [] as readonly LeftOut[] }
      : modelOf(reading, { protect, template, site });
  const isHeld = heldIn(state);
  const open = resources.filter(({ object }) => !isHeld(object));
  const text = importFileText(open, format === "ts" ? undefined : template);
  const [imported, held] = [open.length, resources.length - open.length];
  return { files: [...files, { path: IMPORT_FILE, text }], leftOut, imported, held };
}

/** Name of the file beside an exported program, for `pulumi import --file`. */
const IMPORT_FILE = "import.json";

/**
 * The engine's import file: a line for each resource that is in no state. Its plugin reads the objects; a stack of
 * dynamic resources takes them over with its next update.
 *
 * @param template name of the component that declares them; undefined for a program without one
 */
function importFileText(resources: readonly WrittenResource[], template: string | undefined): string {
  const parent = template === undefined ? {} : { parent: template };
  const component = template === undefined ? [] : [JSON.stringify({ type: TEMPLATE, name: template, component: true })];
  const lines = resources.map(({ name, object }) =>
    JSON.stringify({ type: `flowgate:index:${object.kind}`, name, id: referenceTo(object), ...parent }),
  );
  return `{"resources":[\n${[...component, ...lines].join(",\n")}\n]}\n`;
}

/** How an import names an object: an object of a site with its site. */
function referenceTo({ id, inputs }: SiteObject): string {
  const { site } = inputs;
  return typeof site === "string" ? `site=${site}/${id}` : id;
}

/** An object without what the stack does not manage of it: to declare that would be a change. */
function asHeld(object: SiteObject, held: OwnedObject | undefined): SiteObject {
  if (held === undefined) return object;
  const { keepsWhenUnset = [] } = definitionOf(object.kind);
  const isHeld = ([key]: readonly [string, unknown]): boolean => !keepsWhenUnset.includes(key) || key in held.inputs;
  return { ...object, inputs: Object.fromEntries(Object.entries(object.inputs).filter(isHeld)) };
}

/** The commands that take the objects into a stack. */
async function nextSteps(
  context: Context,
  folder: string,
  project: string | undefined,
  { imported, held }: Pick<ReturnType<typeof filesOf>, "imported" | "held">,
): Promise<string[]> {
  const home = shellWord(relative(context.io.cwd, project === undefined ? folder : resolve(project, "..")) || ".");
  const file = shellWord(
    project === undefined ? IMPORT_FILE : relative(resolve(project, ".."), resolve(folder, IMPORT_FILE)),
  );
  const isPrepared = project === undefined || (await readFile(project, "utf8")).includes("pulumi-flowgate/plugin");
  const plugin = isPrepared ? [] : [`add to ${project}: plugins: ${JSON.stringify(pluginLines)}`];
  const { isPlugin } = await context.configured();
  const isOther = project !== undefined && imported > 0 && !isPlugin;
  const own = project === undefined ? "" : relative(resolve(project, ".."), folder).replaceAll("\\", "/");
  const added = `add to the program, unless it is there: import "./${own}";`;
  const twice = `if that is new, remove from the program: the declarations of ${counted(held, "object")} that ./${own} declares too`;
  const load = own === "" ? [] : [added, ...(held === 0 ? [] : [twice])];
  const first = project === undefined ? [installCommand(folder), "pulumi stack init dev"] : [];
  return [
    ...(home === "." ? [] : [`cd ${home}`]),
    ...plugin,
    ...first,
    ...load,
    // What the plugin has imported is no difference for the plugin.
    ...(isOther ? ["pulumi config set --path flowgate:plugin true"] : []),
    ...(imported === 0 ? [] : [`pulumi import --file ${file} --generate-code=false --yes`]),
    "pulumi preview",
  ];
}

function leftView(left: readonly LeftOut[]): View {
  return {
    kind: "list",
    title: `Attention: ${counted(left.length, "object is", "objects are")} left out`,
    items: left.map(({ kind, id, label, why }) => `${kind} "${label}" (id ${id}): ${why}`),
    empty: "",
  };
}
