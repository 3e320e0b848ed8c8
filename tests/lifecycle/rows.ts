import type { FaultSpec, Simulator } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import type { Step } from "./resource";

/** Values that no other row of the file uses. */
export interface Unique {
  readonly name: string;
  /** An address of a collector or exporter. */
  readonly address: string;
  /** A network without host bits, `/24`. */
  readonly network: string;
  readonly port: number;
}

/** What every row has: a sentence of the specification, and what other hands have put on the appliance before. */
export interface Row {
  readonly title: string;
  readonly given?: (sim: Simulator, unique: Unique) => void;
}

/** A resource is created, is then no difference, reads as it was written, and is destroyed without a trace. */
export interface CreateRow extends Row {
  readonly inputs: (unique: Unique) => Properties;
  /** What the appliance then holds. */
  readonly holds: (unique: Unique) => unknown;
  /** The changes that are sent, in their order. */
  readonly sends: readonly string[];
  /** Outputs beside the inputs and `appliance`. */
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
  /** Info lines that the user gets; none by default. */
  readonly says?: RegExp;
}

/** The program spells the same in another way: no difference, and the state keeps what was written first. */
export interface EqualRow extends Row {
  readonly from: (unique: Unique) => Properties;
  readonly to: (unique: Unique) => Properties;
}

/** Somebody changes the object on the appliance. */
export interface HandRow extends Row {
  readonly inputs: (unique: Unique) => Properties;
  readonly byHand: (sim: Simulator, unique: Unique, id: string) => void;
  /** What refresh finds: outputs that are then others (undefined: no longer there), or no change, or nothing. */
  readonly shows: (unique: Unique) => Properties | "same" | "gone";
  /** The changes that the next `up` sends; the appliance then holds what is declared. */
  readonly repairs: readonly string[];
  readonly holds: (unique: Unique) => unknown;
  /** Takes back what the hand has added and the resource leaves alone. */
  readonly afterwards?: (sim: Simulator, unique: Unique) => void;
}

/** The object exists when the resource is created. */
export interface AdoptionRow extends Row {
  readonly exists: (sim: Simulator, unique: Unique) => void;
  readonly inputs: (unique: Unique) => Properties;
  /** The changes that are sent, or the words of the error; then nothing is changed. */
  readonly outcome: readonly string[] | RegExp;
  /** Requests by which a kind that cannot be read finds out; none by default. */
  readonly tries?: readonly string[];
  readonly id?: (unique: Unique) => string;
  readonly holds: (unique: Unique) => unknown;
  /** Takes away what the row leaves: an object that was not taken over. */
  readonly afterwards?: (sim: Simulator, unique: Unique) => void;
}

/** A create, or an update where `from` is given, is cut short by a fault. */
export interface PartialRow extends Row {
  readonly from?: (unique: Unique) => Properties;
  readonly inputs: (unique: Unique) => Properties;
  readonly fault: (sim: Simulator, unique: Unique) => FaultSpec;
  readonly says: RegExp;
  /** The changes that the next `up` sends. */
  readonly heals: readonly string[];
  readonly holds: (unique: Unique) => unknown;
}

/** The appliance refuses a create: nothing is kept, and the error says why. */
export interface RefusalRow extends Row {
  readonly inputs: (unique: Unique) => Properties;
  readonly says: RegExp;
  readonly afterwards?: (sim: Simulator, unique: Unique) => void;
}

/** The lifecycle of one kind. */
export interface LifecycleTable {
  readonly kind: string;
  /** What the appliance holds of an object, in plain values; undefined where it holds nothing. */
  readonly held: (sim: Simulator, id: string, outputs: Properties) => unknown;
  readonly creates: readonly CreateRow[];
  readonly equals: readonly EqualRow[];
  readonly updates: readonly UpdateRow[];
  readonly partials: readonly PartialRow[];
  readonly refusals: readonly RefusalRow[];
  readonly changesByHand: readonly HandRow[];
  readonly adoptions: readonly AdoptionRow[];
}
