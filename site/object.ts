import type { Kind } from "../provider/registry";
import type { Values } from "../provider/values/inputs";

/** An object of an appliance as a resource would have it. */
export interface SiteObject {
  readonly kind: Kind;
  /** The id that its resource has. */
  readonly id: string;
  /** What the appliance calls it: a name, an address, or what a policy says. */
  readonly label: string;
  /** What a program declares, defaults left out. IP groups are referred to by their ids, profiles by their names. */
  readonly inputs: Values;
  /** What the state holds of it. */
  readonly outputs: Values;
}

/** An object that no program can declare as it is. */
export interface LeftOut {
  readonly kind: Kind;
  readonly id: string;
  readonly label: string;
  /** Why, and what to do: sentences. */
  readonly why: string;
}

/** What a site holds, as plain data. */
export interface SiteReading {
  /** URL of each appliance that was read. */
  readonly appliances: { readonly gateway?: string; readonly replicator?: string };
  /** What programs can declare, children before parents. */
  readonly objects: readonly SiteObject[];
  readonly leftOut: readonly LeftOut[];
  /** What is worth knowing beside that: sentences. */
  readonly notes: readonly string[];
}

/** Part of a {@link SiteReading}: what was read of one appliance. */
export type Part = Pick<SiteReading, "objects" | "leftOut" | "notes">;

/** A candidate for an object: what it is and how a program would declare it. */
export interface Candidate {
  readonly kind: Kind;
  readonly id: string;
  readonly label: string;
  readonly inputs: Values;
}
