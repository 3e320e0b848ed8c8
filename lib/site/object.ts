import type { Kind } from "../../provider/registry";
import type { Values } from "../../provider/values/inputs";

/** An object of an appliance, in the form of a resource. */
export interface SiteObject {
  readonly kind: Kind;
  /** Id of its resource. */
  readonly id: string;
  /** Name of the object on the appliance: a name, an address, or the contents of a policy. */
  readonly label: string;
  /** The inputs that a program declares, without defaults. They refer to IP groups by id and to profiles by name. */
  readonly inputs: Values;
  /** Its outputs in the state. */
  readonly outputs: Values;
}

/** An object that a program cannot declare as it is. */
export interface LeftOut {
  readonly kind: Kind;
  readonly id: string;
  readonly label: string;
  /** The reason and what to do, as sentences. */
  readonly why: string;
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

/** Part of a {@link SiteReading}, from one appliance. */
export type Part = Pick<SiteReading, "objects" | "leftOut" | "notes">;

/** A candidate for a {@link SiteObject}: its identity, and how a program would declare it. */
export interface Candidate {
  readonly kind: Kind;
  readonly id: string;
  readonly label: string;
  readonly inputs: Values;
}
