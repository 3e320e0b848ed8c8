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

/** A value of a row, or the function that makes it from the row's unique values. */
export type Made<T> = T | ((unique: Unique) => T);
/** The value for one row. */
export function madeFor<T>(made: Made<T>, unique: Unique): T {
  return typeof made === "function" ? (made as (unique: Unique) => T)(unique) : made;
}

/** What every row has: a sentence of the specification, and what others put on the appliance beforehand. */
export interface Row {
  readonly title: string;
  /** Default: that of the table. */
  readonly given?: (sim: Simulator, unique: Unique) => void;
  /** Programs that make the appliances hold what they hold at the end. Default: the row's program. */
  readonly holds?: readonly Made<Properties>[];
  /** Removes what the row leaves behind because the resource does not own it. */
  readonly afterwards?: (sim: Simulator, unique: Unique) => void;
}

/**
 * A resource is created, then shows no difference, reads back as it was written, and is destroyed without leaving a
 * trace.
 */
export interface CreateRow extends Row {
  readonly inputs: Made<Properties>;
  /** The changes that are sent, in order. */
  readonly sends: readonly string[];
  /** Outputs besides the inputs and `appliance`. */
  readonly computed?: Made<Properties>;
  readonly id?: (unique: Unique, outputs: Properties) => string;
}

/** The program writes the same values in another way. Nothing differs, and the state keeps the first form. */
export interface EqualRow extends Row {
  readonly from: Made<Properties>;
  readonly to: Made<Properties>;
}

/** The program changes. */
export interface UpdateRow extends EqualRow {
  readonly step?: Step;
  readonly sends: readonly string[];
  /** Info lines that the user gets. Default: none. */
  readonly says?: RegExp;
}

/** The appliance refuses one request of a create, or of an update if `from` is given. */
export interface PartialRow extends Row {
  readonly from?: Made<Properties>;
  readonly inputs: Made<Properties>;
  readonly fault: (sim: Simulator, unique: Unique) => FaultSpec;
  readonly says: RegExp;
  /** The changes that the next `up` sends. */
  readonly heals: readonly string[];
}

/** The appliance refuses a create. Nothing is stored, and the error gives the reason. */
export interface RefusalRow extends Row {
  readonly inputs: Made<Properties>;
  readonly says: RegExp;
}

/** The lifecycle of one kind. */
export interface LifecycleTable {
  readonly kind: string;
  /** What others put on the appliance before each row that does not say otherwise. */
  readonly given?: Row["given"];
  readonly creates: readonly CreateRow[];
  readonly equals?: readonly EqualRow[];
  readonly updates?: readonly UpdateRow[];
  readonly partials?: readonly PartialRow[];
  readonly refusals?: readonly RefusalRow[];
}

type Inputs = Made<Properties>;
type More<R> = Partial<Omit<R, "title">>;

/** Verbs of requests in one text, e.g. `profile/add rebuild`. */
const verbsIn = (text: string): string[] => text.split(" ").filter(Boolean);

export const create = (title: string, inputs: Inputs, sends: string, more: More<CreateRow> = {}): CreateRow => ({
  title,
  inputs,
  sends: verbsIn(sends),
  ...more,
});
export const equal = (title: string, from: Inputs, to: Inputs, more: More<EqualRow> = {}): EqualRow => ({
  title,
  from,
  to,
  ...more,
});
export const update = (
  title: string,
  from: Inputs,
  to: Inputs,
  sends: string,
  more: More<UpdateRow> = {},
): UpdateRow => ({ title, from, to, sends: verbsIn(sends), ...more });
export const replace: typeof update = (title, from, to, sends, more) =>
  update(title, from, to, sends, { step: "replace", ...more });

/** @param fault the first request that is refused with "Not now", or another fault */
export const partial = (
  title: string,
  [first, second]: readonly [inputs: Inputs] | readonly [from: Inputs, inputs: Inputs],
  fault: string | PartialRow["fault"],
  heals: string,
  more: More<PartialRow> = {},
): PartialRow => ({
  title,
  ...(second === undefined ? { inputs: first } : { from: first, inputs: second }),
  fault: typeof fault === "string" ? () => ({ match: fault, times: 1, kind: { refuse: "Not now" } }) : fault,
  says: /Not now/u,
  heals: verbsIn(heals),
  ...more,
});
export const refused = (title: string, inputs: Inputs, says: RegExp, more: More<RefusalRow> = {}): RefusalRow => ({
  title,
  inputs,
  says,
  ...more,
});
