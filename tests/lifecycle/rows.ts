import type { FaultSpec, Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Step } from "./resource";

/** Values that no other row of the file uses. */
export interface Unique {
  readonly name: string;
  /** An address for a collector or exporter. */
  readonly address: string;
  /** A network without host bits, `/24`. */
  readonly network: string;
  readonly port: number;
}

/** What every row has: a sentence of the specification, and what others put on the appliance beforehand. */
export interface Row {
  readonly title: string;
  readonly given?: (sim: Simulator, unique: Unique) => void;
}

/**
 * A resource is created, then shows no difference, reads back as it was written, and is destroyed without leaving a
 * trace.
 */
export interface CreateRow extends Row {
  readonly inputs: (unique: Unique) => Properties;
  /** What the appliance then holds. */
  readonly holds: (unique: Unique) => unknown;
  /** The changes that are sent, in order. */
  readonly sends: readonly string[];
  /** Outputs besides the inputs and `appliance`. */
  readonly computed?: (unique: Unique) => Properties;
  readonly id?: (unique: Unique, outputs: Properties) => string;
}

/** The program changes. */
export interface UpdateRow extends Row {
  readonly from: (unique: Unique) => Properties;
  readonly to: (unique: Unique) => Properties;
  readonly step?: Step;
  readonly sends: readonly string[];
  readonly holds: (unique: Unique) => unknown;
  /** Info lines that the user gets. Default: none. */
  readonly says?: RegExp;
}

/** The program writes the same values in another way. Nothing differs, and the state keeps the first form. */
export interface EqualRow extends Row {
  readonly from: (unique: Unique) => Properties;
  readonly to: (unique: Unique) => Properties;
}

/** Someone changes the object on the appliance. */
export interface HandRow extends Row {
  readonly inputs: (unique: Unique) => Properties;
  readonly byHand: (sim: Simulator, unique: Unique, id: string) => void;
  /** The result of refresh: the outputs that changed (undefined: no longer there), no change, or a missing object. */
  readonly shows: (unique: Unique) => Properties | "same" | "gone";
  /** The changes that the next `up` sends. The appliance then holds what is declared. */
  readonly repairs: readonly string[];
  readonly holds: (unique: Unique) => unknown;
  /** Removes what was added by hand and the resource does not own. */
  readonly afterwards?: (sim: Simulator, unique: Unique) => void;
}

/** The object exists when the resource is created. */
export interface AdoptionRow extends Row {
  readonly exists: (sim: Simulator, unique: Unique) => void;
  readonly inputs: (unique: Unique) => Properties;
  /** The changes that are sent, or the text of the error. In case of an error, nothing changes. */
  readonly outcome: readonly string[] | RegExp;
  /** Requests by which a kind that cannot be read finds out whether the object exists. Default: none. */
  readonly tries?: readonly string[];
  readonly id?: (unique: Unique) => string;
  readonly holds: (unique: Unique) => unknown;
  /** Removes what the row leaves behind: an object that was not adopted. */
  readonly afterwards?: (sim: Simulator, unique: Unique) => void;
}

/** A fault interrupts a create, or an update if `from` is given. */
export interface PartialRow extends Row {
  readonly from?: (unique: Unique) => Properties;
  readonly inputs: (unique: Unique) => Properties;
  readonly fault: (sim: Simulator, unique: Unique) => FaultSpec;
  readonly says: RegExp;
  /** The changes that the next `up` sends. */
  readonly heals: readonly string[];
  readonly holds: (unique: Unique) => unknown;
}

/** The appliance refuses a create. Nothing is stored, and the error gives the reason. */
export interface RefusalRow extends Row {
  readonly inputs: (unique: Unique) => Properties;
  readonly says: RegExp;
  readonly afterwards?: (sim: Simulator, unique: Unique) => void;
}

/** The lifecycle of one kind. */
export interface LifecycleTable {
  readonly kind: string;
  /** What the appliance holds for an object, in plain values. Undefined if it holds nothing. */
  readonly held: (sim: Simulator, id: string, outputs: Properties) => unknown;
  readonly creates: readonly CreateRow[];
  readonly equals: readonly EqualRow[];
  readonly updates: readonly UpdateRow[];
  readonly partials: readonly PartialRow[];
  readonly refusals: readonly RefusalRow[];
  readonly changesByHand: readonly HandRow[];
  readonly adoptions: readonly AdoptionRow[];
}
