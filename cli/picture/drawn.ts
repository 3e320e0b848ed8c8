import type { Values } from "../../provider/values/inputs";
import type { Action } from "../actions";

/** An object of an appliance, independent of what the picture is about. */
export interface Drawn {
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
  /** Undefined: unchanged. */
  readonly action?: Action;
  /** The sign in place of that of the action. */
  readonly sign?: string;
  /** The differences, e.g. `+ rules ip 10.0.0.1`. */
  readonly changes?: readonly string[];
}

/** The colors of a box by its change, as fill, line and text. They repeat what the sign before the text says. */
export const colors = {
  failed: ["#fff", "#c92a2a", "#000"],
  untried: ["#fff", "#e67700", "#000"],
  replace: ["#ffd8a8", "#d9480f", "#000"],
  delete: ["#ffc9c9", "#c92a2a", "#000"],
  update: ["#fff3bf", "#e67700", "#000"],
  create: ["#d3f9d8", "#2b8a3e", "#000"],
  leave: ["#f1f3f5", "#495057", "#000"],
  move: ["#f1f3f5", "#495057", "#000"],
  follow: ["#f1f3f5", "#495057", "#000"],
  muted: ["#f1f3f5", "#adb5bd", "#5c636a"],
} as const satisfies Readonly<Record<Action | "muted", readonly [fill: string, line: string, text: string]>>;
