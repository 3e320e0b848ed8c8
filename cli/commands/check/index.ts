import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Accepted, ACCEPTED_FILE, warnings, type WarningId } from "../../../lib/model/accepted";
import { textAt } from "../../../lib/model/text-file";
import { pathText, placeText, type Place, type Finding } from "../../../lib/model/problem";
import { acceptedIn } from "../../../lib/model/resolve";
import type { OwnedObject, SiteObject } from "../../../lib/site/object";
import { declared } from "../../../provider/lifecycle/declared";
import { redact } from "../../../provider/values/secret";
import { plainInputs } from "../../../provider/values/marks";
import { renamesIn } from "../../engine/renames";
import { stateObjects } from "../../engine/state";
import { knownKind, ownerOf } from "../../engine/urn";
import { inOneLine } from "../../../lib/output/text";
import { CommandError } from "../../errors";
import type { Environment } from "../../io";
import type { Frame, Logged } from "./monitor";
import { ownFrame, runProgram } from "./program";
import { projectOf, type Project } from "./project";
import { crossChecks } from "../../../lib/model/checks/all";
import { viewOf, type PlacedObject } from "../../../lib/model/view";
import { objectsIn } from "../../../lib/site/parts";
import { alike } from "../../../provider/values/alike";
import { listOf } from "../../../provider/values/inputs";
import { present } from "../../../provider/values/collections";

/** A mistake in a program. */
export interface Mistake {
  readonly severity: "error" | "warning";
  /** Id of a warning, by which it can be accepted. */
  readonly id?: WarningId | undefined;
  /** File, line and column, e.g. `index.ts:12:5`; undefined if the program does not reveal them. */
  readonly place: string | undefined;
  /** Kind and name, e.g. `IpGroup "servers"`; undefined for the program as a whole. */
  readonly resource: string | undefined;
  readonly message: string;
}

/** Result of a check of a program. */
export interface Checked {
  readonly mistakes: readonly Mistake[];
  /** What was not checked, and why. */
  readonly notes: readonly string[];
  /** Number of resources of this package that the program declared. */
  readonly count: number;
}

/** A resource with the place of its declaration. */
interface Placed extends Declared {
  readonly kind: OwnedObject["kind"];
  readonly owner: OwnedObject["owner"];
  readonly formerUrns: readonly string[];
  readonly title: string;
  readonly place: string | undefined;
  readonly faults: readonly string[];
}

/** Runs the program of a folder as in a preview, without engine and appliances, and collects all mistakes. */
export async function checkProgram(io: Environment, folder: string, stack: string | undefined): Promise<Checked> {
  const project = projectOf(folder, stack);
  const state = stateOf(project, io);
  const resources: Placed[] = [];
  const ended = await runProgram(project, io, (registered) => {
    const { type, name, urn, parent, formerUrns, frames } = registered;
    const kind = knownKind(type);
    if (kind === undefined) return { id: name, outputs: {} };
    const inputs = plainInputs(registered.inputs);
    // Each object gets a number of its own, so that others can refer to it.
    const number = resources.length + 1;
    const { faults, inputs: filled, outputs } = declared(kind, inputs, number);
    const title = `${kind} "${name}"`;
    const place = placeOf(frames, project.folder, io.cwd);
    resources.push({
      kind,
      title,
      owner: ownerOf(urn, parent),
      formerUrns,
      place,
      faults,
      inputs: filled,
      groupId: outputs["groupId"],
      steps: [title],
    });
    return { id: String(number), outputs: { ...filled, ...outputs } };
  });
  const own = resources.flatMap(({ title, place, faults }) => faults.map((message) => mistake(place, title, message)));
  const said = ended.logged.filter(({ severity }) => ["error", "warning"].includes(severity));
  const logged = said.flatMap((one) => {
    const ofCompiler = compilerMistakes(one, project.folder, io.cwd);
    return ofCompiler.length > 0 ? ofCompiler : [loggedMistake(one, resources, project.folder, io.cwd)];
  });
  const silent = ended.code !== 0 && said.length === 0 ? [mistake(undefined, undefined, ended.words)] : [];
  // A site template has logged its model's warnings already, with the line in the model.
  const known = ended.logged.map(({ message }) => stripVTControlCharacters(message).trim());
  const between = across(resources).filter(({ message }) => !known.some((text) => text.endsWith(message)));
  const { held, notes } = await state;
  // A program that ended early has not declared everything.
  const renamed = ended.code === 0 ? renames(resources, held) : [];
  const found = [...own, ...between, ...renamed, ...logged, ...silent];
  const mistakes = inOrder(distinct(withoutAccepted(found, project.folder, io.cwd)));
  return { mistakes, notes, count: resources.length };
}

