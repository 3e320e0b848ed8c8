import { Document, isMap, isNode, Pair, Scalar, YAMLMap, YAMLSeq, type Node } from "yaml";
import { lineText, type Place } from "./problem";
import { valueOf, type Branch, type Tree } from "./tree";

/** A resolved model as YAML, with the layer and line of each value as its comment. */
export function annotatedYaml(tree: Tree, layers: readonly string[]): string {
  const document = new Document(null);
  document.contents = nodeOf(tree);
  document.commentBefore = ` Resolved from ${layers.join(", ")}.`;
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function nodeOf(tree: Tree): Node {
  switch (tree.kind) {
    case "scalar":
      return scalarNode(tree.value, tree.place);
    case "list":
      return listNode(tree.items.map(valueOf), lineText(tree.place));
    case "branch":
      return tree.namedBy === undefined ? mapNode(tree) : thingsNode(tree, tree.namedBy);
  }
}

function scalarNode(value: Scalar["value"], place: Place): Scalar {
  const node = new Scalar(value);
  node.comment = ` ${lineText(place)}`;
  return node;
}

/** A list that one layer set as a whole: the layer is named before the first item. */
function listNode(values: readonly unknown[], place: string): Node {
  const list = new Document(values).contents as unknown as YAMLSeq;
  for (const item of list.items) if (isMap(item)) item.flow = true;
  if (values.length === 0) list.comment = ` ${place}`;
  else if (isNode(list.items[0])) list.items[0].commentBefore = ` ${place}`;
  return list;
}

function mapNode({ entries }: Branch, ...first: readonly Pair[]): YAMLMap {
  const map = new YAMLMap();
  map.items.push(...first, ...[...entries].map(([key, { tree }]) => new Pair(new Scalar(key), nodeOf(tree))));
  return map;
}

function thingsNode({ entries }: Branch, namedBy: string): YAMLSeq {
  const list = new YAMLSeq();
  for (const [name, { place, tree }] of entries) {
    const nameOf = (): Pair => new Pair(new Scalar(namedBy), scalarNode(name, place));
    list.items.push(tree.kind === "branch" ? mapNode(tree, nameOf()) : nodeOf(tree));
  }
  return list;
}
