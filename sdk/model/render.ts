import { Document, isMap, isNode, Pair, Scalar, YAMLMap, YAMLSeq, type Node } from "yaml";
import { lineText } from "./problem";
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
    case "scalar": {
      const node = new Scalar(tree.value);
      node.comment = ` ${lineText(tree.place)}`;
      return node;
    }
    case "list":
      return listNode(tree.items.map(valueOf), lineText(tree.place));
    case "branch":
      return tree.namedBy === undefined ? mapNode(tree) : thingsNode(tree, tree.namedBy);
  }
}

/** A list that one layer set as a whole: the layer is named before the first item. */
function listNode(values: readonly unknown[], place: string): Node {
  const list = new Document(values).contents as unknown as YAMLSeq;
  for (const item of list.items) if (isMap(item)) item.flow = true;
  if (values.length === 0) list.comment = ` ${place}`;
  else if (isNode(list.items[0])) list.items[0].commentBefore = ` ${place}`;
  return list;
}

function mapNode(branch: Branch): YAMLMap {
  const map = new YAMLMap();
  for (const [key, { tree }] of branch.entries) map.items.push(new Pair(new Scalar(key), nodeOf(tree)));
  return map;
}

function thingsNode({ entries }: Branch, namedBy: string): YAMLSeq {
  const list = new YAMLSeq();
  for (const [name, { place, tree }] of entries) {
    if (tree.kind !== "branch") {
      list.items.push(nodeOf(tree));
      continue;
    }
    const value = new Scalar(name);
    value.comment = ` ${lineText(place)}`;
    const map = mapNode(tree);
    map.items.unshift(new Pair(new Scalar(namedBy), value));
    list.items.push(map);
  }
  return list;
}
