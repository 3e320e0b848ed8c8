import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { line, type View } from "../../../lib/output/view";
import type { OwnedObject, SiteObject } from "../../../lib/site/object";
import { alike } from "../../../provider/values/alike";
import type { Context } from "../../context";
import type { Chosen } from ".";
import { work } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { counted, shellWord } from "../../../provider/values/quoted";

interface ExportOptions {
  readonly format: "ts" | "model";
  readonly only?: readonly string[];
  readonly ignoreFile?: string;
  readonly all?: true;
  readonly protect: boolean;
  readonly dryRun?: true;
  readonly check?: true;
  readonly force?: true;
  readonly bulk?: true;
  readonly users?: string;
}

/** `export`: writes the objects on the appliances of a site as a program or a site model. */
export function addExport(program: Command, run: Runner): void {
  program
    .command("export")
    .helpGroup("Existing appliances:")
    .description("Write what the appliances hold as a program or a site model, with a file for flowgate import")
    .argument("[folder]", "Folder to write; must be empty or new", "flowgate-export")
    .addOption(
      new Option("--format <format>", "A TypeScript program, or a model for SiteTemplate")
        .choices(["ts", "model"])
        .default("ts"),
    )
    .option("--bulk", "Write IP groups as few resources: an IpGroups for each tree, or bulk: true for a model")
    .option("--only <selector...>", "Only these, e.g. 'IpGroup:Lille*' or Setting")
    .option("--ignore-file <file>", "Selectors of objects to leave out, one per line; .flowgateignore by default")
    .option("--all", "Include what the ignore file lists, and settings with their factory values")
    .addOption(
      new Option(
        "--users <file>",
        "CSV list of users, user groups and permissions, which the API cannot read; columns user, userGroup, permissionType, seccode",
      ).conflicts(["check", "dryRun"]),
    )
    .option("--no-protect", "Let Pulumi delete what the program declares")
    .option("--dry-run", "Only print what would be exported, and what needs attention")
    .option("--check", "Only print objects that are not in the state of the stack; exits with 9 if there are any")
    .option("--force", "Write into a folder that is not empty")
    .addHelpText("after", "\nOnly reads: nothing is changed on the appliances.")
    .action(
      run(async (context, folder: string, options: ExportOptions) => {
        if (options.check === true) return checked(context, options);
        return options.dryRun === true ? dryRun(context, options) : written(context, folder, options);
      }),
    );
}

async function written(context: Context, given: string, options: ExportOptions): Promise<Result> {
  const { assertWritable, attention, chosenOf, filesOf, firstSteps, writeFiles } = work.export();
  const folder = resolve(context.io.cwd, given);
  await assertWritable(folder, options.force === true);
  const chosen = await chosenOf(context, options, await heldAsOneOfMany(context));
  const { files, leftOut, isInProject } = filesOf(context, chosen, { ...options, folder });
  await writeFiles(folder, files, (reason) => `Nothing is exported: ${folder} cannot be written (${reason}).`);
  const left = [...attention(chosen.chosen), ...leftOut];
  const count = chosen.chosen.objects.length - leftOut.length;
  const { notes } = chosen.chosen;
  return {
    data: { folder, files: files.map(({ path }) => path), exported: count, attention: left, notes },
    views: [
      line(`${String(count)} objects are written to ${folder}: ${files.map(({ path }) => path).join(", ")}.`, "good"),
      ...attentionViews(left),
      ...notes.map((note) => line(note)),
      ...(options.users === undefined
        ? []
        : [line("Before an up, store a password for new users: pulumi config set --secret newUserPassword")]),
      ...(isInProject
        ? [line(`Next: flowgate import ${shellWord(`${given}/import.json`)}`)]
        : [
            {
              kind: "list" as const,
              title: "Next:",
              items: [`cd ${shellWord(given)}`, ...firstSteps(folder)],
              empty: "",
            },
          ]),
    ],
  };
}

