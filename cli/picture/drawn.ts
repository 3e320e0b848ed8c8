import type { Values } from "../../provider/values/inputs";
import { present } from "../../provider/values/collections";
import type { Action, Finding } from "../summary/findings";
import { signOf } from "../summary/words";

/** The change of a drawn object, if there is one. */
export interface Mark {
  /** Undefined: unchanged. */
  readonly action?: Action;
  /** Prefix of its text, e.g. `+ `, which repeats what the color says. */
  readonly sign: string;
  /** The differences, e.g. `+ rules ip 10.0.0.1`. */
  readonly changes: readonly string[];
}

/** An object of an appliance, independent of what the picture is about. */
export interface Drawn extends Mark {
  /** Unique among all objects, e.g. a URN. */
  readonly key: string;
  /** Its stack; empty if there is only one. */
  readonly stack: string;
  readonly site?: string;
  readonly kind: string;
  /** Its name on the appliance. */
  readonly label: string;
  /** Its inputs; for a deleted object, its last inputs. */
  readonly values: Values;
  /** IP groups: the number, or another name by which child rules refer to it. */
  readonly groupId?: string;
  /** Keys of the objects that it refers to. */
  readonly refersTo?: readonly string[];
}

/** The mark of an unchanged object. */
const unmarked: Mark = { sign: "", changes: [] };

/**
 * The mark of an object by what happens to it. A follower changes nothing on the appliance; an object missing there has
 * the color of a deletion, and one that no program declares that of no change.
 */
export function markOf(
  { action, byHand }: Partial<Pick<Finding, "action" | "byHand">>,
  changes: readonly string[] = [],
): Mark {
  if (action === undefined || (action === "follow" && byHand === undefined)) return unmarked;
  const drawn = byHand === "missing" ? "delete" : byHand === "undeclared" ? "follow" : action;
  return { action: drawn, sign: `${signOf({ action, ...present({ byHand }) })} `, changes };
}

/** The colors of a box by its change, as fill, line and text. They repeat what the sign before the text says. */
export const colors = {
  failed: ["#fff", "#c92a2a", "#000"],
  untried: ["#fff", "#e67700", "#000"],
  replace: ["#ffd8a8", "#d9480f", "#000"],
  delete: ["#ffc9c9", "#c92a2a", "#000"],
  update: ["#fff3bf", "#e67700", "#000"],
  create: ["#d3f9d8", "#2b8a3e", "#000"],
  move: ["#f1f3f5", "#495057", "#000"],
  follow: ["#f1f3f5", "#495057", "#000"],
  muted: ["#f1f3f5", "#adb5bd", "#5c636a"],
} as const satisfies Readonly<Record<Action | "muted", readonly [fill: string, line: string, text: string]>>;
