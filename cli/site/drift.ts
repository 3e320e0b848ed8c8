import { definitionOf, type Kind } from "../../provider/registry";
import { Refusal } from "../../provider/errors/refusal";
import { alike, present } from "../../provider/values/collections";
import type { Values } from "../../provider/values/inputs";
import { SIGNATURE_KEY } from "../../provider/values/marks";
import type { Kinds } from "./kinds";
import { differenceOf, heldIn, type Line } from "./differences";
import { isLeftOut, type OwnedObject, type SiteObject } from "./object";
import { labelOf } from "./label";
import { inputsOf, objectsIn, objectsOf, type ObjectPair } from "./parts";
import { readSite } from "./read";
import { counted } from "../../provider/values/quoted";

/** Finding about one object. */
export interface DriftFinding {
  readonly status: "same" | "changed" | "missing" | "notManaged" | "unread";
  readonly kind: Kind;
  readonly id: string;
  /** Name of the object on the appliance or in the program. */
  readonly label: string;
  /** Name of its resource; undefined if it has none. */
  readonly name?: string;
  readonly site?: string;
  /** The differences: `before` is on the appliance, `after` in the state. */
  readonly changes: readonly Line[];
  /** Why it could not be read, or another remark, as sentences. */
  readonly why?: string;
  /** Whether it is of another appliance than the configured one, or its configuration is wrong. */
  readonly isRefused?: true;
}

const NOT_CREATED = "No pulumi up has created it yet.";
const UNREADABLE = "The API has no action that reads it.";

/** Whether an object cannot be compared in any run, because the API does not read its kind. */
export function isUnreadable({ why }: Pick<DriftFinding, "why">): boolean {
  return why === UNREADABLE;
}

/** One sentence that counts the objects that no run can compare; none if there are none. */
export function unreadableText(findings: readonly DriftFinding[]): string[] {
  const found = findings.filter(isUnreadable);
  const kinds = alike(found, ({ kind }) => kind).map((same) => `${String(same.length)} ${same[0].kind}`);
  if (found.length === 0) return [];
  const [objects, them] = [counted(found.length, "object is", "objects are"), found.length === 1 ? "it" : "them"];
  return [`${objects} not compared, because the API has no action that reads ${them}: ${kinds.join(", ")}.`];
}

/** The compared values of one object, and the finding. */
export interface Comparison {
  readonly finding: DriftFinding;
  /** Its complete inputs on the appliance, as far as they were read. */
  readonly live?: Values;
  /** Its inputs in the state. */
  readonly declared?: Values;
}

/** Scope of a search for drift. */
export interface DriftQuestion {
  readonly held: readonly OwnedObject[];
  /** The site to search for unmanaged objects, besides those in the state. */
  readonly site: string | undefined;
  /** Whether to report an object without a resource. */
  isWanted(object: SiteObject): boolean;
  tell?(done: number): void;
}

/** Compares a state with the appliances, object by object. It runs no program and changes nothing. */
export async function driftOf(kinds: Kinds, question: DriftQuestion): Promise<Comparison[]> {
  const { held, tell } = question;
  let done = 0;
  const managed = await Promise.all(
    held.map(async (one) => {
      const comparisons = await compared(kinds, one);
      done += 1;
      tell?.(done);
      return comparisons;
    }),
  );
  const sites = new Set([question.site, ...held.map(siteOf)]);
  const others: Comparison[] = [];
  for (const site of sites) others.push(...(await notManaged(kinds, site, question)));
  return [...managed.flat(), ...others];
}

function siteOf({ inputs }: OwnedObject): string | undefined {
  return typeof inputs["site"] === "string" ? inputs["site"] : undefined;
}

/** Compares the objects of one resource. */
async function compared(kinds: Kinds, one: OwnedObject): Promise<Comparison[]> {
  const { kind, id, label, owner, inputs, outputs } = one;
  const definition = definitionOf(kind);
  const site = siteOf(one);
  const base = { kind, id, name: owner.name, label, changes: [], ...present({ site }) };
  const unread = (why: string, more: Pick<DriftFinding, "isRefused"> = {}): Comparison[] =>
    objectsIn(kind, one.named ?? inputs).map(({ kind: ofKind, after }) => {
      const of = { kind: ofKind, label: labelOf(ofKind, after) ?? label };
      return { finding: { ...base, ...of, status: "unread", why, ...more } };
    });
  if (definition.read === undefined) return unread(UNREADABLE);
  if (hasSecret(inputs) || hasSecret(outputs)) {
    return unread("Its inputs hold a secret, which this command does not decrypt.");
  }
  try {
    const read = await kinds.read(kind, id, outputs);
    const schema = inputsOf(kind);
    const [groupIds, declared] = [outputs["groupIds"], schema.canonical(inputs)];
    const live = read && { ...read.outputs, ...schema.canonical(read.inputs), groupIds };
    return objectsOf(kind, live, { ...declared, groupIds }).flatMap((object) => {
      const of = { kind: object.kind, id: object.id ?? id, label: object.part === "" ? label : object.part };
      return comparisonOf({ ...base, ...of }, object);
    });
  } catch (error) {
    if (error instanceof Refusal) return unread(error.message, { isRefused: true });
    throw error;
  }
}

/** Compares one object: `before` has its values on the appliance, `after` the declared ones. */
function comparisonOf(base: Omit<DriftFinding, "status">, pair: ObjectPair): Comparison[] {
  const { before: live, after: declared } = pair;
  if (declared === undefined) return [];
  // The state has the number of each group of a set that was created.
  const isCreated = pair.part === "" || pair.id !== undefined;
  if (live === undefined && !isCreated) return [{ finding: { ...base, status: "unread", why: NOT_CREATED } }];
  if (live === undefined) return [{ finding: { ...base, status: "missing" } }];
  const changes = differenceOf(pair);
  return [{ finding: { ...base, status: changes.length === 0 ? "same" : "changed", changes }, live, declared }];
}

/** The objects on the appliances of a site that no resource of the stack manages. */
async function notManaged(
  kinds: Kinds,
  site: string | undefined,
  { held, isWanted }: DriftQuestion,
): Promise<Comparison[]> {
  const isHeld = heldIn(held.filter((one) => siteOf(one) === site));
  const { objects, leftOut } = await readSite(kinds, { site, isLeft: isHeld });
  return [...objects, ...leftOut]
    .filter((one) => !isHeld(one) && isWanted(one))
    .map((one) => ({
      finding: {
        status: "notManaged",
        kind: one.kind,
        id: one.id,
        label: one.label,
        changes: [],
        ...present({ site }),
        ...(isLeftOut(one) ? { why: one.why } : {}),
      },
    }));
}

/** Whether a value, or a part of it, is a secret. */
function hasSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return SIGNATURE_KEY in value || Object.values(value).some(hasSecret);
}
