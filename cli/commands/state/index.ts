import { listOf, type Values, withoutUndefined } from "../../../provider/values/inputs";
import { groupOf } from "../../../lib/site/bulk";
import { objectsIn } from "../../../lib/site/parts";
import { needsFirst } from "../../../lib/site/order";
import { isDeployment, type Deployment, type StateEntry } from "../../engine/state";
import { UsageError } from "../../errors";
import { jsonOf } from "../../../lib/output/json";
import { dynamicType, kindOfType, namedBy, pluginType, providerText } from "../../engine/urn";
import { hasSecret } from "../../../provider/values/marks";
import { present } from "../../../provider/values/collections";

/** Parses the state in the text of a file. */
export function deploymentOf(text: string, file: string): Deployment {
  // Not to the same file: what it holds may be needed.
  const advice = "Write the state to a new file with: pulumi stack export --file state.json";
  const value = jsonOf(text);
  if (value === undefined) throw new UsageError(`${file} is not JSON. ${advice}`);
  if (!isDeployment(value)) throw new UsageError(`${file} is not the state of a stack. ${advice}`);
  // An interrupted create may have created an object that the move concerns.
  if ((value.deployment?.pending_operations ?? []).length > 0) {
    throw new UsageError(`${file} has operations that were interrupted. Run pulumi refresh first. ${advice}`);
  }
  return value;
}

/** The Pulumi name of a resource. */
function nameOf({ urn }: StateEntry): string {
  return namedBy(urn).name;
}

/** Whether a resource is of this kind, dynamic or of the provider plugin. */
function isOfKind({ type }: StateEntry, kind: string): boolean {
  return kindOfType(type) === kind;
}

/** The type of another kind with the same provider as this resource, and the provider text if it is dynamic. */
function ofKindBeside({ type }: StateEntry, kind: string): { type: string; text: Values } {
  const isDynamic = type === dynamicType(kindOfType(type) ?? "");
  return isDynamic
    ? { type: dynamicType(kind), text: { __provider: providerText(kind) } }
    : { type: pluginType(kind), text: {} };
}

/** The URN of another resource with the same stack, project, parent and provider. */
function urnBeside(entry: StateEntry, kind: string, name: string): string {
  const [stack = "", project = "", types = ""] = entry.urn.split(/(?<!^urn:pulumi)::/u);
  const above = types.split("$").slice(0, -1);
  return [stack, project, [...above, ofKindBeside(entry, kind).type].join("$"), name].join("::");
}

/**
 * Replaces some resources, and redirects references to them to their replacements. The result is ordered so that each
 * resource comes after its dependencies. Throws if there is no such order.
 */
function replaced(
  resources: readonly StateEntry[],
  gone: ReadonlyMap<string, readonly string[]>,
  added: readonly StateEntry[],
): StateEntry[] {
  const isAdded = new Set(added.map(({ urn }) => urn));
  const lead = (urns: readonly string[], own: string): string[] => {
    const all = urns.flatMap((urn) => gone.get(urn) ?? [urn]);
    return [...new Set(all)].filter((urn) => urn !== own);
  };
  const first = resources.findIndex(({ urn }) => gone.has(urn));
  const kept = resources.filter(({ urn }) => !gone.has(urn) && !isAdded.has(urn));
  const before = resources.slice(0, first).filter((one) => kept.includes(one)).length;
  const all = [...kept.slice(0, before), ...added, ...kept.slice(before)];
  const entries = all.map((entry) => redirected(entry, lead));
  const byUrn = new Map(entries.map((entry) => [entry.urn, entry]));
  const needed = (entry: StateEntry): StateEntry[] => needsOf(entry).flatMap((urn) => byUrn.get(urn) ?? []);
  return needsFirst(entries, needed, (entry) => {
    throw new UsageError(circleText(entry));
  });
}

function redirected(entry: StateEntry, lead: (urns: readonly string[], own: string) => string[]): StateEntry {
  const { dependencies, propertyDependencies, deletedWith } = entry;
  const [instead] = deletedWith === undefined ? [] : lead([deletedWith], entry.urn);
  const properties = Object.entries(propertyDependencies ?? {}).map(
    ([key, urns]) => [key, urns === null ? null : lead(urns, entry.urn)] as const,
  );
  return {
    ...entry,
    ...(dependencies === undefined ? {} : { dependencies: lead(dependencies, entry.urn) }),
    ...(propertyDependencies === undefined ? {} : { propertyDependencies: Object.fromEntries(properties) }),
    ...present({ deletedWith: instead }),
  };
}

function needsOf({ parent, provider, dependencies = [], deletedWith }: StateEntry): string[] {
  const providerUrn = provider?.replace(/::[^:]*$/u, "");
  return [parent, providerUrn, deletedWith, ...dependencies].filter((urn) => urn !== undefined);
}

