import type { Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";

/** The resource that declares an object. */
export interface Owner {
  readonly urn: string;
  /** Its name in the program. */
  readonly name: string;
  /** URN of its parent. */
  readonly parent?: string | undefined;
}

/**
 * An object of an appliance in the form of a resource, from any reader: from a program or a preview, from a state, from
 * the appliance or a snapshot of it, or from a model.
 */
export interface SiteObject {
  readonly kind: Kind;
  /** Id of its resource. */
  readonly id: string;
  /** Name of the object on the appliance: a name, an address, or the contents of a policy. */
  readonly label: string;
  /** Its inputs. On an appliance, those that a program declares: without defaults, with groups by id and profiles by name. */
  readonly inputs: Values;
  /** Its outputs in the state, as far as they are known. */
  readonly outputs: Values;
  /** Undefined if it was read without a program or a state. */
  readonly owner?: Owner;
  /** Set if only its identity is known, or no program can declare it: the reason and what to do, as sentences. */
  readonly why?: string;
}

/** What a resource holds in a program or a state. */
export type OwnedObject = SiteObject & {
  readonly owner: Owner;
  /** Its inputs with names in place of numbers, as far as they are known. */
  readonly named?: Values;
};

/** An object that a program cannot declare as it is. */
export type LeftOut = SiteObject & { readonly why: string };

/** An object with only its identity. */
export function leftOutOf({ kind, id, label }: Pick<SiteObject, "kind" | "id" | "label">, why: string): LeftOut {
  return { kind, id, label, inputs: {}, outputs: {}, why };
}

export function isLeftOut(one: object): one is LeftOut {
  return "why" in one;
}

/** Contents of a site, as plain data. */
export interface SiteReading {
  /** URL of each appliance that was read. */
  readonly appliances: { readonly gateway?: string; readonly replicator?: string };
  /** Objects that programs can declare, children before parents. */
  readonly objects: readonly SiteObject[];
  readonly leftOut: readonly LeftOut[];
  /** Remarks for the user, as sentences. */
  readonly notes: readonly string[];
}

/** What was read of one appliance, in the order of {@link SiteReading}. */
export interface Part {
  readonly found: readonly (SiteObject | LeftOut)[];
  readonly notes: readonly string[];
}
