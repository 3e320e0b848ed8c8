import { alike } from "../../provider/values/collections";
import { prose, type Markdown } from "../output/markdown";
import { diagramFence, mermaid, mermaidJoined, mermaidText, mermaidWords, type Mermaid } from "../output/mermaid";
import { sceneOf, type Box, type Scene } from "./boxes";
import { colors, type Drawn } from "./drawn";

export type { Drawn } from "./drawn";

/** The scenes of some places. Places with equal scenes share one. */
export interface Picture {
  readonly scenes: readonly (Scene & { readonly places: readonly string[] })[];
  /** Number of changes without a box, because there are too many. */
  readonly leftOut: number;
}

/** Maximum number of boxes in a comment's picture: more are unreadable. */
export const MOST_BOXES = 25;

/** Objects as boxes and arrows, those of each place in a scene. */
export function pictureOf(
  objects: readonly Drawn[],
  nameOf: (one: Drawn) => string,
  { most = MOST_BOXES, onlyChanged = false }: { readonly most?: number; readonly onlyChanged?: boolean } = {},
): Picture {
  const places = alike(objects, nameOf).map((own) => ({ name: nameOf(own[0]), own }));
  const share = Math.max(Math.floor(most / Math.max(places.length, 1)), 8);
  const all = places.map(({ name, own }) => ({ name, own, scene: sceneOf(own, share, onlyChanged) }));
  let left = most;
  let leftOut = 0;
  const scenes = alike(all, ({ scene }) => scene).flatMap((same) => {
    const [{ scene }] = same;
    const size = scene?.boxes.length ?? 0;
    if (scene !== undefined && size <= left) {
      left -= size;
      return size === 0 ? [] : [{ ...scene, places: places.length > 1 ? same.map(({ name }) => name) : [] }];
    }
    leftOut += same.flatMap(({ own }) => own).filter(({ action }) => action !== undefined).length;
    return [];
  });
  return { scenes, leftOut };
}

/** A picture in Markdown. Empty if there is nothing to draw but one box, or no room for it. */
export function diagram(picture: Picture, longest: number): Markdown {
  const boxes = picture.scenes.reduce((sum, scene) => sum + scene.boxes.length, 0);
  if (boxes < 2) return prose``;
  const text = diagramFence(flowchart(picture));
  return text.length > longest ? prose`` : text;
}

/** A picture as a Mermaid flowchart. */
export function flowchart({ scenes, leftOut }: Picture): Mermaid {
  let count = 0;
  const drawn = scenes.map((scene, index) => {
    const first = count;
    count += scene.boxes.length;
    return sceneText(scene, index, first);
  });
  const rest = leftOut === 0 ? mermaid`` : mermaid`  rest["… and ${leftOut} more changes"]\n`;
  const used = new Set(scenes.flatMap(({ boxes }) => boxes).flatMap((box) => classOf(box) ?? []));
  const classes = [...used].map((name) => mermaid`  classDef ${mermaidWords(name)} ${styleOf(name)}\n`);
  return mermaid`flowchart LR\n${mermaidJoined([...drawn, rest, ...classes])}`;
}

/** The action wins over the muted state, which the text also mentions. */
const classOf = ({ action, isMuted }: Box): keyof typeof colors | undefined =>
  action ?? (isMuted ? "muted" : undefined);

function styleOf(name: keyof typeof colors): Mermaid {
  const [fill, line, text] = colors[name];
  const dash = ["failed", "untried", "muted"].includes(name) ? mermaid`,stroke-dasharray:4` : mermaid``;
  return mermaid`fill:${mermaidWords(fill)},stroke:${mermaidWords(line)},color:${mermaidWords(text)}${dash}`;
}

/** Maximum number of places in the title of a scene. */
const MOST_PLACES = 3;

function sceneText({ places, boxes, arrows }: Picture["scenes"][number], index: number, first: number): Mermaid {
  const inside = mermaidJoined([
    ...boxes.map((box, at) => boxText(box, first + at)),
    ...arrows.map(({ from, to, isDashed }) => {
      const arrow = isDashed ? mermaidWords("-.->") : mermaidWords("-->");
      return mermaid`  n${first + from} ${arrow} n${first + to}\n`;
    }),
  ]);
  if (places.length === 0) return inside;
  const names = places.slice(0, MOST_PLACES).join(", ") + (places.length > MOST_PLACES ? ", …" : "");
  const title = places.length === 1 ? names : `${String(places.length)} places: ${names}`;
  return mermaid`  subgraph s${index}["${mermaidText(title)}"]\n  direction LR\n${inside}  end\n`;
}

function boxText(box: Box, at: number): Mermaid {
  const label = box.lines.map((line) => mermaidText(line)).reduce((text, line) => mermaid`${text}<br/>${line}`);
  const [open, close] = box.isRound ? ([mermaid`([`, mermaid`])`] as const) : ([mermaid`[`, mermaid`]`] as const);
  const name = classOf(box);
  const style = name === undefined ? mermaid`` : mermaid`:::${mermaidWords(name)}`;
  return mermaid`  n${at}${open}"${label}"${close}${style}\n`;
}
