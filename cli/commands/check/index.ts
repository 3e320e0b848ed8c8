import type { Kind } from "../../../provider/registry";
import { configurationFaults, credentialsIn } from "../../../provider/config/configuration";
import { ofStack, structured } from "../../../provider/config/environment";
import { declared } from "../../../sdk/declared";
import type { Values } from "../../../provider/values/inputs";
import { plainInputs } from "../../../sdk/plain";
import type { Run } from "../../../provider/lifecycle/run";
import { alike, kept, mapped } from "../../../provider/values/collections";
import { UNKNOWN_TEXT } from "../../../provider/values/marks";
import { quoted } from "../../../provider/values/quoted";
import { pathsOfTexts, UNKNOWN } from "../../../provider/values/schema";
import { newIn, renamesIn, type Held } from "../../engine/renames";
import type { StackChoice } from "../../engine/run";
import { stateObjects } from "../../engine/state";
import { knownKind } from "../../engine/urn";
import { CommandError, UsageError } from "../../errors";
import { byText } from "../../site/order";
import type { Environment } from "../../io";
import { mistake, mistakesIn, placeOf, type Folders, type Mistake, type Placed } from "./messages";
import type { Registered } from "./monitor";
import { runProgram } from "./program";
import { projectOf, type Project } from "./project";

export type { Mistake } from "./messages";
export { stackOf } from "./project";

/** Result of a check of a program. */
export interface Checked {
  readonly mistakes: readonly Mistake[];
  /** What was not checked, and why. */
  readonly notes: readonly string[];
  /** Number of resources of this package that the program declared. */
  readonly count: number;
}

/** A resource of this package, with the place of its declaration. */
interface Declared extends Placed {
  readonly kind: Kind;
  readonly parent: string;
  readonly aliases: readonly string[];
  /** Unknown values are texts, as in a preview: labels are made of them. */
  readonly inputs: Values;
  readonly faults: readonly string[];
}

/** Runs the program of a folder as in a preview, without engine and appliances, and collects all mistakes. */
export async function checkProgram(io: Environment, folder: string, chosen?: StackChoice): Promise<Checked> {
  const project = projectOf(folder, chosen, io.env);
  const folders = { root: project.folder, cwd: io.cwd };
  const isNamed = typeof chosen === "string" || (io.env["PULUMI_STACK"] ?? "") !== "";
  const state = stateOf(project, io, isNamed);
  // A stack that does not exist ends the command before its program runs.
  if (isNamed) await state;
  const resources: Declared[] = [];
  const runs = new Map<string, Run>();
  const urns = new Set<string>();
  const { endedEarly, logged, isTransformed } = await runProgram(project, io, (registered) => {
    urns.add(registered.urn);
    const found = declaredIn(registered, folders, runs);
    if (found !== undefined) resources.push(found);
  });
  const own = resources.flatMap(({ title, place, faults }) => faults.map((message) => mistake(place, title, message)));
  const said = logged.flatMap((one) => mistakesIn(one, resources, folders));
  const isExplained = said.some(({ severity }) => severity === "error");
  const early = endedEarly === undefined || isExplained ? [] : [mistake(undefined, undefined, endedEarly)];
  const { held, notes } = await state;
  // A program that ended early has not declared everything.
  const renamed = endedEarly === undefined ? renames(resources, held, urns) : [];
  const all = [...configurationMistakes(project), ...own, ...doubles(resources), ...renamed, ...said, ...early];
  // Errors first; then in the order of file and line, in which a user fixes them.
  const key = ({ severity, place = "" }: Mistake): string => `${severity} ${place}`;
  const once = alike(all, (one) => one).map(([one]) => one);
  const mistakes = once.toSorted((one, other) => byText(key(one), key(other)));
  if (isTransformed) notes.push("Transforms were not applied: a preview checks what they change.");
  if (endedEarly !== undefined) notes.push("The program ended early: what it would have declared is not checked.");
  return { mistakes, notes, count: resources.length };
}

/** Faults of the stack's configuration, and credentials that stand there in plain text. */
function configurationMistakes({ config, settings }: Project): Mistake[] {
  const plain = plainCredentials(config).map(({ path, command }): Mistake => {
    return { ...mistake(settings, undefined, `${path} stands in plain text: ${command}`), severity: "warning" };
  });
  return [...configurationFaults(ownValues(config)).map((text) => mistake(settings, undefined, text)), ...plain];
}

