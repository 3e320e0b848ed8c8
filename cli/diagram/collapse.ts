import type { GroupPart } from "./subject";

/** Groups of a tree by their keys, each with the groups that hold it. */
export interface Tree {
  readonly groups: ReadonlyMap<string, GroupPart>;
  /** In the order of the groups; the first is where it is drawn when it is part of a box. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
}

export function treeOf(groups: readonly GroupPart[]): Tree {
  const parents = new Map<string, string[]>();
  for (const { key, children } of groups) {
    for (const child of children) parents.set(child, [...(parents.get(child) ?? []), key]);
  }
  return { groups: new Map(groups.map((group) => [group.key, group])), parents };
}

/** A group with all that are above and below it. */
export function around({ groups, parents }: Tree, key: string): GroupPart[] {
  const above = new Set([key]);
  // A set goes on to what is added while it is walked, and holds each key once: circles end.
  for (const one of above) for (const parent of parents.get(one) ?? []) above.add(parent);
  const below = new Set([key]);
  for (const one of below) for (const child of groups.get(one)?.children ?? []) below.add(child);
  return [...groups.values()].filter((group) => above.has(group.key) || below.has(group.key));
}

/** Groups that are one box, since there are too many: those below one group that are treated alike. */
export interface Hidden {
  /** Key of the group that they are below; undefined at the top. */
  readonly below: string | undefined;
  /** Those directly below it come first. */
  readonly groups: readonly GroupPart[];
}

/** Which groups are boxes of their own, and which are part of one. */
export interface Collapsed {
  readonly visible: ReadonlySet<string>;
  readonly hidden: readonly Hidden[];
}

/**
 * Chooses what is drawn of a tree with so many boxes at most: first what changes, with what is above it, then level by
 * level the groups below each other, a whole level or nothing of it.
 */
export function collapsed(tree: Tree, most: number): Collapsed {
  const { groups, parents } = tree;
  const visible = new Set<string>();
  /** Adds groups where all of them fit. */
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
    // Of what is new a number says enough; readers look for what changes or goes by its name.
    for (const group of changed) if (group.action !== "create") isAdded(withWay(group));
  }
  const roots = [...groups.keys()].filter((key) => (parents.get(key) ?? []).length === 0);
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
  return { visible, hidden: hiddenIn(tree, visible) };
}

/** The groups above a group, by the first of its parents each time. */
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

/** The first visible group above a group. */
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