function mistake(place: string | undefined, resource: string | undefined, message: string): Mistake {
  return { severity: "error", place, resource, message: redact(message) };
}

/** The state of the project's stack, which is read for renames alone: without an engine, all else is checked. */
async function stateOf(
  { folder: cwd, stack, hasSettings }: Project,
  { env }: Environment,
): Promise<{ held: readonly OwnedObject[]; notes: readonly string[] }> {
  if (!hasSettings) return { held: [], notes: [] };
  try {
    return { held: await stateObjects({ env, cwd }, stack), notes: [] };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { held: [], notes: [`Renames were not looked for, since the state was not read: ${error.message}`] };
  }
}

/** Declared resources that look like renamed ones of the state, without the alias that would keep them. */
function renames(resources: readonly Placed[], held: readonly OwnedObject[]): Found[] {
  const known = new Set(held.map(({ owner }) => owner.urn));
  const urnsOf = ({ owner, formerUrns }: Placed): string[] => [owner.urn, ...formerUrns];
  const kept = new Set(resources.flatMap(urnsOf));
  const created = resources.filter((one) => !urnsOf(one).some((urn) => known.has(urn)));
  const deleted = held.filter(({ owner }) => !kept.has(owner.urn));
  return renamesIn(created, deleted).map(({ created: one, text }) => {
    const found = resources.find(({ owner }) => owner === one.owner);
    return { severity: "warning", id: "rename", place: found?.place, resource: found?.title, message: redact(text) };
  });
}

/** A mistake, and the names of the objects that it is about. */
interface Found extends Mistake {
  readonly about?: readonly string[] | undefined;
}

/** The mistakes without warnings that a comment at their place, or the file beside the program, accepts. */
function withoutAccepted(found: readonly Found[], folder: string, cwd: string): Mistake[] {
  const accepted = new Accepted().addFile(relative(cwd, join(folder, ACCEPTED_FILE)), acceptedIn(folder));
  const files = new Set(found.flatMap(({ place = "" }) => placed(place)?.layer ?? []));
  for (const file of files) {
    // A generated file exists only in source maps.
    const text = textAt(resolve(cwd, file));
    if (text !== undefined) accepted.addComments(file, text);
  }
  const kept = found.filter((one) => !accepted.has(one, placed(one.place ?? "")));
  const unusable = accepted.unusable.map(({ place, message }) => mistake(placeText(place), undefined, message));
  return [...kept.map(({ about: _, ...one }) => one), ...unusable];
}

function placed(text: string): Place | undefined {
  const [, layer, line, column] = /^(.+):(\d+):(\d+)$/u.exec(text) ?? [];
  return layer === undefined ? undefined : { layer, line: Number(line), column: Number(column) };
}

/** Mistakes across resources, each at the resource where it was found. */
function across(resources: readonly Placed[]): Found[] {
  // The resource's own check has reported the mistakes within one resource.
  const sound = resources.filter(({ kind, faults }) => kind !== "IpGroups" || faults.length === 0);
  return rulesAcross(sound).map(({ severity, id, about, steps, message }) => {
    const [title, ...rest] = steps;
    const found = resources.find((one) => one.title === title);
    const path = rest.length === 0 ? "" : `${pathText(rest)}: `;
    return {
      severity,
      ...present({ id }),
      about,
      place: found?.place,
      resource: found?.title,
      message: redact(`${path}${named(message, resources)}`),
    };
  });
}

/** Replaces the title of a resource at the start of a path with the form that people write. */
function named(message: string, resources: readonly Placed[]): string {
  return resources.reduce((text, { title }) => {
    const step = pathText([title]);
    return text.replaceAll(`${step}.`, `${title}: `).replaceAll(step, title);
  }, message);
}

