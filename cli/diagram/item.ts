import type { Values } from "../../provider/values/inputs";
import type { Action } from "../summary/findings";

/** What happens to something that is drawn, as far as a source knows. */
export interface Mark {
  /** Undefined: it stays as it is. */
  readonly action?: Action;
  /** What its text begins with, e.g. `+ `: a picture without colors says the same. */
  readonly sign: string;
  /** What differs, e.g. `+ ip 10.0.0.1`. */
  readonly changes: readonly string[];
}

/** What stays as it is. */
export const unmarked: Mark = { sign: "", changes: [] };

/** An object of an appliance, from wherever a diagram is made. */
export interface Item extends Mark {
  /** Unlike that of any other item, e.g. a URN. */
  readonly key: string;
  /** Stack and site; empty where the source has but one. */
  readonly place: string;
  readonly kind: string;
  /** What its appliance calls it. */
  readonly label: string;
  /** Its inputs; of what goes, those that it has. */
  readonly values: Values;
  /** Its inputs before, where it changes. */
  readonly before?: Values;
  /** Of an IP group: its number, where it has one. */
  readonly groupId?: string;
  /** Of an IP group: the groups below it by their names, where the source names them so. */
  readonly childNames?: readonly string[];
  /** Keys of what it refers to. */
  readonly refersTo?: readonly string[];
  /** Whether only its name is known. */
  readonly isPartial?: true;
}

/** What was read, and what is worth knowing beside it. */
export interface Sourced {
  readonly items: readonly Item[];
  readonly notes: readonly string[];
}
