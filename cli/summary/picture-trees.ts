import { nounsOf } from "../../provider/registry";
import { byText } from "./findings";
import { boxOf, drawnAction, drawnSign, type Cluster, type Drawn, type PictureNode } from "./picture-node";

/** Each changed IP group below its parents. Groups that are treated alike at one place of the tree share a box. */
export function treeClusters(resources: readonly Drawn[]): Cluster[] {
  const groups = resources.filter(({ kind }) => kind === "IpGroup");
  const changed = groups.filter((group) => drawnAction(group) !== undefined);
  if (changed.length === 0) return [];
  const parentsOf = parentsIn(groups);
  const shown = new Set<Drawn>(changed);
  for (const group of changed) for (const parent of parentsOf.get(group) ?? []) shown.add(parent);
  const boxes = boxesOf([...shown], parentsOf);
  const nodeOf = new Map(boxes.flatMap(({ node, members }) => members.map((member) => [member, node] as const)));
  const arrows = new Map<string, Cluster["arrows"][number]>();
  const nodes = boxes.map(({ node }) => node);
  for (const group of shown) {
    const to = nodeOf.get(group);
    for (const parent of parentsOf.get(group) ?? []) {
      const from = nodeOf.get(parent);
      if (from !== undefined && to !== undefined && from !== to) {
        arrows.set(`${nodes.indexOf(from)} ${nodes.indexOf(to)}`, { from, to });
      }
    }
  }
  return merged(parted(nodes, [...arrows.values()]));
}

/** The parents of each group: groups with a child rule for it, by its number or, before it has one, by reference. */
function parentsIn(groups: readonly Drawn[]): Map<Drawn, Drawn[]> {
  const byId = new Map<string, Drawn>();
  const byKey = new Map(groups.map((group) => [group.key, group]));
  for (const group of groups) {
    const id = group.is?.groupId ?? group.was?.groupId;
    if (id !== undefined) byId.set(id, group);
  }
  const parents = new Map<Drawn, Drawn[]>();
  for (const parent of groups) {
    const children = (parent.is ?? parent.was)?.children ?? [];
    const known = children.flatMap((id) => byId.get(id) ?? []);
    const referred = children.length === 0 ? [] : parent.dependsOn.flatMap((key) => byKey.get(key) ?? []);
    for (const child of new Set([...known, ...referred])) {
      if (child !== parent) parents.set(child, [...(parents.get(child) ?? []), parent]);
    }
  }
  return parents;
}

interface Box {
  readonly node: PictureNode;
  readonly members: readonly Drawn[];
}

/** Groups with the same action and parents, and without shown children, share a box. */
function boxesOf(shown: readonly Drawn[], parentsOf: ReadonlyMap<Drawn, readonly Drawn[]>): Box[] {
  const isParent = new Set([...parentsOf.values()].flat());
  const alike = new Map<string, Drawn[]>();
  for (const group of shown) {
    const parents = (parentsOf.get(group) ?? []).map(({ key }) => key).sort();
    const own = isParent.has(group) && hasShownChild(group, shown, parentsOf) ? group.key : undefined;
    const key = JSON.stringify([drawnAction(group), parents, own]);
    alike.set(key, [...(alike.get(key) ?? []), group]);
  }
  return [...alike.values()].map((members) => ({ node: nodeOf(members), members }));
}

function hasShownChild(
  group: Drawn,
  shown: readonly Drawn[],
  parentsOf: ReadonlyMap<Drawn, readonly Drawn[]>,
): boolean {
  return shown.some((other) => parentsOf.get(other)?.includes(group) === true);
}

function nodeOf(members: readonly Drawn[]): PictureNode {
  const [first] = members;
  const action = first === undefined ? undefined : drawnAction(first);
  const sign = first === undefined ? "" : drawnSign(first);
  const names = members.map(nameOf).sort(byText);
  const box = boxOf(names, nounsOf("IpGroup")[1], action, sign);
  if (members.length !== 1 || first === undefined || action !== "update") return box;
  return { ...box, lines: [...box.lines, ...ruleLines(first)] };
}

