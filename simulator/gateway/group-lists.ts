import { extra, inOrder } from "../open-points";
import type { Switches } from "../switches";
import { listIds } from "./replies";
import { childIds } from "./rules";
import type { IpGroup } from "./store";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Groups in the form of a list. An empty map cannot be distinguished from an empty object, so an empty list always
 * stays a list.
 */
export function groupList(
  groups: readonly IpGroup[],
  switches: Readonly<Switches>,
  more: (group: IpGroup) => Fields = () => ({}),
): unknown {
  const id = listIds(switches);
  switch (switches.groupListShape) {
    case "objects":
    case "idName":
      return groups.map((group) => ({ ...entry(group, switches), ...more(group), ...extra(switches) }));
    case "cells":
      return [["fc_id", "fc_name"], ...groups.map((group) => [id(group.id), group.name])];
    case "map":
      return groups.length === 0 ? [] : new Map(groups.map(({ id: key, name }) => [String(key), name]));
  }
}

/** The root groups, each with its children nested in it. */
export function groupTree(groups: readonly IpGroup[], switches: Readonly<Switches>): unknown[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const nested = new Set(groups.flatMap(childIds));
  const node = (group: IpGroup): Fields => {
    const children = childIds(group).flatMap((id) => byId.get(id) ?? []);
    const below = children.length === 0 ? {} : { children: children.map(node) };
    return { ...entry(group, switches), ...below, ...extra(switches) };
  };
  return inOrder(
    groups.filter(({ id }) => !nested.has(id)),
    switches,
  ).map(node);
}

function entry({ id, name }: IpGroup, switches: Readonly<Switches>): Fields {
  const shown = listIds(switches)(id);
  return switches.groupListShape === "idName" ? { id: shown, name } : { fc_name: name, fc_id: shown };
}
