import { boxesOf, sizeOf } from "../../lib/model/boxes";
import { overlapsIn } from "../../lib/model/checks/addresses";
import { around, changedIn, collapsed, treeOf, type Hidden } from "./collapse";
import { boxOf, namesText, rankOf, type Cluster, type PictureNode } from "./drawn";
import type { GroupPart } from "./subject";

/** Maximum number of groups with common addresses to list. */
const MOST_OVERLAPS = 2;

/** Part of a subject to draw, in at most this many boxes. */
export interface Part {
  readonly most: number;
  /** Name of the group or profile whose surroundings to draw. */
  readonly focus?: string | undefined;
  /** Whether to draw only what changes, and what it belongs to. */
  readonly onlyChanged?: true;
}

type Overlaps = ReadonlyMap<string, readonly string[]>;

/** The trees of IP groups: what changes first, then trees, then flat groups. */
export function groupCluster(all: readonly GroupPart[], { most, focus, onlyChanged }: Part): Cluster {
  const whole = treeOf(all);
  const root = all.find(({ name }) => name === focus);
  const groups = root !== undefined ? around(whole, root.key) : onlyChanged === true ? changedIn(whole) : all;
  const tree = treeOf(groups);
  const { visible, hidden } = collapsed(tree, most);
  const overlaps: Overlaps = onlyChanged === true ? new Map<string, string[]>() : overlapsOf(all);
  const nodes = new Map<string, PictureNode>();
  for (const group of groups) {
    if (visible.has(group.key)) nodes.set(group.key, nodeOf(group, overlaps.get(group.key) ?? []));
  }
  for (const one of hidden) {
    const node = restOf(one, overlaps);
    for (const { key } of one.groups) nodes.set(key, node);
  }
  const arrows = new Map<string, Cluster["arrows"][number]>();
  // Boxes without arrows are placed in this order.
  const boxes = [...new Set(nodes.values())].sort((one, other) => rankOf(one) - rankOf(other));
  for (const { key, children } of groups) {
    for (const child of children) {
      const [from, to] = [nodes.get(key), nodes.get(child)];
      if (from === undefined || to === undefined || from === to) continue;
      arrows.set(`${boxes.indexOf(from)} ${boxes.indexOf(to)}`, { from, to });
    }
  }
  return { columns: [boxes], arrows: [...arrows.values()] };
}

function nodeOf(group: GroupPart, overlaps: readonly string[]): PictureNode {
  const others = overlaps.length > MOST_OVERLAPS ? `${String(overlaps.length)} IP groups` : overlaps.join(", ");
  const marked = overlaps.length === 0 ? [] : [`⚠ overlaps ${others}`];
  return boxOf([`${group.sign}${group.name}`, sizeText(group), ...marked], group);
}

function restOf({ isBelow, groups }: Hidden, overlaps: Overlaps): PictureNode {
  const [{ action, sign }] = groups;
  const count = groups.length;
  const names = groups.map(({ name }) => name);
  const head = `${sign}${String(count)} ${count === 1 ? "IP group" : "IP groups"}${isBelow ? " below" : ""}`;
  const marked = groups.filter(({ key }) => overlaps.has(key)).length;
  const lines = [head, namesText(names), ...(marked === 0 ? [] : [`⚠ ${String(marked)} overlap others`])];
  return boxOf(lines, action === undefined ? { sign, changes: [] } : { action, sign, changes: [] }, { count });
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
function overlapsOf(groups: readonly GroupPart[]): Overlaps {
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