function nameOf({ is, was, label, name }: Drawn): string {
  const [before, after] = [was?.called, is?.called];
  if (before !== undefined && after !== undefined && before !== after) return `${before} → ${after}`;
  return after ?? before ?? label ?? name;
}

/** Up to two rules are listed; more are counted. */
function ruleLines({ lines = [], byHand }: Drawn): string[] {
  const rules = lines.filter(({ property }) => property === "rules");
  const isByHand = byHand !== undefined;
  const came = rules.flatMap((rule) => (isByHand ? rule.before : rule.after) ?? []);
  const left = rules.flatMap((rule) => (isByHand ? rule.after : rule.before) ?? []);
  if (came.length + left.length > 2) return [`rules: ${came.length} new, ${left.length} gone`];
  return [...left.map((rule) => `- ${rule}`), ...came.map((rule) => `+ ${rule}`)];
}

/** Boxes without arrows between them become clusters of their own, with columns by depth. */
function parted(nodes: readonly PictureNode[], arrows: Cluster["arrows"]): Cluster[] {
  const cluster = new Map(nodes.map((node) => [node, new Set([node])]));
  for (const { from, to } of arrows) {
    const [one, other] = [cluster.get(from), cluster.get(to)];
    if (one === undefined || other === undefined || one === other) continue;
    for (const node of other) cluster.set(node, one.add(node));
  }
  const depth = new Map(nodes.map((node) => [node, 0]));
  // Limits the rounds: a cycle, which no appliance accepts, must not loop for ever.
  for (let round = 0; round < nodes.length; round += 1) {
    let isStable = true;
    for (const { from, to } of arrows) {
      const deeper = (depth.get(from) ?? 0) + 1;
      if (deeper > (depth.get(to) ?? 0) && deeper < nodes.length) {
        depth.set(to, deeper);
        isStable = false;
      }
    }
    if (isStable) break;
  }
  return [...new Set(cluster.values())].map((members) => {
    const last = Math.max(...[...members].map((node) => depth.get(node) ?? 0));
    const columns = Array.from({ length: last + 1 }, (_, at) => [...members].filter((node) => depth.get(node) === at));
    return { columns, arrows: arrows.filter(({ from }) => members.has(from)) };
  });
}

/** From this number on, trees of the same form that are created or deleted as a whole are drawn as one. */
const MANY = 3;

function merged(clusters: readonly Cluster[]): Cluster[] {
  const alike = new Map<string, Cluster[]>();
  for (const [index, cluster] of clusters.entries()) {
    const nodes = cluster.columns.flat();
    const isWhole = nodes.every(({ action }) => action === "create" || action === "delete");
    const form = cluster.columns.map((column) => column.map(({ action, lines }) => [action, lines[0]?.slice(0, 1)]));
    const arrows = cluster.arrows.map(({ from, to }) => [nodes.indexOf(from), nodes.indexOf(to)]);
    const key = JSON.stringify(isWhole ? [form, arrows] : index);
    alike.set(key, [...(alike.get(key) ?? []), cluster]);
  }
  return [...alike.values()].flatMap((same) => (same.length < MANY ? same : [mergedOne(same)]));
}

function mergedOne(clusters: readonly Cluster[]): Cluster {
  const all = clusters.map(({ columns }) => columns.flat());
  const [first = []] = all;
  const together = first.map((node, at): PictureNode => {
    const names = all.flatMap((nodes) => nodes[at]?.names ?? []);
    return boxOf(names, nounsOf("IpGroup")[1], node.action, `${node.lines[0]?.slice(0, 1) ?? ""} `);
  });
  const nodeFor = (node: PictureNode): PictureNode => together[first.indexOf(node)] ?? node;
  const [{ columns, arrows } = { columns: [], arrows: [] }] = clusters;
  return {
    columns: columns.map((column) => column.map(nodeFor)),
    arrows: arrows.map(({ from, to }) => ({ from: nodeFor(from), to: nodeFor(to) })),
  };
}
