import { targetOf, type Child } from "../../provider/values/groups/member";
import { withoutUndefined, type Values } from "../../provider/values/inputs";
import { hasSecret } from "../../provider/values/marks";
import type { Deployment, StateEntry } from "../engine/state";
import { UsageError } from "../errors";
import { isOfKind, nameOf, ofKindBeside, replaced, urnBeside } from "./deployment";

/** Source and target of a move. */
export interface SingleMove {
  /** Pulumi name of the `IpGroups`. */
  readonly from: string;
  /** Prefix of the Pulumi name of each `IpGroup`, before the name of the group. Default: none. */
  readonly prefix?: string | undefined;
}

interface Member {
  readonly rules?: readonly Values[];
  readonly children?: readonly Child[];
}

/**
 * Converts each group of an `IpGroups` in a state into an `IpGroup`. A pure function: it sends nothing to an appliance.
 */
export function toSingle(state: Deployment, { from, prefix = "" }: SingleMove): { state: Deployment; moved: string[] } {
  const resources = state.deployment.resources ?? [];
  const found = resources.filter((one) => isOfKind(one, "IpGroups") && nameOf(one) === from);
  const [bulk, ...others] = found;
  if (bulk === undefined) throw new UsageError(`The state has no IpGroups "${from}".`);
  if (others.length > 0)
    throw new UsageError(`The state has several IpGroups "${from}", with different parents or providers.`);
  if (bulk.delete === true)
    throw new UsageError(`IpGroups "${from}" is waiting for its deletion. Run pulumi up first.`);
  if (hasSecret(bulk.inputs) || hasSecret(bulk.outputs)) {
    throw new UsageError(`IpGroups "${from}" has secret values, which cannot be moved.`);
  }
  const groups = (bulk.outputs?.["groups"] ?? {}) as Readonly<Record<string, Member>>;
  const urns = new Map(Object.keys(groups).map((name) => [name, urnBeside(bulk, "IpGroup", prefix + name)]));
  const taken = resources.find(({ urn }) => [...urns.values()].includes(urn));
  if (taken !== undefined) throw new UsageError(`The state has an IpGroup "${nameOf(taken)}" already. Use --prefix.`);
  const singles = Object.keys(groups).map((name) => singleOf(bulk, name, groups, urns));
  const moved = replaced(resources, new Map([[bulk.urn, [...urns.values()]]]), singles);
  return { state: { ...state, deployment: { ...state.deployment, resources: moved } }, moved: singles.map(nameOf) };
}

function singleOf(
  bulk: StateEntry,
  name: string,
  groups: Readonly<Record<string, Member>>,
  urns: ReadonlyMap<string, string>,
): StateEntry {
  const outputs = bulk.outputs ?? {};
  const ids = outputs["groupIds"] as Readonly<Record<string, number>>;
  const details = (outputs["groupDetails"] as Record<string, Values>)[name];
  const { rules = [], children = [] } = groups[name] ?? {};
  const targets = children.map((child) => targetOf(child, groups));
  const below = targets.flatMap((target) =>
    target === undefined ? [] : "id" in target ? [target.id] : [String(ids[target.name])],
  );
  const needed = targets.flatMap((target) =>
    target !== undefined && "name" in target ? [urns.get(target.name) ?? ""] : [],
  );
  const site = outputs["site"] === undefined ? {} : { site: outputs["site"] };
  const { type, text } = ofKindBeside(bulk, "IpGroup");
  const inputs = {
    ...text,
    name,
    rules: [...rules, ...below.map((groupId) => ({ type: "child", groupId }))],
    ...site,
  };
  const { ruleCount = inputs.rules.length, storedName, origin } = details ?? {};
  const known = withoutUndefined({ ruleCount, storedName, origin });
  const dependencies = [...(bulk.dependencies ?? []), ...needed];
  return {
    ...bulk,
    urn: urns.get(name) ?? "",
    type,
    id: String(ids[name]),
    inputs,
    outputs: { ...inputs, groupId: ids[name], ...known, appliance: outputs["appliance"] },
    dependencies,
    propertyDependencies: { rules: dependencies },
  };
}