/** The mistakes that TypeScript found, if a message is about them: each with its place. */
function compilerMistakes({ message }: Logged, root: string, cwd: string): Found[] {
  const text = stripVTControlCharacters(message);
  const found = text.matchAll(/^(\S+)\((\d+),(\d+)\): error (TS\d+: .*(?:\n\s+\S.*)*)/gmu);
  return [...found].map(([, file = "", line, column, words = ""]) => ({
    ...mistake(`${relative(cwd, resolve(root, file))}:${String(line)}:${String(column)}`, undefined, inOneLine(words)),
  }));
}

function loggedMistake(
  { severity, message, urn }: Logged,
  resources: readonly Placed[],
  root: string,
  cwd: string,
): Found {
  const found = resources.find(({ owner }) => owner.urn === urn);
  // Node colours the frames of a stack that it prints for people.
  const text = stripVTControlCharacters(message).trim();
  const [first = "", ...stack] = text.split("\n");
  const frames = stack.flatMap((one): Frame[] => {
    const [, file = "", line = "", column = ""] = /\(?((?:file:\/\/)?\/[^():]+):(\d+):(\d+)\)?$/u.exec(one) ?? [];
    return file === "" ? [] : [{ file, line: Number(line), column: Number(column) }];
  });
  const words = wordsOf(first, stack);
  // A message about a site model contains its place.
  const [, ofModel, own = words] = /^(\S+:\d+:\d+): (.*)$/su.exec(words) ?? [];
  const [, ofWarning = "program", rest = own] = /^(?:.*: )?warning: ([a-z-]+): (.*)$/su.exec(own) ?? [];
  return {
    severity: severity === "error" ? "error" : "warning",
    ...(severity === "warning" && Object.hasOwn(warnings, ofWarning) ? { id: ofWarning as WarningId } : {}),
    place: ofModel ?? found?.place ?? placeOf(frames, root, cwd),
    resource: found?.title,
    message: redact(rest),
  };
}

/** The text of an error without the frames of its stack. */
function wordsOf(first: string, rest: readonly string[]): string {
  const lines = rest.filter((text) => !/^\s*at /u.test(text)).map((text) => text.trim());
  return [first, ...lines].filter((text) => text !== "").join(" ");
}

/** The innermost frame in the program itself. */
function placeOf(frames: readonly Frame[], root: string, cwd: string): string | undefined {
  const own = ownFrame(frames, root);
  return own === undefined ? undefined : `${relative(cwd, own.file)}:${String(own.line)}:${String(own.column)}`;
}

function distinct(mistakes: readonly Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((one) => [JSON.stringify(one), one])).values()];
}

/** Errors first; then in the order of file and line, in which a user fixes them. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const key = ({ severity, place = "" }: Mistake): string =>
    severity + place.replace(/\d+/gu, (digits) => digits.padStart(8, "0"));
  return mistakes.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

/** A resource of this package, with the properties that rules across resources use. */
export interface Declared {
  readonly kind: SiteObject["kind"];
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Number of an IP group, by which parent groups refer to it. */
  readonly groupId: unknown;
  readonly steps: readonly string[];
}

/** Mistakes across resources. The rules are those of site models, applied to each site separately. */
export function rulesAcross(resources: readonly Declared[]): Finding[] {
  return alike(resources, ({ inputs }) => inputs["site"] ?? null).flatMap((same) =>
    crossChecks(viewOf(same.flatMap(objectsOf))),
  );
}

/** The objects of a resource, alone or as one of many. */
function objectsOf({ kind, inputs, groupId, steps }: Declared): PlacedObject[] {
  const members = inputs["groups"] as Readonly<Record<string, { readonly rules?: unknown }>> | undefined;
  return objectsIn(kind, { ...inputs, groupId }).map(({ kind: of, part, id, after }) => {
    const own = part === "" ? steps : [...steps, "groups", part];
    // The rules of one group of many come before its children.
    const count = part === "" ? Number.POSITIVE_INFINITY : listOf(members?.[part]?.rules).length;
    return {
      kind: of,
      inputs: after,
      steps: own,
      id: id ?? (of === "IpGroup" ? String(after["name"]) : undefined),
      stepsOfRule: (index) => (index < count ? [...own, "rules", index] : [...own, "children", index - count]),
    };
  });
}
