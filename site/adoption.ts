import type { Configuration } from "../provider/config/configuration";
import { definitionOf, type Kind } from "../provider/registry";
import { Refusal } from "../provider/refusal";
import { policyId } from "../provider/resources/policy";
import { changesText } from "../provider/values/changes";
import { differing, Inputs, picked, withoutUndefined, type Values } from "../provider/values/inputs";
import { Kinds } from "./kinds";

/** A resource that a program would create. */
export interface Planned {
  readonly kind: Kind;
  /** Name of the resource in its program. */
  readonly name: string;
  /** What is not known before an up is left out. */
  readonly inputs: Values;
  /** Whether something was left out. */
  readonly isPartial: boolean;
}

/** What an up would do about one resource. */
export interface AdoptionFinding {
  readonly kind: Kind;
  readonly name: string;
  readonly label: string;
  /**
   * `new`: it would be created. `adopt`: it exists, and would be taken over. `refuse`: it exists, and the up would end with
   * an error. `unread`: the API cannot say whether it exists.
   */
  readonly verdict: "new" | "adopt" | "refuse" | "unread";
  /** Id of what exists. */
  readonly id?: string;
  /** What differs between the object and what is declared, e.g. `rules - ip 10.0.0.1, + all`; empty where nothing does. */
  readonly changes?: string;
  /** Why, or what else is to say: sentences. */
  readonly why?: string;
}

/** What an up would find on the appliances of what a program would create. Sends nothing that changes. */
export async function adoptions(planned: readonly Planned[], configuration: Configuration): Promise<AdoptionFinding[]> {
  const kinds = new Kinds(configuration);
  return Promise.all(planned.map((one) => adoption(kinds, one)));
}

async function adoption(kinds: Kinds, { kind, name, inputs, isPartial }: Planned): Promise<AdoptionFinding> {
  const definition = definitionOf(kind);
  const schema = new Inputs(definition.inputs);
  const want = schema.canonical(inputs);
  const base = { kind, name, label: definition.label(want) };
  const unread = "The API has no action that says whether it exists.";
  if (definition.read === undefined) return { ...base, verdict: "unread", why: unread };
  try {
    const found = await existing(kinds, kind, want);
    if (found === undefined) return { ...base, verdict: "new" };
    const live = schema.canonicalEach(withoutUndefined(found.inputs));
    const different = Object.keys(differing(live, want, want));
    const changes = changesText(live, picked(want, different));
    const mode = want["onExisting"] ?? "fail";
    const isLink = definition.find === undefined;
    const refuses = !isLink && (mode === "fail" || (mode === "adoptIfEqual" && different.length > 0));
    const partly = isPartial ? { why: "What is not known before the up is not compared." } : {};
    return { ...base, verdict: refuses ? "refuse" : "adopt", id: found.id, changes, ...partly };
  } catch (error) {
    if (error instanceof Refusal) return { ...base, verdict: "refuse", why: error.message };
    throw error;
  }
}

/** The object that a creation would meet. A setting is always there, and its creation is no adoption. */
async function existing(kinds: Kinds, kind: Kind, want: Values): Promise<{ id: string; inputs: Values } | undefined> {
  const definition = definitionOf(kind);
  if (definition.find !== undefined) {
    const site = want["site"] as string | undefined;
    return definition.find(kinds.appliance(definition.appliance, site), want);
  }
  if (kind !== "Policy") return undefined;
  const { cidr, kind: word, profile } = want as Parameters<typeof policyId>[0];
  const id = policyId({ cidr, kind: word, profile });
  const read = await kinds.lifecycle(kind).read(id, want);
  return read === undefined || read.outputs["unsure"] === true ? undefined : { id, inputs: read.inputs };
}
