import { isDeepStrictEqual } from "node:util";
import { definitionOf, kinds } from "../../provider/registry";
import { linesOf, type Line } from "../../provider/values/differences";
import type { AnyDefinition } from "../../provider/resource";
import { Inputs, type Values } from "../../provider/values/inputs";
import { factsOf } from "./facts";
import type { Action, Facts, Finding, Resource } from "./findings";
import { withFollowers } from "./follow";
import { kindOfType, namedBy } from "../engine/urn";
import type { Preview, Step } from "../engine/preview";
import { textOf } from "../../provider/values/value-text";

const actionOf: Readonly<Record<string, Action>> = {
  create: "create",
  import: "create",
  update: "update",
  delete: "delete",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
};
/** Inputs that control the provider and do not describe the object; they are left out of new and deleted objects. */
const leftOut = new Set(["onExisting", "site"]);

/**
 * The changed and the unchanged resources of a preview, and the number of unchanged resources that it does not name.
 */
export function changesOf({ steps, counted }: Preview): {
  changes: Finding[];
  unchanged: Resource[];
  unnamed: number;
} {
  const own = steps.filter(isResource);
  const recorded = new Map(steps.flatMap(({ op, urn, oldState }) => (op === "refresh" ? [[urn, oldState]] : [])));
  const changes = new Map<string, Finding>();
  for (const step of own) {
    const action = actionOf[step.op];
    // A replacement may have several steps; the one with both states has the most information.
    if (action !== undefined && (!changes.has(step.urn) || step.op === "replace")) {
      changes.set(step.urn, changeOf(step, action, recorded.get(step.urn)));
    }
  }
  // With a refresh, the engine reports only a read for an unchanged resource.
  const isSame = ({ op, urn }: Step): boolean => (op === "same" || op === "refresh") && !changes.has(urn);
  const named = steps.filter(isSame);
  const unchanged = new Map(named.filter(isResource).map((step) => [step.urn, resourceOf(step)]));
  const unnamed = (counted["same"] ?? 0) - new Set(named.map(({ urn }) => urn)).size;
  return {
    changes: withFollowers([...changes.values()]),
    unchanged: [...unchanged.values()],
    unnamed: Math.max(unnamed, 0),
  };
}

/** False for stacks, components and providers, which hold nothing on an appliance. */
function isResource({ urn, oldState, newState }: Step): boolean {
  if (namedBy(urn).type.startsWith("pulumi:")) return false;
  return (newState ?? oldState)?.custom !== false;
}

function resourceOf(step: Step): Resource {
  const { stack, type, name } = namedBy(step.urn);
  const kind = kindOfType(type) ?? type;
  const definition = definitionFor(kind);
  const [was, is] = [factsOf(kind, step.oldState?.outputs), factsOf(kind, valuesAfter(step))];
  return {
    key: step.urn,
    stack,
    ...siteOf(step),
    kind,
    name,
    ...(definition === undefined ? {} : labelOf(definition, step, name)),
    ...facts("was", was),
    ...facts("is", is),
    dependsOn: (step.newState ?? step.oldState)?.dependencies ?? [],
  };
}

function facts<Key extends "was" | "is">(key: Key, found: Facts | undefined): Partial<Record<Key, Facts>> {
  return found === undefined ? {} : ({ [key]: found } as Record<Key, Facts>);
}

/** The new inputs, with the id of a group that exists already. */
function valuesAfter({ oldState, newState }: Step): Values | undefined {
  if (newState?.inputs === undefined) return undefined;
  const groupId = newState.outputs?.["groupId"] ?? oldState?.outputs?.["groupId"];
  return groupId === undefined ? newState.inputs : { groupId, ...newState.inputs };
}

function definitionFor(kind: string): AnyDefinition | undefined {
  return kinds.some((known) => known === kind) ? definitionOf(kind) : undefined;
}

function changeOf(step: Step, action: Action, recorded: Step["oldState"]): Finding {
  const resource = resourceOf(step);
  const definition = definitionFor(resource.kind);
  return {
    ...resource,
    action,
    ...adoptionOf(step),
    ...byHandOf(step, action, recorded),
    because: step.replaceReasons ?? [],
    lines: definition === undefined ? foreignLines(step) : linesOfStep(definition, step),
    ...(step.failed === true ? { failed: true } : {}),
  };
}

/** A resource was changed by hand if its state from before the refresh differs from its current state. */
function byHandOf({ oldState }: Step, action: Action, recorded: Step["oldState"]): Pick<Finding, "byHand"> {
  if (recorded?.outputs === undefined || action === "delete") return {};
  if (action === "create") return { byHand: "missing" };
  return isDeepStrictEqual(recorded.outputs, oldState?.outputs) ? {} : { byHand: "changed" };
}

/** In a state, outputs hold the actual values and inputs the declared ones. */
function linesOfStep(definition: AnyDefinition, { oldState, newState, diffReasons, replaceReasons }: Step): Line[] {
  const named = [...(diffReasons ?? []), ...(replaceReasons ?? [])];
  const [before, after] = [oldState?.outputs ?? oldState?.inputs ?? {}, newState?.inputs ?? {}];
  const isChange = oldState !== undefined && newState !== undefined;
  const all = isChange ? named : Object.keys({ ...before, ...after });
  const lines = linesOf(definition, before, after, all);
  return isChange ? lines : lines.filter(({ property }) => !leftOut.has(property));
}

/** For other packages no schema is known, so only the names of differing properties are shown. */
function foreignLines({ diffReasons, replaceReasons }: Step): Line[] {
  return [...new Set([...(diffReasons ?? []), ...(replaceReasons ?? [])])].map((property) => ({ property }));
}

function adoptionOf({ oldState, newState }: Step): Pick<Finding, "adoption"> {
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
