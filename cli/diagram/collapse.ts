import type { GroupPart } from "./subject";

/** Groups of a tree by their keys, each with the groups that contain it. */
export interface Tree {
  readonly groups: ReadonlyMap<string, GroupPart>;
  /** In the order of the groups. A group that is part of a box is drawn below its first parent. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
}

export function treeOf(groups: readonly GroupPart[]): Tree {
  const parents = new Map<string, string[]>();
  for (const { key, children } of groups) {
    for (const child of children) parents.set(child, [...(parents.get(child) ?? []), key]);
  }
  return { groups: new Map(groups.map((group) => [group.key, group])), parents };
}

/** A group with all groups above and below it. */
export function around({ groups, parents }: Tree, key: string): GroupPart[] {
  const above = new Set([key]);
  // A Set iterates over entries added meanwhile and holds each key once, so cycles end.
  for (const one of above) for (const parent of parents.get(one) ?? []) above.add(parent);
  const below = new Set([key]);
  for (const one of below) for (const child of groups.get(one)?.children ?? []) below.add(child);
  return [...groups.values()].filter((group) => above.has(group.key) || below.has(group.key));
}

/** Groups that share one box to save space: groups below the same group that are treated alike. */
export interface Hidden {
  /** Key of the group above them; undefined at the top. */
  readonly below: string | undefined;
  /** The groups directly below it come first. */
  readonly groups: readonly GroupPart[];
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
export function collapsed(tree: Tree, most: number): Collapsed {
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
  const changed = [...groups.values()].filter(({ action }) => action !== undefined);
  const withWay = ({ key }: GroupPart): string[] => [key, ...wayUp(tree, key)];
  if (!isAdded(changed.flatMap(withWay))) {
    // For new groups their number suffices; readers look for groups that change or go, by name.
    for (const group of changed) if (group.action !== "create") isAdded(withWay(group));
  }
  const tops = [...groups.values()].filter(({ key }) => (parents.get(key) ?? []).length === 0);
  const roots = tops.filter(({ children }) => children.length > 0).map(({ key }) => key);
  if (!isAdded(roots)) for (const root of roots) if (visible.size >= most || !isAdded([root])) break;
  let level = roots.filter((root) => visible.has(root));
  const done = new Set<string>();
  while (level.length > 0) {
    const children = [...new Set(level.flatMap((key) => groups.get(key)?.children ?? []))].filter(
      (key) => !done.has(key),
    );
    for (const key of children) done.add(key);
    if (!isAdded(children)) break;
    level = children;
  }
  isAdded(tops.map(({ key }) => key));
  return { visible, hidden: hiddenIn(tree, visible) };
}

/** The chain of groups above a group, along the first parent of each. */
function wayUp({ parents }: Tree, key: string): string[] {
  const way = new Set<string>();
  for (let one = parents.get(key)?.[0]; one !== undefined && !way.has(one); one = parents.get(one)?.[0]) way.add(one);
  return [...way];
}

function hiddenIn(tree: Tree, visible: ReadonlySet<string>): Hidden[] {
  const boxes = new Map<string, { below: string | undefined; groups: GroupPart[] }>();
  const places = new Map<string, string | undefined>();
  for (const group of tree.groups.values()) {
    if (visible.has(group.key)) continue;
    const below = nearest(tree, visible, group.key, places);
    const key = JSON.stringify([below, group.action, group.sign]);
    const box = boxes.get(key) ?? { below, groups: [] };
    box.groups.push(group);
    boxes.set(key, box);
  }
  const isDirect = ({ key }: GroupPart, below: string | undefined): number =>
    below !== undefined && tree.parents.get(key)?.includes(below) === true ? 0 : 1;
  return [...boxes.values()].map(({ below, groups }) => ({
    below,
    groups: groups.sort((one, other) => isDirect(one, below) - isDirect(other, below)),
  }));
}

/** The nearest visible group above a group. */
function nearest(
  { parents }: Tree,
  visible: ReadonlySet<string>,
  key: string,
  known: Map<string, string | undefined>,
): string | undefined {
  const way: string[] = [];
  const seen = new Set<string>();
  let one: string | undefined = key;
  while (one !== undefined && !visible.has(one) && !known.has(one) && !seen.has(one)) {
    way.push(one);
    seen.add(one);
    one = parents.get(one)?.[0];
  }
  const found = one === undefined || seen.has(one) ? undefined : visible.has(one) ? one : known.get(one);
  for (const step of way) known.set(step, found);
  return found;
}
