import { prose, type Markdown } from "../../lib/output/markdown";
import {
  diagramFence,
  mermaid,
  mermaidJoined,
  mermaidText,
  mermaidWords,
  type Mermaid,
} from "../../lib/output/mermaid";
import type { Action } from "../summary/findings";
import { colors, type PictureNode } from "./drawn";
import type { Picture, Scene } from "./index";

function styleOf(name: keyof typeof colors): Mermaid {
  const [fill, line, text] = colors[name];
  const dash = name === "failed" || name === "muted" ? mermaid`,stroke-dasharray:4` : mermaid``;
  return mermaid`fill:${mermaidWords(fill)},stroke:${mermaidWords(line)},color:${mermaidWords(text)}${dash}`;
}

/** Maximum number of places in the title of a scene. */
const MOST_PLACES = 3;

/** A picture as a Mermaid flowchart in Markdown. Empty if there is nothing to draw or no space for it. */
export function diagram(picture: Picture, longest: number): Markdown {
  if (picture.scenes.length === 0) return prose``;
  const text = diagramFence(flowchart(picture));
  return text.length > longest ? prose`` : text;
}

/** A picture as a Mermaid flowchart. */
export function flowchart({ scenes, leftOut }: Picture): Mermaid {
  const ids = new Map<PictureNode, Mermaid>();
  const drawn = scenes.map((scene, index) => sceneText(scene, index, ids));
  const rest = leftOut === 0 ? mermaid`` : mermaid`  rest["… and ${leftOut} more changes"]\n`;
  const used = new Set(
    scenes.flatMap(({ clusters }) => clusters.flatMap(({ columns }) => columns.flat())).map(classOf),
  );
  const classes = [...used].map((name) => {
    return name === undefined ? mermaid`` : mermaid`  classDef ${mermaidWords(name)} ${styleOf(name)}\n`;
  });
  return mermaid`flowchart LR\n${mermaidJoined([...drawn, rest, ...classes])}`;
}

/** The action wins over the muted state, which the text also mentions. */
const classOf = ({ action, isMuted }: PictureNode): Action | "muted" | undefined =>
  action ?? (isMuted === true ? "muted" : undefined);

function sceneText({ places, clusters }: Scene, index: number, ids: Map<PictureNode, Mermaid>): Mermaid {
  const nodes = clusters.flatMap(({ columns }) => columns.flat()).map((node) => nodeText(node, ids));
  const arrows = clusters
    .flatMap((cluster) => cluster.arrows)
    .map(({ from, to, dashed }) => {
      const arrow = dashed === true ? mermaidWords("-.->") : mermaidWords("-->");
      return mermaid`  ${ids.get(from) ?? mermaid``} ${arrow} ${ids.get(to) ?? mermaid``}\n`;
    });
  const inside = mermaidJoined([...nodes, ...arrows]);
  if (places.length === 0) return inside;
  const names = places.slice(0, MOST_PLACES).join(", ") + (places.length > MOST_PLACES ? ", …" : "");
  const title = places.length === 1 ? names : `${places.length} places: ${names}`;
  return mermaid`  subgraph s${index}["${mermaidText(title)}"]\n  direction LR\n${inside}  end\n`;
}

function nodeText(node: PictureNode, ids: Map<PictureNode, Mermaid>): Mermaid {
  const id = mermaid`n${ids.size}`;
  ids.set(node, id);
  const lines = node.lines.map((line) => mermaidText(line));
  const label = lines.reduce((text, line) => mermaid`${text}<br/>${line}`);
  const [open, close] =
    node.shape === "round" ? ([mermaid`([`, mermaid`])`] as const) : ([mermaid`[`, mermaid`]`] as const);
  const name = classOf(node);
  const style = name === undefined ? mermaid`` : mermaid`:::${mermaidWords(name)}`;
  return mermaid`  ${id}${open}"${label}"${close}${style}\n`;
}
