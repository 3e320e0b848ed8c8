import { alike } from "../../provider/values/alike";
import type { GroupPart } from "./subject";

/** Groups of a tree by their keys, each with the groups that contain it. */
export interface Tree {
  readonly groups: ReadonlyMap<string, GroupPart>;
  readonly parents: ReadonlyMap<string, readonly string[]>;
}

export function treeOf(groups: readonly GroupPart[]): Tree {
  const known = new Map(groups.map((group) => [group.key, group]));
  const parents = new Map<string, string[]>();
  for (const { key, children } of groups) {
    for (const child of children) if (known.has(child)) parents.set(child, [...(parents.get(child) ?? []), key]);
  }
  return { groups: known, parents };
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

/** The changed groups, and the groups directly above them. */
export function changedIn({ groups, parents }: Tree): GroupPart[] {
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
