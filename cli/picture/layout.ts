import type { Cluster, PictureNode } from "./drawn";

/** The used part of the library. The compiler cannot load the library's own types from here. */
interface Dagre {
  readonly Graph: new () => Graph;
  readonly layout: (graph: Graph) => void;
}
interface Graph {
  setGraph(label: object): void;
  graph(): Partial<Size>;
  setNode(id: string, size: Size): void;
  node(id: string): Point & Size;
  setEdge(from: string, to: string, label: object): void;
  edges(): readonly Edge[];
  edge(edge: Edge): { readonly points: readonly Point[]; readonly dashed?: boolean };
}
interface Edge {
  readonly v: string;
  readonly w: string;
}
/* eslint-disable @typescript-eslint/no-require-imports -- see above */
const { Graph, layout } = require("@dagrejs/dagre") as Dagre;
/* eslint-enable @typescript-eslint/no-require-imports */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box with the position of its center. */
export interface PlacedNode extends Point, Size {
  readonly node: PictureNode;
}

export interface PlacedArrow {
  readonly points: readonly Point[];
  readonly dashed: boolean;
}

export interface Placed extends Size {
  readonly nodes: readonly PlacedNode[];
  readonly arrows: readonly PlacedArrow[];
}

const GAP = 14;
const RANK_GAP = 56;
/** Boxes without arrows are placed side by side, up to about this width. */
const ROW_WIDTH = 1000;

/** Places the boxes of a cluster from left to right along its arrows. Boxes without arrows go below, side by side. */
export function placed({ columns, arrows }: Cluster, sizeOf: (node: PictureNode) => Size): Placed {
  const linked = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  const isApart = columns.filter((column) => column.length > 0).length > 1;
  // A box without arrows stays beside the linked ones of its column.
  const joined = new Set(
    isApart ? columns.filter((column) => column.some((node) => linked.has(node))).flat() : [...linked],
  );
  const all = columns.flat();
  const columnOf = new Map(columns.flatMap((column, index) => column.map((node) => [node, index] as const)));
  const first = columns.findIndex((column) => column.some((node) => joined.has(node)));
  const led = new Set(arrows.map(({ to }) => to));
  const graph = laidOut(
    all.filter((node) => joined.has(node)),
    // An arrow that skips a column is longer, so that boxes of one kind are in one column.
    arrows.map((arrow) => ({
      ...arrow,
      length: isApart ? Math.max(1, (columnOf.get(arrow.to) ?? 0) - (columnOf.get(arrow.from) ?? 0)) : 1,
    })),
    (node) => (isApart && !led.has(node) ? (columnOf.get(node) ?? first) - first : 0),
    sizeOf,
  );
  const rest = inRows(
    all.filter((node) => !joined.has(node)),
    Math.max(ROW_WIDTH, graph.width),
    sizeOf,
  );
  const top = graph.height === 0 || rest.height === 0 ? graph.height : graph.height + GAP * 2;
  return {
    nodes: [...graph.nodes, ...rest.nodes.map((one) => ({ ...one, y: one.y + top }))],
    arrows: graph.arrows,
    width: Math.max(graph.width, rest.width),
    height: top + rest.height,
  };
}

type LongArrow = Cluster["arrows"][number] & { readonly length: number };

function laidOut(
  nodes: readonly PictureNode[],
  arrows: readonly LongArrow[],
  /** For a box that no arrow leads to, the number of columns on its left. */
  indentOf: (node: PictureNode) => number,
  sizeOf: (node: PictureNode) => Size,
): Placed {
  if (nodes.length === 0) return { nodes: [], arrows: [], width: 0, height: 0 };
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: GAP, edgesep: GAP, ranksep: RANK_GAP });
  const ids = new Map(nodes.map((node, index) => [node, String(index)]));
  for (const [node, id] of [...ids].reverse()) graph.setNode(id, { ...sizeOf(node) });
  for (const { from, to, dashed, length } of arrows.toReversed()) {
    graph.setEdge(ids.get(from) ?? "", ids.get(to) ?? "", { dashed: dashed === true, minlen: length });
  }
  for (const [node, id] of ids) {
    const indent = indentOf(node);
    if (indent === 0) continue;
    // The library places a box without predecessors on the left: an invisible one pushes it into its column.
    graph.setNode(`left of ${id}`, { width: 1, height: 1 });
    graph.setEdge(`left of ${id}`, id, { minlen: indent });
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    nodes: [...ids].map(([node, id]) => ({ ...graph.node(id), node })),
    arrows: graph.edges().flatMap((edge) => {
      const { points, dashed } = graph.edge(edge);
      if (dashed === undefined) return [];
      const [from, to] = [graph.node(edge.v), graph.node(edge.w)];
      const start = { x: from.x + from.width / 2, y: from.y };
      const end = { x: to.x - to.width / 2, y: to.y };
      return [{ points: [start, ...points.slice(1, -1), end], dashed }];
    }),
    width,
    height,
  };
}

function inRows(nodes: readonly PictureNode[], most: number, sizeOf: (node: PictureNode) => Size): Placed {
  const places: PlacedNode[] = [];
  let [left, top, row, width] = [0, 0, 0, 0];
  for (const node of nodes) {
    const size = sizeOf(node);
    if (left > 0 && left + size.width > most) [left, top, row] = [0, top + row + GAP, 0];
    places.push({ node, ...size, x: left + size.width / 2, y: top + size.height / 2 });
    width = Math.max(width, left + size.width);
    left += size.width + GAP;
    row = Math.max(row, size.height);
  }
  return { nodes: places, arrows: [], width, height: top + row };
}
