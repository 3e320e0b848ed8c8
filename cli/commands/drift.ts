import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { Kinds } from "../site/kinds";
import { driftOf, isUnreadable, unreadableText, type Comparison, type DriftFinding } from "../site/drift";
import { titleOf } from "../site/label";
import type { Owner } from "../site/object";
import { namedBy } from "../engine/urn";
import { written } from "../site/written";
import { line, type View } from "../output/view";
import { alike } from "../../provider/values/collections";
import type { Line } from "../site/differences";
import { counted } from "../../provider/values/quoted";
import { visible } from "../../provider/values/secret";
import type { Context, Result } from "../context";
import { encodedAs, readNamed, writeFiles, yamlIn } from "../files";
import { lazy } from "../lazy";
import { layersIn, load } from "../model-layers";
import type { Runner } from "../run";
import { ignoredBy, stackState } from "../site-reading";

interface DriftOptions {
  readonly unmanaged?: boolean;
  readonly write?: readonly string[];
}

type Written = Result & { readonly data: object };

/** Maximum number of items of a set to print. */
const MOST_ITEMS = 20;

/** `drift`: compares the state with the appliances. */
export function addDrift(program: Command, run: Runner): void {
  program
    .command("drift")
    .helpGroup("Operate:")
    .description("Say what was changed by hand, and what is missing")
    .option("--unmanaged", "List the objects that are in no state, with the lines for .flowgateignore that hide them")
    .option("--write <layers...>", "Write what was changed into the last of these layers of the site's model")
    .action(run(drift));
}

// eslint-disable-next-line no-restricted-syntax -- an option, and no stream
async function drift(context: Context, { write: layers, unmanaged = false }: DriftOptions): Promise<Result> {
  const { found, undo } = await findDrift(context);
  const findings = found.map(({ finding }) => finding);
  const of = (status: DriftFinding["status"]): DriftFinding[] => findings.filter((one) => one.status === status);
  const counts = Object.fromEntries(order.map((status) => [status, of(status).length]));
  const drifted = of("changed").length + of("missing").length;
  const refused = findings.filter(({ isRefused }) => isRefused).length;
  const advice = `To keep the changes, write the values into the program. To undo them: ${undo}`;
  const ending = drifted + refused > 0 ? "attention" : "done";
  const result: Written =
    layers === undefined
      ? { data: {}, views: drifted === 0 ? [] : [line(advice)], ending }
      : await writeInto(context, layers, found, undo);
  const listed = (status: DriftFinding["status"]): DriftFinding[] => of(status).filter((one) => !isUnreadable(one));
  const shown = order.filter((one) => unmanaged || one !== "notManaged");
  const parts = shown.flatMap((status) => viewsOf(status, listed(status)));
  const ignore = unmanaged ? ignoreLines(of("notManaged")) : [];
  const notes = unreadableText(findings).map((text) => line(text));
  return {
    ...result,
    data: { counts, findings, ...result.data },
    views: [...parts, ...ignore, ...notes, ...endOf(findings, drifted, refused), ...result.views],
  };
}

/** Writes what was changed by hand into the site's own layer, the last one. */
async function writeInto(
  context: Context,
  layers: readonly string[],
  found: readonly Comparison[],
  undo: string,
): Promise<Written> {
  const { cwd } = context.io;
  const own = layers.at(-1) ?? "";
  const others = layersIn(context, layers.slice(0, -1));
  const path = resolve(cwd, own);
  const text = readNamed(path, own);
  const after = written(found, context.options.site, { text, model: load(context, layers) }, undo, (edited) => {
    return lazy.model().checkModel([...others, { layer: own, text: edited }]).resolved;
  });
  if (after.text !== text) {
    const file = { path, text: encodedAs(await readFile(path), after.text) };
    await writeFiles(cwd, [file], (why) => `${own} cannot be written (${why}).`);
  }
  const { text: _, ...data } = after;
  const next = data.written.length === 0 ? [] : ["", `Look at them (git diff), then: ${undo}`];
  const lines = [...titled(`Written into ${own}`, data.written), ...titled("Not written", data.left), ...next];
  return { data, views: lines.map((text) => line(text)), ending: data.left.length === 0 ? "done" : "attention" };
}

function titled(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ["", title, ...items.map((item) => `  ${item}`)];
}

async function findDrift(context: Context): Promise<{ found: Comparison[]; undo: string }> {
  const isIgnored = await ignoredBy(context);
  const held = await stackState(context, "drift compares");
  const { configuration, site } = await context.configured();
  const { progress } = context;
  const tell = (done: number): void =>
    progress.update(`Reading the appliances: ${String(done)} of ${String(held.length)} resources`);
  const isWanted = (object: Parameters<typeof isIgnored>[0]): boolean => !isIgnored(object);
  const found = await progress.during("Reading the appliances", () =>
    driftOf(new Kinds(configuration, context.appliances), { held, site, isWanted, tell }),
  );
  return { found, undo: undoOf(context, held[0]?.owner) };
}

