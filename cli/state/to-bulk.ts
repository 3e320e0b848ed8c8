import type { Child } from "../../provider/values/groups/member";
import { withoutUndefined, type Values } from "../../provider/values/inputs";
import { hasSecret } from "../../provider/values/marks";
import type { Deployment, StateEntry } from "../engine/state";
import { UsageError } from "../errors";
import { isOfKind, nameOf, ofKindBeside, replaced, urnBeside } from "./deployment";

/** Source and target of a move. */
export interface BulkMove {
  /** Pulumi name of the `IpGroups`. */
  readonly into: string;
  /** Pulumi names of the `IpGroup` resources. Default: all at the same place. */
  readonly names?: readonly string[] | undefined;
}

interface Rule extends Values {
  readonly type: string;
  readonly groupId?: unknown;
}

/** Moves `IpGroup` resources of a state into one `IpGroups`. A pure function: it sends nothing to an appliance. */
export function toBulk(state: Deployment, { into, names }: BulkMove): { state: Deployment; moved: string[] } {
  const resources = state.deployment.resources ?? [];
  const singles = resources.filter((one) => isOfKind(one, "IpGroup") && (names?.includes(nameOf(one)) ?? true));
  const known = new Set(singles.map(nameOf));
  const unknown = (names ?? []).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UsageError(`The state has no IpGroup ${unknown.map((name) => `"${name}"`).join(", ")}.`);
  const [first] = singles;
  if (first === undefined) throw new UsageError("The state has no IpGroup to move.");
  for (const one of singles) refuseUnfit(one, first);
  const urn = urnBeside(first, "IpGroups", into);
  const bulk = resources.find((one) => one.urn === urn);
  const entry = merged(bulk ?? emptyBulk(first, urn), singles);
  const gone = new Map(singles.map((one) => [one.urn, [urn]]));
  const moved = replaced(resources, gone, [entry]);
  return {
    state: { ...state, deployment: { ...state.deployment, resources: moved } },
    moved: singles.map(nameOf),
  };
}

/** Refuses resources that differ in site, appliance, parent or provider, since one resource has only one of each. */
function refuseUnfit(one: StateEntry, first: StateEntry): void {
  const title = `IpGroup "${nameOf(one)}"`;
  if (one.delete === true) throw new UsageError(`${title} is waiting for its deletion. Run pulumi up first.`);
  if (hasSecret(one.inputs) || hasSecret(one.outputs)) {
    throw new UsageError(`${title} has secret values, which cannot be moved. Move the others with --names.`);
  }
  if (one.outputs?.["groupId"] === undefined) {
    throw new UsageError(`${title} has no id yet. Run pulumi up first.`);
  }
  const places = [one, first].map(({ type, inputs, outputs, parent, provider }) =>
    JSON.stringify([type, inputs?.["site"], outputs?.["appliance"], parent, provider]),
  );
  if (places[0] !== places[1]) {
    throw new UsageError(
      `${title} has another site, appliance, parent or provider than IpGroup "${nameOf(first)}". Move them in ` +
        "separate runs with --names.",
    );
  }
}

function emptyBulk({ id: _, ...first }: StateEntry, urn: string): StateEntry {
  const { site, appliance } = { ...first.inputs, ...first.outputs };
  const { type, text } = ofKindBeside({ ...first, urn }, "IpGroups");
  const shared = { ...text, ...(site === undefined ? {} : { site }) };
  return {
    ...first,
    urn,
    type,
    id: "ip-groups",
    inputs: { ...shared, groups: {} },
    outputs: { ...shared, groups: {}, groupIds: {}, groupDetails: {}, appliance },
    dependencies: [],
    propertyDependencies: {},
  };
}

function merged(bulk: StateEntry, singles: readonly StateEntry[]): StateEntry {
  const outputs = bulk.outputs ?? {};
  const ids: Record<string, number> = { ...(outputs["groupIds"] as Record<string, number> | undefined) };
  for (const one of singles) {
    const name = groupName(one);
    if (Object.hasOwn(ids, name)) throw new UsageError(`The IP group "${name}" appears twice.`);
    ids[name] = Number(one.outputs?.["groupId"]);
  }
  const names = new Map(Object.entries(ids).map(([name, id]) => [String(id), name]));
  const groups = { ...(outputs["groups"] as Values | undefined) };
  const details = { ...(outputs["groupDetails"] as Values | undefined) };
  for (const one of singles) {
    const rules = (one.outputs?.["rules"] ?? []) as readonly Rule[];
    groups[groupName(one)] = memberOf(rules, names);
    const { ruleCount, storedName, origin } = one.outputs ?? {};
    // As the provider writes it: most groups need no count.
    const count = ruleCount === rules.length ? undefined : ruleCount;
    const kept = withoutUndefined({ ruleCount: count, storedName, origin });
    if (Object.keys(kept).length > 0) details[groupName(one)] = kept;
  }
  return {
    ...bulk,
    inputs: { ...bulk.inputs, groups },
    outputs: { ...outputs, groups, groupIds: ids, groupDetails: details },
    dependencies: [...(bulk.dependencies ?? []), ...singles.flatMap(({ dependencies = [] }) => dependencies)],
  };
}

function groupName({ outputs }: StateEntry): string {
  return String(outputs?.["name"]);
}

/** The rules of a group, with its children in the resource by name. */
function memberOf(rules: readonly Rule[], names: ReadonlyMap<string, string>): Values {
  const children: Child[] = [];
  const others = rules.filter(({ type, groupId }) => {
    const child = type === "child" ? names.get(String(groupId)) : undefined;
    if (child !== undefined) children.push(child);
    return child === undefined;
  });
  return { ...(others.length === 0 ? {} : { rules: others }), ...(children.length === 0 ? {} : { children }) };
}
