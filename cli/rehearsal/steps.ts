import type { Values } from "../../provider/values/inputs";
import type { Kind } from "../../lib/site/kinds";
import { ownValues } from "../engine/state";
import { knownKind, namedBy } from "../engine/urn";
import type { Preview, Step } from "../engine/preview";
import { UNKNOWN_TEXT } from "../../provider/values/marks";

/** The change of one resource in an up. */
export interface PlannedStep {
  readonly urn: string;
  readonly kind: Kind;
  /** Name of the resource in its program. */
  readonly name: string;
  readonly op: "create" | "update" | "replace" | "delete" | "same";
  readonly id: string | undefined;
  /** Its outputs in the state. */
  readonly olds: Values | undefined;
  /** Its declared inputs; undefined if the program no longer declares it. */
  readonly news: Values | undefined;
  /** URNs of its dependencies, and the properties that refer to them. */
  readonly dependsOn: readonly string[];
  readonly references: Readonly<Record<string, readonly string[]>>;
}

const opOf: Readonly<Record<string, PlannedStep["op"]>> = {
  create: "create",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  delete: "delete",
  same: "same",
  refresh: "same",
};

/** The resources of this package in a preview, each once, in the order of the engine. */
export function stepsOf({ steps }: Preview): PlannedStep[] {
  const byUrn = new Map<string, PlannedStep>();
  for (const step of steps) {
    const kind = knownKind(namedBy(step.urn).type);
    const op = opOf[step.op];
    if (kind === undefined || op === undefined) continue;
    const known = byUrn.get(step.urn);
    // A replacement has several steps, and a refreshed resource has one more step for its change.
    if (known !== undefined && known.op !== "same" && step.op !== "replace") continue;
    byUrn.set(step.urn, plannedOf(step, kind, op));
  }
  return [...byUrn.values()];
}

function plannedOf({ urn, oldState, newState }: Step, kind: Kind, op: PlannedStep["op"]): PlannedStep {
  const references = Object.entries(newState?.propertyDependencies ?? {}).map(
    ([key, urns]) => [key, urns ?? []] as const,
  );
  return {
    urn,
    kind,
    name: namedBy(urn).name,
    op,
    id: oldState?.id,
    olds: own(oldState?.outputs),
    news: op === "delete" ? undefined : own(newState?.inputs),
    dependsOn: (op === "delete" ? oldState : newState)?.dependencies ?? [],
    references: Object.fromEntries(references),
  };
}

function own(values: Values | undefined): Values | undefined {
  return values === undefined ? undefined : ownValues(values);
}

/** Id and outputs of a resource that exists. */
export interface Made {
  readonly kind: Kind;
  readonly id: string;
  readonly outputs: Values;
}

/**
 * Replaces values that the preview did not know with values of resources that exist by now. Undefined if a value comes
 * from elsewhere, so that it is known only during an up.
 */
export function filled(
  { news = {}, references, dependsOn }: PlannedStep,
  made: ReadonlyMap<string, Made>,
): Values | undefined {
  const entries = Object.entries(news).map(([key, value]) => {
    if (!JSON.stringify(value ?? null).includes(UNKNOWN_TEXT)) return [key, value] as const;
    const referred = (references[key] ?? dependsOn).flatMap((urn) => made.get(urn) ?? []);
    const open = referred.filter((one) => !JSON.stringify(value).includes(JSON.stringify(String(referenceTo(one)))));
    return [key, replaced(value, open)] as const;
  });
  const values = Object.fromEntries(entries);
  return JSON.stringify(values).includes(UNKNOWN_TEXT) ? undefined : values;
}

/** The value by which other resources refer to a resource. */
function referenceTo({ kind, id, outputs }: Made): unknown {
  const keys: Partial<Record<Kind, string>> = {
    IpGroup: "groupId",
    UserGroup: "userGroupId",
    User: "userId",
    ReplicatorProfile: "name",
  };
  const key = keys[kind];
  return (key === undefined ? undefined : outputs[key]) ?? id;
}

/** Replaces each unknown value with the reference to the next resource. */
function replaced(value: unknown, open: Made[]): unknown {
  if (value === UNKNOWN_TEXT) {
    const next = open.shift();
    return next === undefined ? value : referenceTo(next);
  }
  if (Array.isArray(value)) return value.map((item) => replaced(item, open));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, open)]));
}
