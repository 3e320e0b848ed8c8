import type { Kind } from "../../../provider/registry";
import { declared } from "../../../provider/lifecycle/declared";
import type { Run } from "../../../provider/lifecycle/run";
import { mapped } from "../../../provider/values/collections";
import { plainInputs, UNKNOWN_TEXT } from "../../../provider/values/marks";
import { UNKNOWN } from "../../../provider/values/schema";
import { knownKind } from "../../engine/urn";
import type { Environment } from "../../io";
import { mistake, mistakesIn, placeOf, type Folders, type Mistake, type Placed } from "./messages";
import type { Registered } from "./monitor";
import { runProgram } from "./program";
import { projectOf } from "./project";

export type { Mistake } from "./messages";

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
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

/** Runs the program of a folder as in a preview, without engine and appliances, and collects all mistakes. */
export async function checkProgram(io: Environment, folder: string, chosen: string | undefined): Promise<Checked> {
  const project = projectOf(folder, chosen, io.env);
  const folders = { root: project.folder, cwd: io.cwd };
  const resources: Declared[] = [];
  const runs = new Map<string, Run>();
  const { endedEarly, logged } = await runProgram(project, io, (registered) => {
    const found = declaredIn(registered, folders, runs);
    if (found !== undefined) resources.push(found);
  });
  const own = resources.flatMap(({ title, place, faults }) => faults.map((message) => mistake(place, title, message)));
  const said = logged.flatMap((one) => mistakesIn(one, resources, folders));
  const isExplained = said.some(({ severity }) => severity === "error");
  const early = endedEarly === undefined || isExplained ? [] : [mistake(undefined, undefined, endedEarly)];
  const mistakes = inOrder(distinct([...own, ...said, ...early]));
  const notes =
    endedEarly === undefined ? [] : ["The program ended early: what it would have declared is not checked."];
  return { mistakes, notes, count: resources.length };
}

/** A registered resource of this package. What is unknown in a preview is unknown here too. */
function declaredIn({ type, name, urn, frames, inputs }: Registered, folders: Folders, runs: Map<string, Run>) {
  const kind = knownKind(type);
  if (kind === undefined) return undefined;
  const isUnknown = (part: unknown): boolean => typeof part === "string" && part.includes(UNKNOWN_TEXT);
  const known = mapped(plainInputs(inputs), (part) => (isUnknown(part) ? UNKNOWN : part)) as Record<string, unknown>;
  const { faults, inputs: filled } = declared(kind, known, 1, { name, runs });
  const title = `${kind} "${name}"`;
  const place = placeOf(frames, folders);
  return { kind, title, urn, place, faults, inputs: filled };
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
