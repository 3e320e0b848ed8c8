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
      return [
        ...groups.map((group) => ({ ...entry(group, switches), ...more(group), ...extra(switches) })),
        ...strange(switches),
      ];
    // A list at top level has no place for columns.
    case "columns":
    case "cells":
      return [["fc_id", "fc_name"], ...groups.map((group) => [id(group.id), group.name])];
    case "map":
      return groups.length === 0 ? [] : new Map(groups.map(({ id: key, name }) => [String(key), name]));
  }
}

/** Groups as a list in a member of an answer, beside the columns if they are separate. */
export function groupAnswer(
  key: string,
  groups: readonly IpGroup[],
  switches: Readonly<Switches>,
  more?: (group: IpGroup) => Fields,
): Fields {
  if (switches.groupListShape !== "columns") return { [key]: groupList(groups, switches, more) };
  const columns = [
    { elementName: "fc_id", label: "Id" },
    { elementName: "fc_name", label: "Name" },
  ];
  const id = listIds(switches);
  const rows = groups.map((group) => [
    { rawValue: id(group.id), label: String(group.id) },
    { rawValue: group.name, label: group.name },
  ]);
  return { columns, [key]: rows };
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
  const roots = inOrder(
    groups.filter(({ id }) => !nested.has(id)),
    switches,
  );
  return [...roots.map(node), ...strange(switches)];
}

/** An entry that is no group, if the switch says so. */
function strange(switches: Readonly<Switches>): Fields[] {
  switch (switches.strangeGroup) {
    case "none":
      return [];
    case "nameless":
      return [entry({ id: 9, name: null }, switches)];
    case "idZero":
      return [entry({ id: 0, name: "All groups" }, switches)];
  }
}

function entry(
  { id, name }: { readonly id: number; readonly name: string | null },
  switches: Readonly<Switches>,
): Fields {
  const shown = listIds(switches)(id);
  return switches.groupListShape === "idName" ? { id: shown, name } : { fc_name: name, fc_id: shown };
}