function circleText(entry: StateEntry): string {
  return (
    `${nameOf(entry)} depends on one of the groups that move, and another one of them depends on it, so one resource cannot ` +
    "hold both. Move only some of them: --names."
  );
}

function refuseUnmovable({ delete: isGoing, inputs, outputs }: StateEntry, title: string, advice = ""): void {
  if (isGoing === true) throw new UsageError(`${title} is waiting for its deletion. Run pulumi up first.`);
  if (hasSecret(inputs) || hasSecret(outputs)) {
    throw new UsageError(`${title} has secret values, which cannot be moved.${advice}`);
  }
}

/** Source and target of a move. */
export interface BulkMove {
  /** Pulumi name of the `IpGroups`. */
  readonly into: string;
  /** Pulumi names of the `IpGroup` resources. Default: all at the same place. */
  readonly names?: readonly string[] | undefined;
}

/** Moves `IpGroup` resources of a state into one `IpGroups`. A pure function: it sends nothing to an appliance. */
export function toBulk(state: Deployment, { into, names }: BulkMove): { state: Deployment; moved: string[] } {
  const resources = state.deployment?.resources ?? [];
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
  refuseUnmovable(one, title, " Move the others with --names.");
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
  const shared = { ...text, ...present({ site }) };
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
  const names = new Map(Object.entries(ids).map(([label, id]) => [String(id), { label }]));
  const groups = { ...(outputs["groups"] as Values | undefined) };
  const details = { ...(outputs["groupDetails"] as Values | undefined) };
  for (const one of singles) {
    const rules = listOf(one.outputs?.["rules"]);
    groups[groupName(one)] = groupOf({ inputs: { rules } }, names);
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

/** Source and target of a move. */
export interface SingleMove {
  /** Pulumi name of the `IpGroups`. */
  readonly from: string;
  /** Prefix of the Pulumi name of each `IpGroup`, before the name of the group. Default: none. */
  readonly prefix?: string | undefined;
}

type Rule = Readonly<Record<"type" | "groupId", unknown>>;

/**
 * Converts each group of an `IpGroups` in a state into an `IpGroup`. A pure function: it sends nothing to an appliance.
 */
export function toSingle(state: Deployment, { from, prefix = "" }: SingleMove): { state: Deployment; moved: string[] } {
  const resources = state.deployment?.resources ?? [];
  const found = resources.filter((one) => isOfKind(one, "IpGroups") && nameOf(one) === from);
  const [bulk, ...others] = found;
  if (bulk === undefined) throw new UsageError(`The state has no IpGroups "${from}".`);
  if (others.length > 0)
    throw new UsageError(`The state has several IpGroups "${from}", with different parents or providers.`);
  refuseUnmovable(bulk, `IpGroups "${from}"`);
  const groups = objectsIn("IpGroups", bulk.outputs ?? {}).filter(({ part }) => part !== "");
  const unnumbered = groups.find(({ id }) => id === undefined);
  if (unnumbered !== undefined)
    throw new UsageError(`IP group "${unnumbered.part}" has no id yet. Run pulumi up first.`);
  const urns = new Map(groups.map(({ part, id }) => [id ?? "", urnBeside(bulk, "IpGroup", prefix + part)]));
  const taken = resources.find(({ urn }) => [...urns.values()].includes(urn));
  if (taken !== undefined) throw new UsageError(`The state has an IpGroup "${nameOf(taken)}" already. Use --prefix.`);
  const singles = groups.map((group) => singleOf(bulk, group, urns));
  const moved = replaced(resources, new Map([[bulk.urn, [...urns.values()]]]), singles);
  return { state: { ...state, deployment: { ...state.deployment, resources: moved } }, moved: singles.map(nameOf) };
}

function singleOf(
  bulk: StateEntry,
  { part, id = "", after }: ReturnType<typeof objectsIn>[number],
  urns: ReadonlyMap<string, string>,
): StateEntry {
  const { appliance, groupDetails } = bulk.outputs ?? {};
  const { onExisting: _, ...values } = after;
  const rules = listOf(after["rules"]) as readonly Rule[];
  const { type, text } = ofKindBeside(bulk, "IpGroup");
  const inputs = { ...text, ...values };
  const details = (groupDetails as Readonly<Record<string, Values>> | undefined)?.[part];
  const { ruleCount = rules.length, storedName, origin } = details ?? {};
  const below = rules.flatMap(({ type: of, groupId }) => (of === "child" ? (urns.get(String(groupId)) ?? []) : []));
  const dependencies = [...(bulk.dependencies ?? []), ...below];
  return {
    ...bulk,
    urn: urns.get(id) ?? "",
    type,
    id,
    inputs,
    outputs: { ...inputs, groupId: Number(id), ...withoutUndefined({ ruleCount, storedName, origin }), appliance },
    dependencies,
    propertyDependencies: { rules: dependencies },
  };
}
