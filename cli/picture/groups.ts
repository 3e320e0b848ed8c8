import { boxesOf, sizeOf } from "../../lib/model/boxes";
import { overlapsIn } from "../../lib/model/checks/addresses";
import { boxOf, namesText, rankOf, type Cluster, type PictureNode } from "./drawn";
import type { GroupPart } from "./subject";
import { alike } from "../../provider/values/alike";

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

/** Groups of a tree by their keys, each with the groups that contain it. */
export interface Tree {
  readonly groups: ReadonlyMap<string, GroupPart>;
  readonly parents: ReadonlyMap<string, readonly string[]>;
}

function treeOf(groups: readonly GroupPart[]): Tree {
  const known = new Map(groups.map((group) => [group.key, group]));
  const parents = new Map<string, string[]>();
  for (const { key, children } of groups) {
    for (const child of children) if (known.has(child)) parents.set(child, [...(parents.get(child) ?? []), key]);
  }
  return { groups: known, parents };
}

/** A group with all groups above and below it. */
function around({ groups, parents }: Tree, key: string): GroupPart[] {
  const above = new Set([key]);
  // A Set iterates over entries added meanwhile and holds each key once, so cycles end.
  for (const one of above) for (const parent of parents.get(one) ?? []) above.add(parent);
  const below = new Set([key]);
  for (const one of below) for (const child of groups.get(one)?.children ?? []) below.add(child);
  return [...groups.values()].filter((group) => above.has(group.key) || below.has(group.key));
}

/** The changed groups, and the groups directly above them. */
function changedIn({ groups, parents }: Tree): GroupPart[] {
  const changed = [...groups.values()].filter(({ action }) => action !== undefined);
  const shown = new Set(changed.flatMap(({ key }) => [key, ...(parents.get(key) ?? [])]));
  return [...groups.values()].filter(({ key }) => shown.has(key));
}

/** Groups that share one box to save space: they are at the same place of the tree and treated alike. */
export interface Hidden {
  /** Whether they are below another group. */
  readonly isBelow: boolean;
  readonly groups: readonly [GroupPart, ...GroupPart[]];
}

/** The groups with boxes of their own, and those that share one. */
export interface Collapsed {
  readonly visible: ReadonlySet<string>;
  readonly hidden: readonly Hidden[];
}

/**
 * Selects the groups to draw with at most this many boxes. First come changed groups with all groups above them, then
 * trees level by level, each level as a whole or not at all. Groups outside of any tree come last and together: one box
 * says as much about them as many.
 */
function collapsed(tree: Tree, most: number): Collapsed {
  const { groups, parents } = tree;
  const visible = new Set<string>();
  /** Adds the groups if all of them fit. */
  const isAdded = (keys: readonly string[]): boolean => {
    const fresh = keys.filter((key) => !visible.has(key));
    for (const key of fresh) visible.add(key);
    if (visible.size + hiddenIn(tree, visible).length <= most) return true;
    for (const key of fresh) visible.delete(key);
    return false;
  };
  const changed = changedApart(tree, most);
  const withWay = ({ key }: GroupPart): string[] => [key, ...wayUp(tree, key)];
  if (!isAdded(changed.flatMap(withWay))) {
    // For new groups their number suffices; readers look for groups that change or go, by name.
    for (const group of changed) if (group.action !== "create" && visible.size < most) isAdded(withWay(group));
  }
  const isUnchanged = (key: string): boolean => groups.get(key)?.action === undefined;
  const tops = [...groups.keys()].filter((key) => (parents.get(key) ?? []).length === 0 && isUnchanged(key));
  const roots = tops.filter((key) => groups.get(key)?.children.some((child) => groups.has(child)) === true);
  if (!isAdded(roots)) for (const root of roots) if (visible.size >= most || !isAdded([root])) break;
  let level = roots.filter((root) => visible.has(root));
  const done = new Set<string>();
  while (level.length > 0) {
    const children = [...new Set(level.flatMap((key) => groups.get(key)?.children ?? []))].filter(
      (key) => groups.has(key) && !done.has(key),
    );
    for (const key of children) done.add(key);
    if (!isAdded(children.filter(isUnchanged))) break;
    level = children;
  }
  isAdded(tops);
  return { visible, hidden: hiddenIn(tree, visible) };
}

/** The changed groups, except where many below the same groups are treated alike: those share a box. */
function changedApart({ groups, parents }: Tree, most: number): GroupPart[] {
  const changed = [...groups.values()].filter(({ action }) => action !== undefined);
  const isLeaf = ({ children }: GroupPart): boolean => !children.some((child) => groups.has(child));
  const same = alike(changed, (one) => (isLeaf(one) ? [one.action, one.sign, parents.get(one.key)] : one.key));
  return same.filter(({ length }) => length <= most / 4).flat();
}

/** The chain of groups above a group, along the first parent of each. */
function wayUp({ parents }: Tree, key: string): string[] {
  const way = new Set<string>();
  for (let one = parents.get(key)?.[0]; one !== undefined && !way.has(one); one = parents.get(one)?.[0]) way.add(one);
  return [...way];
}

/** The other groups in boxes: below the same visible group, or at the top, those directly there and those deeper. */
function hiddenIn(tree: Tree, visible: ReadonlySet<string>): Hidden[] {
  const { groups, parents } = tree;
  const places = new Map<string, { below?: string; depth: number }>();
  const placeOf = (key: string): { below?: string; depth: number } => {
    const way = new Set<string>();
    for (let one: string | undefined = key; one !== undefined && !places.has(one); one = parents.get(one)?.[0]) {
      if (visible.has(one)) places.set(one, { below: one, depth: 0 });
      else if (way.has(one)) places.set(one, { depth: 0 });
      else way.add(one);
    }
    for (const step of [...way].reverse()) {
      const above = places.get(parents.get(step)?.[0] ?? "");
      const isRoot = above === undefined && groups.get(step)?.children.some((child) => groups.has(child)) === true;
      places.set(step, above === undefined ? { depth: isRoot ? 1 : 0 } : { ...above, depth: above.depth + 1 });
    }
    return places.get(key) ?? { depth: 0 };
  };
  const rest = [...groups.values()].filter(({ key }) => !visible.has(key));
  return alike(rest, ({ key, action, sign }) => {
    const { below, depth } = placeOf(key);
    return [below, Math.min(depth, 2), action, sign];
  }).map((same) => ({ isBelow: (parents.get(same[0].key) ?? []).length > 0, groups: same }));
}
