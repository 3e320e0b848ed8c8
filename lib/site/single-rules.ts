import { textOf } from "../../provider/values/value-text";
import { listOf, type Values } from "../../provider/values/inputs";

/** What the groups of a site are read from: groups, and rules that are managed one by one. */
interface RuleHolder {
  readonly kind: string;
  readonly label: string;
  readonly values: Values;
  /** Number of an IP group, if it is known. */
  readonly groupId?: string | undefined;
}

/** A group with all its rules. */
export interface GroupRules<T> {
  /** Undefined for a group that something else manages: then only its single rules are known. */
  readonly group: T | undefined;
  readonly name: string;
  /** Number of the group, if it is known. */
  readonly id: string | undefined;
  /** The `IpGroupRule`s of the group. */
  readonly single: readonly T[];
  /** Its own rules, and those of its `IpGroupRule`s. */
  readonly rules: readonly unknown[];
}

/** The IP groups among some objects, each with the rules that `IpGroupRule`s hold for it. */
export function groupsWithRules<T extends RuleHolder>(objects: readonly T[]): GroupRules<T>[] {
  const groups = objects.filter(({ kind }) => kind === "IpGroup");
  const byId = new Map(groups.flatMap((one) => (one.groupId === undefined ? [] : [[one.groupId, one] as const])));
  const byName = new Map(groups.map((one) => [one.label, one] as const));
  const single = new Map<T | string, T[]>();
  for (const one of objects.filter(({ kind }) => kind === "IpGroupRule")) {
    const id = textOf(one.values["groupId"]);
    const holder = byId.get(id) ?? byName.get(id) ?? id;
    single.set(holder, [...(single.get(holder) ?? []), one]);
  }
  const ruleOf = ({ values }: T): unknown => values["rule"];
  const own = groups.map((group): GroupRules<T> => {
    const rules = single.get(group) ?? [];
    const all = [...listOf(group.values["rules"]), ...rules.map(ruleOf)];
    return { group, name: group.label, id: group.groupId, single: rules, rules: all };
  });
  const foreign = [...single].flatMap(([holder, rules]): GroupRules<T>[] => {
    if (typeof holder !== "string") return [];
    const name = `IP group ${holder}, single rules`;
    return [{ group: undefined, name, id: holder, single: rules, rules: rules.map(ruleOf) }];
  });
  return [...own, ...foreign];
}