/** The credentials that stand in plain text in a stack's file, each with the command that mends it. */
export function plainCredentials(config: Project["config"]): { readonly path: string; readonly command: string }[] {
  const values = ownValues(config);
  const credentials = new Set(credentialsIn(values));
  const paths = pathsOfTexts(values, (text) => credentials.has(text));
  return paths.map((path) => ({ path, command: ofStack.toSet(path, "", { secret: true }) }));
}

/** The values of this package in a stack's file. */
function ownValues(config: Project["config"]): unknown {
  const own = Object.entries(config).filter(([key]) => key.startsWith("flowgate:"));
  const entries = own.map(([key, text]) => [key.replace("flowgate:", ""), structured(text)]);
  return mapped(Object.fromEntries(entries), (part) => (part === UNKNOWN_TEXT ? UNKNOWN : part));
}

/** The state of the stack, for renames alone: without an engine, all else is checked. */
async function stateOf(
  { folder: cwd, stack, settings }: Project,
  { env }: Environment,
  isNamed: boolean,
): Promise<{ held: Held[]; notes: string[] }> {
  if (settings === undefined && !isNamed) return { held: [], notes: [] };
  try {
    const objects = await stateObjects({ env, cwd }, stack);
    return { held: objects.map(({ kind, inputs, owner }) => ({ kind, inputs, ...owner })), notes: [] };
  } catch (error) {
    const isMissing = isNamed && (settings === undefined || error instanceof UsageError);
    if (!(error instanceof CommandError) || isMissing) throw error;
    return { held: [], notes: [`Renames were not looked for, since the state was not read: ${error.message}`] };
  }
}

/** New resources that look like leaving ones, without the alias that keeps them. `urns`: those of all resources. */
function renames(resources: readonly Declared[], held: readonly Held[], urns: ReadonlySet<string>): Mistake[] {
  const known = new Map(held.map(({ urn, inputs }) => [urn, inputs]));
  const stays = new Set(resources.flatMap(({ urn, aliases }) => [urn, ...aliases]));
  const created = resources.flatMap((one) => {
    return newIn(one, known.get([one.urn, ...one.aliases].find((urn) => known.has(urn)) ?? ""));
  });
  const places = new Map(resources.map((one) => [one.urn, one]));
  const deleted = held.filter(({ urn }) => !stays.has(urn));
  const leaves = (urn: string): boolean => !urns.has(urn);
  return renamesIn(created, deleted, leaves).map(({ urn, noun, label, from, to, under, isRefused, option, at }) => {
    const { place, title } = places.get(urn) ?? {};
    const text =
      `${noun} ${quoted(label)} leaves as ${quoted(from)} and comes as ${quoted(to)}${under}` +
      `${isRefused ? ", so pulumi up fails" : ""}. To keep it, add to ${at}: ${option}`;
    return { ...mistake(place, title, text), severity: isRefused ? "error" : "warning" };
  });
}

/** Pulumi names that a program uses twice, at the second of both places. */
function doubles(resources: readonly Declared[]): Mistake[] {
  const first = new Map<string, Declared>();
  return resources.flatMap((one) => {
    const other = kept(first, one.urn, () => one);
    if (other === one) return [];
    const where = other.place === undefined ? "" : ` at ${other.place}`;
    const text = `a resource of this type and name is declared${where} too. Rename one of them.`;
    return [mistake(one.place, one.title, text)];
  });
}

/** A registered resource of this package. What is unknown in a preview is unknown here too. */
function declaredIn(registered: Registered, folders: Folders, runs: Map<string, Run>): Declared | undefined {
  const { type, name, urn, parent, aliases, frames } = registered;
  const kind = knownKind(type);
  if (kind === undefined) return undefined;
  const isUnknown = (part: unknown): boolean => typeof part === "string" && part.includes(UNKNOWN_TEXT);
  const known = mapped(plainInputs(registered.inputs), (part) => (isUnknown(part) ? UNKNOWN : part)) as Values;
  const { faults, inputs: filled } = declared(kind, known, 1, { name, runs });
  const inputs = mapped(filled, (part) => (part === UNKNOWN ? UNKNOWN_TEXT : part)) as Values;
  return { kind, title: `${kind} "${name}"`, urn, parent, aliases, place: placeOf(frames, folders), faults, inputs };
}