/** What makes the appliances as declared again. A fleet of models has no program that `pulumi up` could run. */
function undoOf({ io: { cwd } }: Context, owner: Owner | undefined): string {
  const file = resolve(cwd, "fleet.yaml");
  const fleet = existsSync(file) ? (yamlIn(file) as { readonly models?: unknown } | null) : null;
  if (owner === undefined || fleet?.models === undefined) return "pulumi up --refresh";
  const [{ stack }, { name }] = [namedBy(owner.urn), namedBy(owner.parent ?? "")];
  return `pulumi refresh --stack ${stack} && npx flowgate fleet up ${name}`;
}

/** The title of each part of the output. */
const titles = {
  missing: "In the state, but not on the appliance",
  changed: "Changed on the appliance",
  notManaged: "On the appliance, but in no state",
  unread: "Could not be compared",
} as const;

/** What is listed, the worst first. */
const order = ["missing", "changed", "notManaged", "unread"] as const;

function viewsOf(status: keyof typeof titles, found: readonly DriftFinding[]): View[] {
  if (found.length === 0) return [];
  const head = line(titles[status], status === "missing" || status === "changed" ? "bad" : undefined);
  const lines = status === "unread" ? unreadLines(found) : found.flatMap(linesOf);
  return [head, ...lines.map((text) => line(text)), line("")];
}

/** What was not compared, each reason once. */
function unreadLines(found: readonly DriftFinding[]): string[] {
  return alike(found, ({ why }) => why).flatMap((same) => [
    `  ${same[0].why ?? ""}`,
    ...same.flatMap(({ why: _, ...one }) => linesOf(one)).map((text) => `  ${text}`),
  ]);
}

/** The lines of an ignore file that hide objects. `*` stands for what such a line cannot hold. */
function ignoreLines(found: readonly DriftFinding[]): View[] {
  if (found.length === 0) return [];
  const shown = (c: string): string => (visible(c) === c ? c : "*");
  const lines = found.map(({ kind, label }) => `${kind}:${label.replace(/\s$/u, "*").replace(/[^]/gu, shown)}`);
  const items = [...new Set(lines)];
  return [line("Lines for .flowgateignore that hide them"), ...items.map((item) => line(item)), line("")];
}

/** How much is managed, and what differs. */
function endOf(findings: readonly DriftFinding[], drifted: number, refused: number): View[] {
  const count = (...statuses: DriftFinding["status"][]): number =>
    findings.filter(({ status }) => statuses.includes(status)).length;
  const compared = drifted + count("same");
  const unmanaged = count("notManaged");
  const managed = findings.length - unmanaged;
  const share = line(`${String(managed)} of ${String(findings.length)} objects are managed.`);
  if (managed === 0) return [share, line("The state has no object of this package, so nothing was compared.", "bad")];
  const others = counted(unmanaged, "object is", "objects are");
  const hidden = unmanaged === 0 ? [] : [line(`${others} in no state: --unmanaged lists them.`)];
  if (refused > 0) hidden.push(line(`${counted(refused, "object")} could not be compared.`, "bad"));
  if (drifted + refused === 0) {
    return [share, ...hidden, line(`No drift: ${counted(compared, "object was", "objects were")} compared.`, "good")];
  }
  if (drifted === 0) return [share, ...hidden];
  return [share, ...hidden, line(`${String(drifted)} of ${String(compared)} compared objects differ.`, "bad")];
}

function linesOf({ site, changes, why, ...object }: DriftFinding): string[] {
  const at = site === undefined ? "" : ` of site ${site}`;
  const head = `  ${titleOf(object)}${at}`;
  return [why === undefined ? head : `${head}: ${why}`, ...changeLines(changes)];
}

/** The differences, and the value to write into the program to keep each. */
function changeLines(changes: readonly Line[]): string[] {
  const values = changes.flatMap(({ property, before = "not set", after = "not set", sizes }) =>
    sizes === undefined ? [`${property}: ${after} -> ${before}`] : [],
  );
  const items = changes.filter(({ sizes }) => sizes !== undefined);
  const lines = [
    ...values,
    ...items.flatMap(({ property, after }) => (after === undefined ? [] : [`- ${property}: ${after}`])),
    ...items.flatMap(({ property, before }) => (before === undefined ? [] : [`+ ${property}: ${before}`])),
  ];
  const left = lines.length - MOST_ITEMS;
  const shown = left > 0 ? [...lines.slice(0, MOST_ITEMS), `and ${String(left)} more`] : lines;
  return shown.map((text) => `      ${text}`);
}
