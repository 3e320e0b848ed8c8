import { prose, type Markdown } from "../../output/markdown";
import { diagramFence, mermaid, mermaidJoined, mermaidText, mermaidWords, type Mermaid } from "../../output/mermaid";
import type { Action, Change } from "./changes";

/** Most resources in a diagram; more are a tangle. */
const MOST_NODES = 60;

const colors: Readonly<Record<Action, Mermaid>> = {
  replace: mermaid`fill:#ffd8a8,stroke:#d9480f,color:#000`,
  delete: mermaid`fill:#ffc9c9,stroke:#c92a2a,color:#000`,
  update: mermaid`fill:#fff3bf,stroke:#e67700,color:#000`,
  create: mermaid`fill:#d3f9d8,stroke:#2b8a3e,color:#000`,
};

/**
 * What changes as a Mermaid flowchart, with an arrow from each resource to what refers to it. Empty where not one
 * resource fits into the length.
 */
export function diagram(changes: readonly Change[], whereOf: (change: Change) => string, longest: number): Markdown {
  for (let count = Math.min(changes.length, MOST_NODES); count > 0; count -= 1) {
    const text = draw(changes.slice(0, count), changes.length - count, whereOf);
    if (text.length <= longest) return text;
  }
  return prose``;
}

function draw(shown: readonly Change[], left: number, whereOf: (change: Change) => string): Markdown {
  const nodes = new Map(shown.map((change, index) => [change.urn, mermaid`n${index}`]));
  const places = grouped(shown, whereOf);
  const parts = [...places].map(([place, members], index) => {
    const lines = members.map((change) => {
      return mermaid`    ${nodes.get(change.urn) ?? mermaid``}["${labelOf(change)}"]:::${mermaidWords(change.action)}\n`;
    });
    return mermaid`  subgraph s${index}["${mermaidText(place)}"]\n${mermaidJoined(lines)}  end\n`;
  });
  const arrows = shown.flatMap(({ urn, dependsOn }) =>
    dependsOn.flatMap((on) => {
      const [from, to] = [nodes.get(on), nodes.get(urn)];
      return from === undefined || to === undefined ? [] : [mermaid`  ${from} --> ${to}\n`];
    }),
  );
  const rest = left === 0 ? mermaid`` : mermaid`  rest["… and ${left} more"]\n`;
  const used = [...new Set(shown.map(({ action }) => action))];
  const classes = used.map((action) => mermaid`  classDef ${mermaidWords(action)} ${colors[action]}\n`);
  const chart = mermaid`flowchart LR\n${mermaidJoined([...parts, rest, ...arrows, ...classes])}`;
  return prose`### What changes\n\n${diagramFence(chart)}`;
}

function grouped(changes: readonly Change[], whereOf: (change: Change) => string): Map<string, Change[]> {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    const place = whereOf(change);
    places.set(place, [...(places.get(place) ?? []), change]);
  }
  return places;
}

function labelOf({ action, kind, name }: Change): Mermaid {
  return mermaid`${mermaidWords(action)} ${mermaidText(kind)}<br/>${mermaidText(name)}`;
}
