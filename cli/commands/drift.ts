import type { Command } from "commander";
import { driftOf, isUnreadable, unreadableText, type Comparison, type DriftFinding } from "../site/drift";
import { titleOf } from "../site/title";
import { line, type View } from "../output/view";
import { alike } from "../../provider/values/collections";
import type { Line } from "../../provider/values/differences";
import { counted, someLines } from "../../provider/values/quoted";
import type { Context } from "../context";
import { stateObjects } from "../engine/state";
import { ConfigurationError } from "../errors";
import type { Result } from "../result";
import type { Runner } from "../run";
import { ignoredBy, refusals } from "../site-reading";

interface DriftOptions {
  readonly ignoreFile?: string;
  readonly unmanaged?: true;
}

/** Maximum number of items of a set to print. */
const MOST_ITEMS = 20;

/** `drift`: compares the state with the appliances. */
export function addDrift(program: Command, run: Runner): void {
  program
    .command("drift")
    .helpGroup("Operate:")
    .description("Say what was changed by hand, what is missing, and how much is managed; changes nothing")
    .option("--unmanaged", "List the objects that are in no state, with the lines for .flowgateignore that hide them")
    .option("--ignore-file <file>", "Objects that need not be managed, one a line; .flowgateignore by default")
    .action(run(drift));
}

async function drift(context: Context, options: DriftOptions): Promise<Result> {
  const findings = (await findDrift(context, options)).map(({ finding }) => finding);
  const of = (status: DriftFinding["status"]): DriftFinding[] => findings.filter((one) => one.status === status);
  const counts = Object.fromEntries(order.map((status) => [status, of(status).length]));
  const drifted = of("changed").length + of("missing").length;
  const result = { data: { counts, findings }, ending: drifted === 0 ? "done" : "attention" } as const;
  const shown = options.unmanaged === true ? order : order.filter((status) => status !== "notManaged");
  const unreadable = unreadableText(findings);
  const parts = shown.flatMap((status) =>
    viewsOf(
      status,
      of(status).filter((one) => !isUnreadable(one)),
    ),
  );
  const ignore = options.unmanaged === true ? ignoreLines(of("notManaged")) : [];
  const notes = unreadable === undefined ? [] : [line(unreadable)];
  return { ...result, views: [...parts, ...ignore, ...notes, ...endOf(findings, drifted)] };
}

async function findDrift(context: Context, { ignoreFile }: DriftOptions): Promise<Comparison[]> {
  const isIgnored = await ignoredBy(context, ignoreFile);
  const { configuration, site, stackNotRead } = await context.configured();
  if (stackNotRead !== undefined) {
    throw new ConfigurationError(`drift compares the state of a stack, but ${stackNotRead}.`);
  }
  const { progress, io, options } = context;
  const held = await progress.during("Reading the state", () => stateObjects(io, options.stack));
  const tell = (done: number): void =>
    progress.update(`Reading the appliances: ${String(done)} of ${String(held.length)} resources`);
  const isWanted = (object: Parameters<typeof isIgnored>[0]): boolean => !isIgnored(object);
  return progress.during("Reading the appliances", () =>
    refusals(() => driftOf(configuration, { held, site, isWanted, tell })),
  );
}

/** The title of each part of the output. */
const titles: Readonly<Record<DriftFinding["status"], string>> = {
  missing: "In the state, but not on the appliance",
  changed: "Changed on the appliance",
  notManaged: "On the appliance, but in no state",
  unread: "Could not be compared",
  same: "As declared",
};

/** What is listed, the worst first. */
const order = ["missing", "changed", "notManaged", "unread"] as const;

function viewsOf(status: DriftFinding["status"], found: readonly DriftFinding[]): View[] {
  if (found.length === 0) return [];
  const isBad = status === "missing" || status === "changed";
  const head = isBad ? line(titles[status], "bad") : line(titles[status]);
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

/** The lines of an ignore file that hide objects. */
function ignoreLines(found: readonly DriftFinding[]): View[] {
  if (found.length === 0) return [];
  const items = [...new Set(found.map(({ kind, label }) => `${kind}:${label}`))];
  return [line("Lines for .flowgateignore that hide them"), ...items.map((item) => line(item)), line("")];
}

/** How much is managed, what differs, and the two ways on. */
function endOf(findings: readonly DriftFinding[], drifted: number): View[] {
  const count = (...statuses: DriftFinding["status"][]): number =>
    findings.filter(({ status }) => statuses.includes(status)).length;
  const compared = drifted + count("same");
  const unmanaged = count("notManaged");
  const managed = findings.length - unmanaged;
  const share = line(`${String(managed)} of ${String(findings.length)} objects are managed.`);
  if (managed === 0) return [share, line("The state has no object of this package, so nothing was compared.", "bad")];
  const others = counted(unmanaged, "object is", "objects are");
  const hidden = unmanaged === 0 ? [] : [line(`${others} in no state: --unmanaged lists them.`)];
  if (drifted === 0) {
    return [share, ...hidden, line(`No drift: ${counted(compared, "object was", "objects were")} compared.`, "good")];
  }
  return [
    share,
    ...hidden,
    line(`${String(drifted)} of ${String(compared)} compared objects differ.`, "bad"),
    line("To undo the changes: pulumi up --refresh. To keep them: write the values into the program."),
  ];
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
  return someLines(lines, MOST_ITEMS).map((text) => `      ${text}`);
}
