import { boxesOf, sizeOf } from "../../lib/model/boxes";
import { overlapsIn } from "../../lib/model/checks/addresses";
import type { Cluster, PictureNode } from "../summary/picture-node";
import { around, collapsed, treeOf, type Hidden } from "./collapse";
import { listLines } from "./lines";
import type { GroupPart } from "./subject";

/** Maximum number of changes to list for a group. */
const MOST_CHANGES = 4;
/** Maximum number of groups with common addresses to list. */
const MOST_OVERLAPS = 2;

/** The tree of IP groups in at most this many boxes. With a focus, the groups above and below that group. */
export function groupCluster(all: readonly GroupPart[], most: number, focus: GroupPart | undefined): Cluster {
  const groups = focus === undefined ? all : around(treeOf(all), focus.key);
  const tree = treeOf(groups);
  const { visible, hidden } = collapsed(tree, most);
  const overlaps = overlapsOf(all);
  const nodes = new Map<string, PictureNode>();
  // Boxes without arrows are placed in this order: what changes comes first.
  for (const group of groups.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (visible.has(group.key)) nodes.set(group.key, nodeOf(group, overlaps.get(group.key) ?? []));
  }
  const arrows: Cluster["arrows"][number][] = groups.flatMap(({ key, children }) => {
    const from = nodes.get(key);
    if (from === undefined) return [];
    return children.flatMap((child) => {
      const to = nodes.get(child);
      return to === undefined ? [] : [{ from, to }];
    });
  });
  const rest = hidden.map((one) => {
    const node = restOf(one, overlaps);
    const from = one.below === undefined ? undefined : nodes.get(one.below);
    if (from !== undefined) arrows.push({ from, to: node });
    return node;
  });
  return { columns: [[...nodes.values(), ...rest]], arrows };
}

const rankOf = ({ action }: GroupPart): number => (action === undefined ? 1 : 0);

function nodeOf(group: GroupPart, overlaps: readonly string[]): PictureNode {
  const { name, sign, action, changes } = group;
  const others = overlaps.length > MOST_OVERLAPS ? `${String(overlaps.length)} IP groups` : overlaps.join(", ");
  const marked = overlaps.length === 0 ? [] : [`⚠ overlaps ${others}`];
  const lines = [`${sign}${name}`, sizeText(group), ...listLines(changes, MOST_CHANGES), ...marked];
  const drawn = { lines, shape: "box", names: [name], changes: action === undefined ? 0 : 1 } as const;
  return action === undefined ? drawn : { ...drawn, action };
}

/** Maximum number of group names in one box. */
const MOST_NAMES = 6;

function restOf({ below, groups }: Hidden, overlaps: ReadonlyMap<string, readonly string[]>): PictureNode {
  const [first] = groups;
  const { action, sign = "" } = first ?? {};
  const names = groups.map(({ name }) => name);
  const count = `${sign}${String(names.length)} ${names.length === 1 ? "IP group" : "IP groups"}`;
  const marked = groups.filter(({ key }) => overlaps.has(key)).length;
  const lines = [
    below === undefined ? count : `${count} below`,
    ...listLines(names, MOST_NAMES),
    ...(marked === 0 ? [] : [`⚠ ${String(marked)} overlap others`]),
  ];
  const drawn = { lines, shape: "box", names, changes: action === undefined ? 0 : names.length } as const;
  return action === undefined ? drawn : { ...drawn, action };
}

/** The number of rules of a group and of their addresses. Those of its children do not count. */
function sizeText({ rules, isPartial, children }: GroupPart): string {
  if (isPartial) return "rules not known";
  const parts = rules.length === 0 && children.length > 0 ? ["no rules of its own"] : [counted(rules.length, "rule")];
  if (rules.some(({ type }) => type === "all")) return [...parts, "all addresses"].join(", ");
  const size = sizeOf(rules.flatMap(boxesOf));
  if (size !== undefined && size > 0) parts.push(counted(size, "address", "addresses"));
  return parts.join(", ");
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? "no" : count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** For each group, the names of groups with common addresses, unless one is below the other. */
function overlapsOf(groups: readonly GroupPart[]): Map<string, string[]> {
  const names = new Map(groups.map(({ key, name }) => [key, name]));
  const views = groups.map(({ key, rules, children }) => ({
    name: key,
    steps: [],
    rules: rules.map((rule) => ({ rule, steps: [] })),
    children: children.map((child) => ({ name: child, steps: [] })),
  }));
  const found = new Map<string, string[]>();
  const add = (key: string, other: string): void => {
    found.set(key, [...(found.get(key) ?? []), names.get(other) ?? other]);
  };
  for (const [overlap] of overlapsIn(views)) {
    const [one, other] = [overlap.one.group.name, overlap.other.group.name];
    add(one, other);
    add(other, one);
  }
  return found;
}
