import type { Action, Finding, Resource } from "./findings";
import { signOf } from "./words";

/** A box of a picture. */
export interface PictureNode {
  /** Lines of text; the first begins with the sign of the change. */
  readonly lines: readonly string[];
  /** Undefined: unchanged. */
  readonly action?: Action;
  readonly shape: "box" | "round";
  /** Set if it is switched off. Its text says so too. */
  readonly isMuted?: true;
  /** Names of the represented resources. */
  readonly names: readonly string[];
  /** Number of changes that it shows. */
  readonly changes: number;
}

/** Boxes that belong together, in columns from left to right, with arrows between them. */
export interface Cluster {
  readonly columns: readonly (readonly PictureNode[])[];
  readonly arrows: readonly { readonly from: PictureNode; readonly to: PictureNode; readonly dashed?: true }[];
}

/** A resource with its change. */
export type Drawn = Resource & Partial<Pick<Finding, "action" | "lines" | "byHand">>;

/** Maximum number of characters of names in one line of a box; longer lines are wrapped. */
const MOST_CHARACTERS = 40;

/** Several resources in one box: their number and some of their names. */
export function boxOf(names: readonly string[], noun: string, action: Action | undefined, sign: string): PictureNode {
  const lines = names.length === 1 ? [`${sign}${names[0] ?? ""}`] : [`${sign}${names.length} ${noun}`, someOf(names)];
  const drawn = { lines, shape: "box", names, changes: action === undefined ? 0 : names.length } as const;
  return action === undefined ? drawn : { ...drawn, action };
}

function someOf(names: readonly string[]): string {
  let text = names[0] ?? "";
  for (const name of names.slice(1)) {
    if (text.length + name.length > MOST_CHARACTERS) return `${text}, …`;
    text = `${text}, ${name}`;
  }
  return text;
}

/**
 * The action that determines the color. A follower changes nothing on the appliance; an object missing there has the
 * color of a deletion.
 */
export function drawnAction({ action, byHand }: Drawn): Action | undefined {
  if (byHand === "missing") return "delete";
  return action === "follow" ? undefined : action;
}

/** The sign before its text; empty if it is unchanged. */
export function drawnSign(drawn: Drawn): string {
  const action = drawnAction(drawn);
  const { byHand } = drawn;
  return action === undefined ? "" : `${signOf({ action, ...(byHand === undefined ? {} : { byHand }) })} `;
}
