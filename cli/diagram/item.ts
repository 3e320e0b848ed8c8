import type { Values } from "../../provider/values/inputs";
import type { Action } from "../summary/findings";

/** The change of a drawn object, if the source shows changes. */
export interface Mark {
  /** Undefined: unchanged. */
  readonly action?: Action;
  /** Prefix of its text, e.g. `+ `, which repeats what the color says. */
  readonly sign: string;
  /** The differences, e.g. `+ ip 10.0.0.1`. */
  readonly changes: readonly string[];
}

/** The mark of an unchanged object. */
export const unmarked: Mark = { sign: "", changes: [] };

/** An object of an appliance, independent of the source of the diagram. */
export interface Item extends Mark {
  /** Unique among all items, e.g. a URN. */
  readonly key: string;
  /** Stack and site; empty if the source has only one. */
  readonly place: string;
  readonly kind: string;
  /** Its name on the appliance. */
  readonly label: string;
  /** Its inputs; for a deleted object, its last inputs. */
  readonly values: Values;
  /** Its inputs before the change, if it changes. */
  readonly before?: Values;
  /** IP groups: the number, if known. */
  readonly groupId?: string;
  /** IP groups: the names of the child groups, if the source names them. */
  readonly childNames?: readonly string[];
  /** Keys of the items that it refers to. */
  readonly refersTo?: readonly string[];
  /** True if only its name is known. */
  readonly isPartial?: true;
}

/** The items of a source, with notes for the user. */
export interface Sourced {
  readonly items: readonly Item[];
  readonly notes: readonly string[];
}
