import type { Configuration } from "../../provider/config/configuration";
import { definitionOf, type Kind } from "../../provider/registry";
import { Refusal } from "../../provider/errors/refusal";
import { differencesOf, type Difference } from "../../provider/values/differences";
import { Inputs, type Values } from "../../provider/values/inputs";
import { hasSecret } from "../../provider/values/marks";
import { Kinds } from "./kinds";
import type { LeftOut, SiteObject } from "./object";
import { objectsIn, objectsOf, type ObjectPair } from "./parts";
import { readSite } from "./read";

/** A resource in the state of a stack. */
export interface Held {
  readonly kind: Kind;
  readonly id: string;
  /** Its name in the program. */
  readonly name: string;
  readonly inputs: Values;
  readonly outputs: Values;
  readonly urn: string;
}

/** The difference in one input or in a part of it: its two values, or for a set the items that only one side has. */
export interface DriftChange {
  /** The input, or the path of a part such as `groups.Office.rules`. */
  readonly input: string;
  readonly declared?: unknown;
  readonly live?: unknown;
  /** Declared, but not on the appliance. */
  readonly missing?: readonly unknown[];
  /** On the appliance, but not declared. */
  readonly added?: readonly unknown[];
}

/** Finding about one object. */
export interface DriftFinding {
  /** `elsewhere`: a resource of another stack has it. */
  readonly status: "same" | "changed" | "missing" | "notManaged" | "elsewhere" | "unread";
  readonly kind: Kind;
  readonly id: string;
  /** Name of the object on the appliance or in the program. */
  readonly label: string;
  /** Name of its resource; undefined if it has none. */
  readonly name?: string;
  readonly site?: string;
  /** The other stack that has it. */
  readonly stack?: string;
  readonly changes: readonly DriftChange[];
  /** Why it could not be read, or another remark, as sentences. */
  readonly why?: string;
}

/** The resources of another stack. */
export interface OtherStack {
  readonly stack: string;
  readonly held: readonly Held[];
}

/** The compared values of one object, and the finding. */
export interface Comparison {
  readonly finding: DriftFinding;
  /** Its resource; undefined if it has none. */
  readonly held?: Held;
  /** Its complete inputs, as declared and as on the appliance, as far as both were read. */
  readonly declared?: Values;
  readonly live?: Values;
}

/** Scope of a search for drift. */
export interface DriftQuestion {
  readonly held: readonly Held[];
  /** Other stacks whose objects are on the same appliances. */
  readonly others?: readonly OtherStack[];
  /** The site to search for unmanaged objects, besides those in the state. */
  readonly site: string | undefined;
  /** Whether to report an object without a resource. */
  isWanted(object: SiteObject | LeftOut): boolean;
  tell?(done: number): void;
}

/** Compares a state with the appliances, object by object. It runs no program and changes nothing. */
export async function driftOf(configuration: Configuration, question: DriftQuestion): Promise<Comparison[]> {
  const { held, tell } = question;
  const kinds = new Kinds(configuration);
  let done = 0;
  const managed = await Promise.all(
    held.map(async (one) => {
      const comparisons = await compared(kinds, one);
      done += 1;
      tell?.(done);
      return comparisons.map((comparison) => ({ ...comparison, held: one }));
    }),
  );
  const sites = new Set([question.site, ...held.map(siteOf)]);
  const others: Comparison[] = [];
  for (const site of sites) others.push(...(await notManaged(configuration, site, question)));
  return [...managed.flat(), ...others];
}

function siteOf({ inputs }: Held): string | undefined {
  return typeof inputs["site"] === "string" ? inputs["site"] : undefined;
}

/** Compares the objects of one resource. */
async function compared(kinds: Kinds, one: Held): Promise<Comparison[]> {
  const { kind, id, name, inputs, outputs } = one;
  const definition = definitionOf(kind);
  const site = siteOf(one);
  const base = { kind, id, name, label: labelOf(one), changes: [], ...(site === undefined ? {} : { site }) };
  const unread = (why: string): Comparison[] => [{ finding: { ...base, status: "unread", why } }];
  if (definition.read === undefined) return unread(`The API has no action that reads a ${kind}.`);
  if (hasSecret(inputs) || hasSecret(outputs)) {
    return unread("Its inputs hold a secret, which this command does not decrypt.");
  }
  try {
    const read = await kinds.lifecycle(kind).read(id, outputs);
    const isUnsure = read?.outputs["unsure"] === true;
    const schema = new Inputs(definition.inputs);
    const [groupIds, declared] = [outputs["groupIds"], schema.canonical(inputs)];
    const live =
      read === undefined || isUnsure ? undefined : { ...read.outputs, ...schema.canonical(read.inputs), groupIds };
    const why = isUnsure ? { why: "The appliance has an object that may be it." } : {};
    return objectsOf(kind, live, { ...declared, groupIds }).flatMap((object) => {
      const label = object.part === "" ? base.label : object.part;
      return comparisonOf({ ...base, ...why, kind: object.kind, id: object.id ?? id, label }, object);
    });
  } catch (error) {
    if (error instanceof Refusal) return unread(error.message);
    throw error;
  }
}