async function dryRun(context: Context, options: ExportOptions): Promise<Result> {
  const { attention, chosenOf } = work.export();
  const chosen = await chosenOf(context, options);
  const isHeld = await heldInState(context);
  const kinds = [...new Set([...chosen.live.objects, ...chosen.live.leftOut].map(({ kind }) => kind))];
  const left = attention(chosen.chosen);
  const counts = kinds.map((kind) => {
    const live = [...chosen.live.objects, ...chosen.live.leftOut].filter((one) => one.kind === kind);
    return {
      kind,
      onTheAppliance: live.length,
      inTheState: live.filter(isHeld).length,
      toExport: chosen.chosen.objects.filter((one) => one.kind === kind).length,
      attention: left.filter((one) => one.kind === kind).length,
    };
  });
  return {
    data: { counts, attention: left, notes: chosen.live.notes },
    views: [
      {
        kind: "table",
        columns: ["Kind", "On the appliance", "In the state", "To export", "Attention"],
        rows: counts.map((one) => Object.values(one)),
        empty: "The appliances hold nothing that can be exported.",
      },
      ...attentionViews(left),
      ...chosen.live.notes.map((note) => line(note)),
    ],
  };
}

async function checked(context: Context, options: ExportOptions): Promise<Result> {
  const { attention, chosenOf } = work.export();
  const chosen = await chosenOf(context, options);
  const isHeld = await heldInState(context);
  const found = [...chosen.chosen.objects, ...attention(chosen.chosen)].filter((one) => !isHeld(one));
  const rows = found.map(({ kind, label, id }) => [kind, label, id]);
  return {
    data: { notManaged: found.map(({ kind, id, label }) => ({ kind, id, label })) },
    views: [
      { kind: "table", columns: ["Kind", "Name", "Id"], rows, empty: "Everything on the appliances is in the state." },
      ...(found.length === 0
        ? []
        : [
            line(
              `${counted(found.length, "object is", "objects are")} on the appliances, but not in the state of the stack.`,
              "bad",
            ),
          ]),
    ],
    ending: found.length === 0 ? "done" : "attention",
  };
}

/** The resource that holds an object as one of many, by kind and id: an import would take such an object twice. */
async function heldAsOneOfMany(context: Context): Promise<ReadonlyMap<string, string>> {
  const held = await heldObjects(context);
  const many = held.filter(({ kind }) => kind === "IpGroups");
  const { objectIds } = work.export();
  return new Map(many.flatMap((one) => objectIds(one).map((id) => [id, `IpGroups "${one.owner.name}"`])));
}

/** Whether a resource in the state of the stack has an object; none has if there is no stack. */
async function heldInState(context: Context): Promise<(object: Pick<SiteObject, "kind" | "id" | "label">) => boolean> {
  return work.export().heldIn(await heldObjects(context));
}

async function heldObjects(context: Context): Promise<readonly OwnedObject[]> {
  const { stackNotRead } = await context.configured();
  const { projectFile, stateObjects } = work.export();
  if (stackNotRead !== undefined || projectFile(context.io.cwd) === undefined) return [];
  return stateObjects(context.io, context.options.stack);
}

function attentionViews(all: Chosen["live"]["leftOut"]): View[] {
  const { holderOf } = work.export();
  const left = all.filter((one) => holderOf(one) === undefined);
  // What the stack has already, in one line for each resource that has it.
  const held = alike(all, holderOf).flatMap((same): View[] => {
    const holder = holderOf(same[0]);
    if (holder === undefined) return [];
    const [objects, them] = [counted(same.length, "object is", "objects are"), same.length === 1 ? "it" : "them"];
    return [line(`${objects} left out: the stack has ${them} already, in ${holder}`)];
  });
  return [...held, ...(left.length === 0 ? [] : leftViews(left))];
}

function leftViews(left: Chosen["live"]["leftOut"]): View[] {
  return [
    {
      kind: "list",
      title: `Attention: ${counted(left.length, "object is", "objects are")} left out`,
      items: left.map(({ kind, id, label, why }) => `${kind} "${label}" (id ${id}): ${why}`),
      empty: "",
    },
    {
      kind: "list",
      title: "Lines for .flowgateignore that leave them out",
      items: left.map(({ kind, label }) => `${kind}:${label}`),
      empty: "",
    },
  ];
}
