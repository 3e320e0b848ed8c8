import { resolve } from "node:path";
import { inOneLine } from "../../../lib/output/text";
import type { OwnedObject } from "../../../lib/site/object";
import { objectsIn } from "../../../lib/site/parts";
import { declared } from "../../../provider/lifecycle/declared";
import { definitionOf, type Kind } from "../../../provider/registry";
import type { Values } from "../../../provider/values/inputs";
import { plainInputs } from "../../../provider/values/marks";
import type { Frame } from "../check/monitor";
import { ownFrame, runProgram } from "../check/program";
import type { Project } from "../check/project";
import { knownKind } from "../../engine/urn";
import { ownValues } from "../../engine/state";
import type { Environment } from "../../io";
import { inputsOf } from "../../../lib/site/parts";
import { isSame, withChanges, type Wish } from "./wish";

/** A resource of this package that a run of the program declared. */
export interface Placed {
  readonly kind: Kind;
  readonly urn: string;
  readonly name: string;
  readonly parent: string | undefined;
  readonly id: string;
  /** Its inputs as the program gives them. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** Where the program creates it. */
  readonly frame: Frame | undefined;
}

/** Everything that a run of the program declared. */
export interface Program {
  readonly project: Project;
  readonly resources: readonly Placed[];
  /** The files of the layers of each site template, by its URN; null for a layer without a file. */
  readonly layers: ReadonlyMap<string, readonly (string | null)[]>;
  /** What the program said when it failed. */
  readonly failure?: string;
}

/** Runs the program without an engine. Resources of the state, and new ones, have the ids that they have in truth. */
export async function programOf(
  project: Project,
  io: Environment,
  { held, wishes }: { held: readonly OwnedObject[]; wishes: readonly Wish[] },
  texts?: ReadonlyMap<string, string>,
): Promise<Program> {
  const resources: Placed[] = [];
  const byUrn = new Map(held.map((one) => [one.owner.urn, one]));
  // Names that only the edited program has: of new and of renamed groups.
  const idsByName = new Map(
    wishes.flatMap(({ kind, id, live }) => (kind === "IpGroup" && live ? [[String(live["name"]), Number(id)]] : [])),
  );
  const run = await runProgram(
    project,
    io,
    ({ type, name, urn: own, parent, formerUrns, inputs: given, frames }) => {
      const kind = knownKind(type);
      if (kind === undefined) return { id: name, outputs: {} };
      const { __provider: _, ...inputs } = plainInputs(given);
      const known = [own, ...formerUrns].map((one) => byUrn.get(one)).find((one) => one !== undefined);
      const label = definitionOf(kind).label(inputsOf(kind).canonical(inputs));
      const added = wishes.find((one) => one.status === "new" && one.kind === kind && one.label === label);
      const id = known?.id ?? added?.id ?? String(resources.length + 1);
      const filled = declared(kind, inputs, Number(id));
      const groupIds = { ...Object.fromEntries(idsByName), ...(known?.outputs["groupIds"] as Values | undefined) };
      const outputs = {
        ...filled.outputs,
        ...ownValues(known?.outputs ?? {}),
        ...filled.inputs,
        ...(kind === "IpGroups" ? { groupIds } : {}),
      };
      const urn = known?.owner.urn ?? own;
      resources.push({ kind, urn, name, parent, id, inputs, outputs, frame: ownFrame(frames, project.folder) });
      return { id, outputs };
    },
    texts,
  );
  const said = run.logged.filter(({ severity }) => severity === "error").map(({ message }) => inOneLine(message));
  const layers = run.logged.flatMap(({ severity, message, urn }) =>
    severity === "layers" ? [[urn, layersIn(message, project.folder)] as const] : [],
  );
  return {
    project,
    resources,
    layers: new Map(layers),
    ...(run.code === 0 ? {} : { failure: said[0] ?? run.words }),
  };
}

function layersIn(message: string, folder: string): (string | null)[] {
  const files = JSON.parse(message.slice("layers: ".length)) as (string | null)[];
  return files.map((file) => (file === null ? null : resolve(folder, file)));
}

/** An object of a program, alone or as one of many of a resource. */
interface ProgramObject {
  readonly kind: Kind;
  readonly urn: string;
  /** Its name within its resource; empty if the resource is this object. */
  readonly part: string;
  readonly values: Values;
}

function objectsOf({ resources }: Program): Map<string, ProgramObject> {
  const all = resources.flatMap(({ kind, urn, inputs, outputs }) =>
    objectsIn(kind, { ...inputsOf(kind).canonical(inputs), groupIds: outputs["groupIds"] }).map(
      ({ kind: own, part, after }): ProgramObject => ({ kind: own, urn, part, values: after }),
    ),
  );
  return new Map(all.map((one) => [keyOf(one.urn, one.part), one]));
}

const keyOf = (urn: string, part: string): string => `${urn}\n${part}`;

/** Key of the object of a wish; undefined if it is new. */
function keyOfWish({ held, kind, label }: Wish): string | undefined {
  return held === undefined ? undefined : keyOf(held.urn, held.kind === kind ? "" : label);
}

/** What a program lacks of its wishes. */
export interface Proof {
  /** Wishes that the program does not have. */
  readonly open: readonly Wish[];
  /** Titles of objects that differ although no wish is about them. */
  readonly others: readonly string[];
}

/** Compares a program with another one and the wishes that it should have: nothing more, and nothing less. */
export function proofOf(before: Program, after: Program, wishes: readonly Wish[]): Proof {
  const [want, have] = [objectsOf(before), objectsOf(after)];
  const owners = new Map<string, Wish>();
  const added: Wish[] = [];
  for (const wish of wishes) {
    const key = keyOfWish(wish);
    if (key === undefined) {
      added.push(wish);
      continue;
    }
    const object = want.get(key);
    // A program that does not declare it any more needs no change.
    if (object === undefined) continue;
    want.delete(key);
    const values = withChanges(object.values, wish);
    const name = object.part === "" ? "" : String(values["name"]);
    const now = wish.status === "missing" ? key : keyOf(object.urn, name);
    owners.set(now, wish);
    if (wish.status !== "missing") want.set(now, { ...object, values });
  }
  const open = new Set<Wish>();
  const others: string[] = [];
  const differs = (key: string, title: string): void => {
    const wish = owners.get(key);
    if (wish === undefined) others.push(title);
    else open.add(wish);
  };
  for (const [key, { kind, values }] of want) {
    const now = have.get(key);
    if (now === undefined || !isSame(kind, values, now.values))
      differs(key, `${kind} ${key.replace(/^.*::|\n$/gsu, "")}`);
  }
  const matched = added.map((wish) => [...have].find(([, one]) => isObjectOf(wish, one))?.[0]);
  for (const [index, key] of matched.entries()) if (key === undefined) open.add(added[index] as Wish);
  for (const [key, { kind }] of have) {
    if (!want.has(key) && !matched.includes(key)) differs(key, `${kind} ${key.replace(/^.*::|\n$/gsu, "")}`);
  }
  return { open: [...open], others };
}

function isObjectOf(wish: Wish, { kind, values }: ProgramObject): boolean {
  if (wish.kind !== kind || values["site"] !== wish.site) return false;
  return isSame(kind, inputsOf(kind).canonical(wish.live ?? {}), values);
}
