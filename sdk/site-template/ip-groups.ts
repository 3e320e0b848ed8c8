import type { IpGroupModel, SiteModel } from "../../model/schema";
import { IpGroup } from "../ip-group";
import { IpGroupRule } from "../ip-group-rule";
import { rule } from "../rules";
import { byName, type Parts } from "./parts";

/** Declares a tree of IP groups, children before their parents. A checked model has no circles and no unknown names. */
export function declareIpGroups(parts: Parts, tree: readonly IpGroupModel[]): Record<string, IpGroup> {
  const declared = new Map<string, IpGroup>();
  const models = new Map(flat(tree).map((group) => [group.name, group]));
  const declare = (name: string): IpGroup => {
    const known = declared.get(name);
    if (known !== undefined) return known;
    const model = models.get(name);
    if (model === undefined) throw new Error(`The model has no IP group "${name}".`);
    const { children = [], rules = [], formerNames, ...inputs } = model;
    const below = children.map((child) => rule.child(declare(typeof child === "string" ? child : child.name)));
    const group = parts.make(IpGroup, { key: name, former: formerNames }, { ...inputs, rules: [...rules, ...below] });
    declared.set(name, group);
    return group;
  };
  for (const name of models.keys()) declare(name);
  return Object.fromEntries(declared);
}

/** Declares single rules in the groups of others. */
export function declareIpGroupRules(
  parts: Parts,
  rules: NonNullable<SiteModel["ipGroupRules"]>,
): Record<string, IpGroupRule> {
  return byName(
    rules,
    ({ name }) => name,
    ({ name, ...inputs }) => parts.make(IpGroupRule, { key: name }, inputs),
  );
}

function flat(groups: readonly IpGroupModel[]): IpGroupModel[] {
  return groups.flatMap((group) => {
    const below = (group.children ?? []).filter((child) => typeof child !== "string");
    return [group, ...flat(below)];
  });
}
