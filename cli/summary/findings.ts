import { byText } from "../site/order";
import { alike, present } from "../../provider/values/collections";
import type { Line } from "../site/differences";
import { actions, EXCLUDES, signs, type Action } from "../actions";
import type { Rename } from "../engine/renames";
import type { Drawn } from "../picture";

/** What the engine does, or tries to do. */
export type Tried = Exclude<Action, "failed" | "untried">;

/** A declared object, whether it changes or not. */
export interface Resource {
  /** Unique within the report, e.g. a URN. */
  readonly key: string;
  readonly stack: string;
  /** Undefined for the top-level appliances. */
  readonly site?: string;
  /** E.g. `IpGroup`, or the full type of a resource of another package. */
  readonly kind: string;
  /** Its name in the program. */
  readonly name: string;
  /** Its name on the appliance, if that differs. */
  readonly label?: string;
  /** Keys of the resources that it refers to. */
  readonly dependsOn: readonly string[];
}

/** Name of the object on the appliance, or in the program if the appliance has no other name for it. */
export function shownName({ label, name }: Pick<Resource, "label" | "name">): string {
  return label ?? name;
}

/** The differences of one resource: `before` is the current state and `after` the future one. */
export interface Finding extends Resource {
  readonly action: Action;
  /** Set if a refresh found that it was changed on the appliance: other values, or deleted; and what an update then did. */
  readonly byHand?: "changed" | "missing" | "put back" | "made again";
  /**
   * Whether it will adopt an existing object if there is one (`onExisting`), if need be only an equal one, or has done so
   * (the output `origin`).
   */
  readonly adoption?: "possible" | "equal" | "done";
  /** What becomes of the object that another one replaces: deleted before that is created, after it, or not at all. */
  readonly old?: "goes first" | "goes last" | "stays";
  /** Its name on the appliance, if another object replaces it. */
  readonly former?: string;
  /** Set if another resource takes it over that another process handles: its deletion is sent then. */
  readonly isOfOtherHost?: true;
  /** The properties that cause the replacement. */
  readonly because: readonly string[];
  readonly lines: readonly Line[];
  /** Key of the resource whose new name it learns. */
  readonly follows?: string;
  /** Name of the resource that declared it before. */
  readonly movedFrom?: string;
  /** What failed, or was not done. */
  readonly tried?: Tried;
}

/** A message of a preview that a reader should know. */
export interface Message {
  readonly tone: "error" | "warning";
  readonly stack: string;
  /** Kind and name of the resource that it is about, if the engine says so. */
  readonly about?: string;
  readonly text: string;
}

/** Number of resources by action. */
export type Counts = Record<Action | "unchanged", number>;

/** Contents of a report, derived from previews or from the output of an up. Plain data. */
export interface Summary {
  readonly mode: "preview" | "applied";
  /** `project/stack` of each stack. */
  readonly stacks: readonly string[];
  readonly places: readonly (Pick<Resource, "stack" | "site"> & { readonly counts: Counts })[];
  /** Number of resources by kind. */
  readonly kinds: ReadonlyMap<string, Counts>;
  /** Number of outputs of the program that an update has changed. A preview does not show them. */
  readonly outputs: number;
  /** Number of unchanged resources that another host handles from now on: dynamic resources, or the plugin. */
  readonly hosted: number;
  /** Number of unchanged resources that the engine only counts and does not name. */
  readonly unnamed: number;
  /** The most severe first. */
  readonly changes: readonly Finding[];
  /** The unchanged resources that the engine names. */
  readonly unchanged: readonly Resource[];
  /** The objects for pictures: those that change, and the others that are known. */
  readonly drawn: readonly Drawn[];
  /** Whether an update failed and nothing says what it has not done. */
  readonly isOpen: boolean;
  readonly isOfFleet: boolean;
  /** What looks renamed without its alias. */
  readonly renames: readonly Rename[];
  /** The errors of a failed preview. */
  readonly errors: readonly Message[];
  /** Other messages. */
  readonly warnings: readonly Message[];
}

/** What a message is about: a line of a resource, which the engine shows for the stack, begins with its kind and name. */
export function subjectOf({ tone, about, text }: Message): string {
  return about ?? (tone === "warning" ? text : "");
}

/** The resources with the same text, each group with its numbers by action, in the order of the texts. */
export function countsBy(
  all: readonly (Resource & { readonly action?: Action })[],
  textOf: (one: Resource) => string,
): [Resource, Counts][] {
  const groups = alike(all, textOf).sort(([one], [other]) => byText(textOf(one), textOf(other)));
  return groups.map((same) => {
    const counts = Object.fromEntries([...actions, "unchanged"].map((one) => [one, 0])) as Counts;
    for (const one of same) counts[one.action ?? "unchanged"] += 1;
    return [same[0], counts];
  });
}

export function compare(one: Finding, other: Finding): number {
  return (
    rankOf(one) - rankOf(other) ||
    byText(one.kind, other.kind) ||
    byText(shownName(one), shownName(other)) ||
    byText(placeKey(one), placeKey(other)) ||
    byText(one.name, other.name)
  );
}

/** Position by severity: traffic that is excluded comes before all other changes. */
function rankOf(finding: Finding): number {
  return actions.indexOf(isExclusion(finding) ? "replace" : finding.action);
}

/** The objects that a report deletes, those that it deletes to create them again included, under their names there. */
export function deletionsIn({ changes }: Pick<Summary, "changes">): Finding[] {
  const lost = changes.filter(({ action, old }) => action === "delete" || (action === "replace" && old !== "stays"));
  return lost.map((one) => ({ ...one, ...present({ label: one.former }) }));
}

/** Whether a policy newly keeps traffic from a profile. */
export function isExclusion({ kind, action, lines }: Finding): boolean {
  return kind === "Policy" && action !== "failed" && lines.some(({ after }) => after === "exclude");
}

/** The sign before the title of an object. */
export function signOf(finding: Finding): typeof EXCLUDES | (typeof signs)[Action] {
  return isExclusion(finding) ? EXCLUDES : signs[finding.action];
}

/** Whether a finding takes something away, or is not as it should be. It is never folded below something milder. */
export function isSevere(finding: Finding): boolean {
  return ["failed", "untried", "delete", "replace"].includes(finding.action) || isExclusion(finding);
}

export function placeKey({ stack, site = "" }: Pick<Resource, "stack" | "site">): string {
  return `${stack}\n${site}`;
}
