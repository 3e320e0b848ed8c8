import type { Configuration } from "../../provider/config/configuration";
import { definitionOf, type Kind } from "../../provider/registry";
import { verdictOn, type Verdict } from "../../provider/lifecycle/verdict";
import { Inputs } from "../../provider/values/inputs";
import { Kinds } from "./kinds";
import type { OwnedObject } from "./object";

/** A resource that a program would create. */
export interface Planned extends Pick<OwnedObject, "kind" | "label" | "inputs" | "owner"> {
  /** Whether unknown values were left out. */
  readonly isPartial: boolean;
}

/** The effect of an up on one resource. */
export interface AdoptionFinding extends Verdict {
  readonly kind: Kind;
  readonly name: string;
  readonly label: string;
}

/**
 * Finds out what an up would find on the appliances for the resources that a program would create. Sends only reads.
 */
export async function adoptions(planned: readonly Planned[], configuration: Configuration): Promise<AdoptionFinding[]> {
  const kinds = new Kinds(configuration);
  return Promise.all(planned.map((one) => adoption(kinds, one)));
}

async function adoption(kinds: Kinds, planned: Planned): Promise<AdoptionFinding> {
  const { kind, label, owner, inputs, isPartial } = planned;
  const definition = definitionOf(kind);
  const want = new Inputs(definition.inputs).canonical(inputs);
  const site = want["site"] as string | undefined;
  const verdict = await verdictOn(definition, { want, isPartial }, () => kinds.appliance(definition.appliance, site));
  return { kind, name: owner.name, label, ...verdict };
}
