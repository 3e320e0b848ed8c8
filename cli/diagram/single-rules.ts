import { textOf } from "../../provider/values/value-text";
import type { Values } from "../../provider/values/inputs";
import { unmarked, type Item } from "./item";

/**
 * The items of a state, with each `IpGroupRule` as a rule of its group. If the state does not contain the group, since
 * something else manages it, the group is drawn by its number, with the rules from the state.
 */
export function withSingleRules(items: readonly Item[]): Item[] {
  const single = items.filter(({ kind }) => kind === "IpGroupRule");
  const all = items.filter(({ kind }) => kind !== "IpGroupRule");
  for (const item of single) {
    const groupId = textOf(item.values["groupId"]);
    const at = all.findIndex((one) => one.place === item.place && isHolder(one, groupId));
    const holder = all[at];
    if (holder === undefined) all.push(foreign(item.place, groupId, item.values["rule"]));
    else all[at] = { ...holder, values: withRule(holder, groupId, item.values["rule"]) };
  }
  return all;
}

function isHolder({ kind, groupId, values }: Item, wanted: string): boolean {
  return (kind === "IpGroup" && groupId === wanted) || nameOf(values, wanted) !== undefined;
}

/** The name of the group with this number in an `IpGroups`. */
function nameOf({ groupIds }: Values, wanted: string): string | undefined {
  return Object.entries((groupIds ?? {}) as Values).find(([, id]) => textOf(id) === wanted)?.[0];
}

function withRule({ values }: Item, groupId: string, rule: unknown): Values {
  const name = nameOf(values, groupId);
  if (name === undefined) return { ...values, rules: [...listOf(values["rules"]), rule] };
  const groups = (values["groups"] ?? {}) as Record<string, Values>;
  const group = groups[name] ?? {};
  return { ...values, groups: { ...groups, [name]: { ...group, rules: [...listOf(group["rules"]), rule] } } };
}

function foreign(place: string, groupId: string, rule: unknown): Item {
  const label = `IP group ${groupId}, single rules`;
  const key = `IpGroup ${groupId} ${place}`;
  return { ...unmarked, key, place, kind: "IpGroup", label, values: { rules: [rule] }, groupId };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
