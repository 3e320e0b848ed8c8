import { definitionOf, kinds } from "../../provider/registry";
import type { AnyDefinition } from "../../provider/resource";
import { Inputs, type Values } from "../../provider/values/inputs";
import { Differences, type Line } from "./differences";
import { namedBy, type Preview, type Step } from "./preview";
import { textOf } from "./value-text";

/** What would happen to a resource, the most momentous first. */
export const actions = ["replace", "delete", "update", "create"] as const;
export type Action = (typeof actions)[number];

/** What would happen to one resource. */
export interface Change {
  readonly urn: string;
  readonly stack: string;
  /** Undefined: the appliances at top level. */
  readonly site?: string;
  /** E.g. `IpGroup`, or the whole type of what is not one of this package. */
  readonly kind: string;
  /** Name in the program. */
  readonly name: string;
  /** What its appliance calls it, where that is another text. */
  readonly label?: string;
  readonly action: Action;
  /** Whether it takes an existing object over if there is one (`onExisting`), or has done so (the output `adopted`). */
  readonly adoption?: "possible" | "done";
  /** The properties that make it a replacement. */
  readonly because: readonly string[];
  readonly lines: readonly Line[];
  /** URNs of the resources that it refers to. */
  readonly dependsOn: readonly string[];
}

/** A resource that stays as it is. */
export interface Unchanged {
  readonly stack: string;
  readonly site?: string;
}

const OURS = "pulumi-nodejs:dynamic/flowgate:";
const actionOf: Readonly<Record<string, Action>> = {
  create: "create",
  import: "create",
  update: "update",
  delete: "delete",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
};

/** What a preview would change, and what it would leave. */
export function changesOf({ steps }: Preview): { changes: Change[]; unchanged: Unchanged[] } {
  const own = steps.filter(isResource);
  const changes = new Map<string, Change>();
  for (const step of own) {
    const action = actionOf[step.op];
    // A replacement may come as several steps; the one that names both states tells most.
    if (action !== undefined && (!changes.has(step.urn) || step.op === "replace")) {
      changes.set(step.urn, changeOf(step, action));
    }
  }
  // With a refresh, the engine tells of what stays as it is only that it was read.
  const isSame = ({ op, urn }: Step): boolean => (op === "same" || op === "refresh") && !changes.has(urn);
  const unchanged = new Map(own.filter(isSame).map((step) => [step.urn, step]));
  return {
    changes: [...changes.values()],
    unchanged: [...unchanged.values()].map((step) => ({ stack: namedBy(step.urn).stack, ...siteOf(step) })),
  };
}

/** Stacks, components and providers hold nothing on an appliance. */
function isResource({ urn, oldState, newState }: Step): boolean {
  if (namedBy(urn).type.startsWith("pulumi:")) return false;
  return (newState ?? oldState)?.custom !== false;
}

function changeOf(step: Step, action: Action): Change {
  const { stack, type, name } = namedBy(step.urn);
  const kind = type.startsWith(OURS) ? type.slice(OURS.length) : type;
  const definition = kinds.some((known) => known === kind) ? definitionOf(kind) : undefined;
  const because = step.replaceReasons ?? [];
  const dependsOn = (step.newState ?? step.oldState)?.dependencies ?? [];
  const shared = { urn: step.urn, stack, ...siteOf(step), kind, name, action, ...adoptionOf(step), because, dependsOn };
  if (definition === undefined) return { ...shared, lines: foreignLines(step) };
  return { ...shared, ...labelOf(definition, step, name), lines: action === "delete" ? [] : linesOf(definition, step) };
}

/** The state holds what is true in its outputs, and what was declared in its inputs. */
function linesOf(definition: AnyDefinition, { oldState, newState, diffReasons, replaceReasons }: Step): Line[] {
  const named = [...(diffReasons ?? []), ...(replaceReasons ?? [])];
  return new Differences(definition).between(oldState?.outputs ?? {}, newState?.inputs ?? {}, named);
}

/** Of other packages the schema is not known, so only the names of what differs are told. */
function foreignLines({ diffReasons, replaceReasons }: Step): Line[] {
  return [...new Set([...(diffReasons ?? []), ...(replaceReasons ?? [])])].map((property) => ({ property }));
}

function adoptionOf({ oldState, newState }: Step): Pick<Change, "adoption"> {
  if (oldState?.outputs?.["adopted"] === true) return { adoption: "done" };
  const mode = oldState === undefined ? newState?.inputs?.["onExisting"] : undefined;
  return mode === "adopt" || mode === "adoptIfEqual" ? { adoption: "possible" } : {};
}

function siteOf({ oldState, newState }: Step): { site?: string } {
  const site = (newState?.inputs ?? oldState?.outputs)?.["site"];
  return typeof site === "string" ? { site } : {};
}

function labelOf(definition: AnyDefinition, { oldState, newState }: Step, name: string): { label?: string } {
  const given: Values = newState?.inputs ?? oldState?.outputs ?? {};
  const label: unknown = definition.label(new Inputs(definition.inputs).canonical(given));
  return typeof label === "string" && label !== name ? { label: textOf(label) } : {};
}
