import { amountText } from "../../lib/output/text";
import type { Values } from "../../provider/values/inputs";
import { actions, type Action, type Finding } from "../summary/findings";
import { signOf } from "../summary/words";
import { present } from "../../provider/values/collections";

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
  /** Its inputs before the change, if it changes. */
  readonly before?: Values;
  /** Set if it exists only before the change, or only after it. */
  readonly exists?: "before" | "after";
  /** IP groups: the number, or another name by which child rules refer to it. */
  readonly groupId?: string;
  /** Keys of the objects that it refers to. */
  readonly refersTo?: readonly string[];
  /** True if only its name is known. */
  readonly isPartial?: true;
}

/** The mark of an unchanged object. */
export const unmarked: Mark = { sign: "", changes: [] };

/** The mark of an object by what happens to it. */
export function markOf(
  { action, byHand }: Partial<Pick<Finding, "action" | "byHand">>,
  changes: readonly string[] = [],
): Mark {
  const drawn = drawnAction({ action, byHand });
  if (action === undefined || drawn === undefined) return unmarked;
  return { action: drawn, sign: `${signOf({ action, ...present({ byHand }) })} `, changes };
}

/**
 * The action that determines the color. A follower changes nothing on the appliance; an object missing there has the
 * color of a deletion, and one that no program declares that of no change.
 */
export function drawnAction({
  action,
  byHand,
}: {
  action?: Action | undefined;
  byHand?: Finding["byHand"] | undefined;
}): Action | undefined {
  if (byHand === "missing") return "delete";
  if (byHand === "undeclared") return "follow";
  return action === "follow" ? undefined : action;
}

/** The colors of a box by its change, as fill, line and text. They repeat what the sign before the text says. */
export const colors = {
  failed: ["#fff", "#c92a2a", "#000"],
  replace: ["#ffd8a8", "#d9480f", "#000"],
  delete: ["#ffc9c9", "#c92a2a", "#000"],
  update: ["#fff3bf", "#e67700", "#000"],
  create: ["#d3f9d8", "#2b8a3e", "#000"],
  move: ["#f1f3f5", "#495057", "#000"],
  follow: ["#f1f3f5", "#495057", "#000"],
  muted: ["#f1f3f5", "#adb5bd", "#5c636a"],
  same: ["#fff", "#495057", "#000"],
} as const satisfies Readonly<Record<Action | "muted" | "same", readonly [fill: string, line: string, text: string]>>;

/** A box of a picture. */
export interface PictureNode {
  /** Lines of text; the first begins with the sign of the change. */
  readonly lines: readonly string[];
  /** Undefined: unchanged. */
  readonly action?: Action;
  readonly shape: "box" | "round";
  /** Set if it is switched off. Its text says so too. */
  readonly isMuted?: true;
  /** Number of changes that it shows. */
  readonly changes: number;
}

/** Boxes that belong together, in columns from left to right, with arrows between them. */
export interface Cluster {
  readonly columns: readonly (readonly PictureNode[])[];
  readonly arrows: readonly { readonly from: PictureNode; readonly to: PictureNode; readonly dashed?: true }[];
}

/** Position of a box by what happens to it: losses first, what stays last. */
export function rankOf({ action }: { readonly action?: Action }): number {
  return action === undefined ? actions.length : actions.indexOf(action);
}

export const sizeOf = ({ columns }: Cluster): number => columns.flat().length;

/** Maximum number of changes to list in a box. */
const MOST_CHANGES = 4;

/** A box for one object or for several that are treated alike. */
export function boxOf(
  lines: readonly string[],
  { action, changes }: Mark,
  { count = 1, shape = "box" }: { count?: number; shape?: PictureNode["shape"] } = {},
): PictureNode {
  const box = { lines: [...lines, ...listLines(changes, MOST_CHANGES)], shape, changes: 0 };
  return action === undefined ? box : { ...box, action, changes: count };
}

/** Some items, one per line, and the number of the remaining ones. */
function listLines(items: readonly string[], most: number): string[] {
  if (items.length <= most) return [...items];
  return [...items.slice(0, most - 1), `and ${amountText(items.length - most + 1)} more`];
}

/** Maximum number of characters in a line of names. */
const MOST_CHARACTERS = 40;

/** Some names in one line. */
export function namesText(names: readonly string[]): string {
  let text = names[0] ?? "";
  for (const name of names.slice(1)) {
    if (text.length + name.length > MOST_CHARACTERS) return `${text}, …`;
    text = `${text}, ${name}`;
  }
  return text;
}
