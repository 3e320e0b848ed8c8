import { groupName } from "../../provider/values/groups";
import type { Values } from "../../provider/values/inputs";
import { present } from "../../provider/values/collections";
import type { SiteObject } from "./object";
import { byText } from "./order";

/** Id of every `IpGroups` in a state, and the name of the one that an export writes. */
export const GROUPS_ID = "ip-groups";

/** How an `IpGroups`, which no import reads, takes over the groups that are as it declares them. */
export const TAKEN_OVER = { onExisting: "adoptIfEqual" } as const;

/** The objects of a site with its IP groups in one resource. Groups with names that it cannot have stay single. */
export function inBulk(objects: readonly SiteObject[]): SiteObject[] {
  const isMember = (one: SiteObject): boolean => one.kind === "IpGroup" && !isAlwaysSingle(one);
  const members = objects.filter(isMember);
  const others = objects.filter((one) => !isMember(one));
  const [first] = members;
  if (first === undefined) return others;
  const byId = new Map(members.map((group) => [group.id, group]));
  const groups = Object.fromEntries(
    members.map((group) => {
      const { name: _, ...member } = groupOf(group, byId);
      return [group.label, member];
    }),
  );
  const inputs = { groups, ...TAKEN_OVER, ...present({ site: first.inputs["site"] }) };
  return [{ kind: "IpGroups", id: GROUPS_ID, label: GROUPS_ID, inputs, outputs: {} }, ...others];
}

/** Whether a group has a name that is no key of an `IpGroups`, such as `toString`. */
export function isAlwaysSingle({ kind, label }: Pick<SiteObject, "kind" | "label">): boolean {
  return kind === "IpGroup" && !groupName.safeParse(label).success;
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