/** Compares one object: `before` has its values on the appliance, `after` the declared ones. */
function comparisonOf(base: Omit<DriftFinding, "status">, { before: live, after: declared }: ObjectPair): Comparison[] {
  if (declared === undefined) return [];
  if (live === undefined) return [{ finding: { ...base, status: "missing" }, declared }];
  const differences = differencesOf(definitionOf(base.kind), declared, live).filter(({ input }) => input !== "site");
  const properties = [...new Set(differences.map(({ property }) => property))];
  const changes = properties.map((name) =>
    changeOf(
      name,
      differences.filter(({ property }) => property === name),
    ),
  );
  const status = changes.length === 0 ? "same" : "changed";
  return [{ finding: { ...base, status, changes }, declared, live }];
}

function labelOf({ kind, inputs, name }: Held): string {
  const definition = definitionOf(kind);
  const whole = new Inputs(definition.inputs).canonicalWhole(inputs);
  return whole === undefined ? name : definition.label(whole);
}

/** The differences of one part: its two values, or the items of a set that only one side has. */
function changeOf(input: string, differences: readonly Difference[]): DriftChange {
  if (!differences.some(({ isItem }) => isItem === true)) {
    return { input, declared: differences[0]?.before, live: differences[0]?.after };
  }
  return {
    input,
    missing: differences.flatMap(({ before }) => before ?? []),
    added: differences.flatMap(({ after }) => after ?? []),
  };
}

/** The objects on the appliances of a site that no resource of the stack manages. */
async function notManaged(
  configuration: Configuration,
  site: string | undefined,
  { held, others = [], isWanted }: DriftQuestion,
): Promise<Comparison[]> {
  const isHeld = heldIn(held.filter((one) => siteOf(one) === site));
  const elsewhere = others.map((one) => ({ stack: one.stack, isHeld: heldIn(one.held) }));
  const { objects, leftOut } = await readSite(configuration, { site, all: false, isLeft: isHeld });
  return [...objects, ...leftOut]
    .filter((one) => !isHeld(one) && isWanted(one))
    .map((one) => {
      const stack = elsewhere.find((other) => other.isHeld(one))?.stack;
      return {
        finding: {
          status: stack === undefined ? "notManaged" : "elsewhere",
          kind: one.kind,
          id: one.id,
          label: one.label,
          changes: [],
          ...(site === undefined ? {} : { site }),
          ...(stack === undefined ? {} : { stack }),
          ...("why" in one ? { why: one.why } : {}),
        },
        ...("inputs" in one ? { live: one.inputs } : {}),
      };
    });
}

/**
 * Whether resources of a state manage an object, alone or as one of many. Compares by id, or by name for kinds whose id
 * is the name at creation.
 */
export function heldIn(
  held: readonly Held[],
): (object: { readonly kind: Kind; readonly id: string; readonly label: string }) => boolean {
  const ids = new Set(held.flatMap(objectIds));
  const labels = new Set(held.map((one) => `${one.kind} ${labelOf(one)}`));
  // A group with managed single rules counts as managed.
  const groups = new Set(held.flatMap(({ kind, id }) => (kind === "IpGroupRule" ? [id.split("/")[0]] : [])));
  return ({ kind, id, label }) =>
    ids.has(`${kind} ${id}`) || (kind === "IpGroup" ? groups.has(id) : labels.has(`${kind} ${label}`));
}

/** Kind and id of each object of a resource. */
export function objectIds({ kind, id, inputs, outputs }: Pick<Held, "kind" | "id" | "inputs" | "outputs">): string[] {
  return objectsIn(kind, { ...outputs, ...inputs }).map((one) => `${one.kind} ${one.id ?? id}`);
}
