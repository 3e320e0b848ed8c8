import type * as pulumi from "@pulumi/pulumi";
import type { IpGroupModel, SiteModel } from "../model/schema";
import { IpGroup } from "../ip-group";
import { IpGroupRule } from "../ip-group-rule";
import { IpGroups, type IpGroupsArgs } from "../ip-groups";
import { rule } from "../rules";
import { byName, type Parts } from "./parts";

type MemberArgs = Extract<IpGroupsArgs["groups"], Readonly<Record<string, unknown>>>[string];

/** Declares a tree of IP groups, children before their parents. A checked model has no cycles and no unknown names. */
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

/** Model key of the one resource for all groups: its Pulumi name is `<template>/ip-groups`. */
const BULK_KEY = "ip-groups";

/** Declares the whole tree in one resource. Undefined if the tree is empty. */
export function declareBulk(parts: Parts, tree: readonly IpGroupModel[]): IpGroups | undefined {
  const groups = flat(tree).map(({ name, children = [], formerNames: _, ...inputs }): [string, MemberArgs] => {
    const below = children.map((child) => (typeof child === "string" ? child : child.name));
    return [name, { ...inputs, ...(below.length === 0 ? {} : { children: below }) }];
  });
  return groups.length === 0
    ? undefined
    : parts.make(IpGroups, { key: BULK_KEY }, { groups: Object.fromEntries(groups) });
}

/** The number of each group by name, from whichever resource declares it. */
export function idsOf(
  tree: readonly IpGroupModel[],
  single: Readonly<Record<string, IpGroup>>,
  bulk: IpGroups | undefined,
): Record<string, pulumi.Output<number>> {
  if (bulk === undefined)
    return Object.fromEntries(Object.entries(single).map(([name, { groupId }]) => [name, groupId]));
  const names = flat(tree).map(({ name }) => name);
  // In unit tests of programs, which have no provider, the groups have no numbers.
  const ids = bulk.groupIds as pulumi.Output<Record<string, number> | undefined>;
  return Object.fromEntries(names.map((name) => [name, ids.apply((known) => known?.[name] as number)]));
}

/** Declares single rules in groups that something else manages. */
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
