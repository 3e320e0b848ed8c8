import { inheritedName } from "../../provider/values/inherited-names";
import type { Values } from "../../provider/values/inputs";
import type { SiteObject } from "./object";
import { byLabel, byText } from "./order";
import { childIdsOf } from "./read-gateway";

/** Id of every `IpGroups` in a state. */
const GROUPS_ID = "ip-groups";

/** Name of the `IpGroups` with the groups that have neither parent nor children. */
const SINGLES = "single groups";

/**
 * The objects of a site with its IP groups in few resources: one `IpGroups` for each tree, and one for the groups that
 * belong to no tree; or, for a model, one with all. Groups with names that an `IpGroups` cannot have stay single.
 */
export function inBulk(objects: readonly SiteObject[], per: "tree" | "site"): SiteObject[] {
  const groups = objects.filter((one) => one.kind === "IpGroup" && !isAlwaysSingle(one));
  const others = objects.filter(({ kind }) => kind !== "IpGroup");
  const sets = per === "site" ? [["", groups] as const] : treesOf(groups);
  return [...objects.filter(isAlwaysSingle), ...sets.flatMap(([label, members]) => setOf(label, members)), ...others];
}

/** Whether a group has a name that is no key of an `IpGroups`, such as `toString`. */
export function isAlwaysSingle({ kind, label }: Pick<SiteObject, "kind" | "label">): boolean {
  return kind === "IpGroup" && inheritedName(Object.fromEntries([[label, true]])) !== undefined;
}

function setOf(label: string, members: readonly SiteObject[]): SiteObject[] {
  const [first] = members;
  if (first === undefined) return [];
  const byId = new Map(members.map((group) => [group.id, group]));
  const groups = Object.fromEntries(
    members.map((group) => {
      const { name: _, ...member } = groupOf(group, byId);
      return [group.label, member];
    }),
  );
  const site = first.inputs["site"] === undefined ? {} : { site: first.inputs["site"] };
  return [{ kind: "IpGroups", id: GROUPS_ID, label, inputs: { groups, ...site }, outputs: {} }];
}

/** The groups that are connected, each set with the name of its first root. The sets are in the order of their names. */
function treesOf(groups: readonly SiteObject[]): (readonly [string, readonly SiteObject[]])[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const below = new Map(groups.map((group) => [group, childIdsOf(group).flatMap((id) => byId.get(id) ?? [])]));
  const children = new Set([...below.values()].flat());
  const neighbours = new Map(groups.map((group) => [group, [...(below.get(group) ?? [])]]));
  for (const [parent, found] of below) for (const child of found) neighbours.get(child)?.push(parent);
  const seen = new Set<SiteObject>();
  const trees: (readonly [string, readonly SiteObject[]])[] = [];
  const singles: SiteObject[] = [];
  for (const group of groups.filter((one) => !children.has(one)).sort(byLabel)) {
    if (seen.has(group)) continue;
    const tree = new Set([group]);
    // A Set iterates over entries that are added meanwhile.
    for (const one of tree) for (const next of neighbours.get(one) ?? []) tree.add(next);
    for (const one of tree) seen.add(one);
    if (tree.size === 1) singles.push(group);
    else trees.push([group.label, [...tree].sort(byLabel)]);
  }
  return [...trees, [SINGLES, singles]];
}

/** A group with its child groups by name: it may be listed anywhere, since trees may have any depth. */
export function groupOf(
  { inputs }: Pick<SiteObject, "inputs">,
  groups: ReadonlyMap<string, Pick<SiteObject, "label">>,
): Values {
  const { site: _site, rules: all = [], ...rest } = inputs;
  const rules = all as readonly Readonly<Record<string, unknown>>[];
  const below = rules.map(({ type, groupId }) => (type === "child" ? groups.get(String(groupId)) : undefined));
  const children = below.flatMap((group) => (group === undefined ? [] : [group.label])).sort(byText);
  const own = rules.filter((_, index) => below[index] === undefined);
  return {
    ...rest,
    ...(own.length === 0 ? {} : { rules: own }),
    ...(children.length === 0 ? {} : { children }),
  };
}
