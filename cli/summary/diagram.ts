import type { Action, Change } from "./changes";
import { shortened } from "./markdown";

/** Most resources in a diagram; more are a tangle. */
const MOST_NODES = 60;
const LONGEST_LABEL = 60;

const colors: Readonly<Record<Action, string>> = {
  replace: "fill:#ffd8a8,stroke:#d9480f,color:#000",
  delete: "fill:#ffc9c9,stroke:#c92a2a,color:#000",
  update: "fill:#fff3bf,stroke:#e67700,color:#000",
  create: "fill:#d3f9d8,stroke:#2b8a3e,color:#000",
};

/**
 * What changes as a Mermaid flowchart, with an arrow from each resource to what refers to it. Empty where not one
 * resource fits into the length.
 */
export function diagram(changes: readonly Change[], whereOf: (change: Change) => string, longest: number): string {
  for (let count = Math.min(changes.length, MOST_NODES); count > 0; count -= 1) {
    const text = draw(changes.slice(0, count), changes.length - count, whereOf);
    if (text.length <= longest) return text;
  }
  return "";
}

function draw(shown: readonly Change[], left: number, whereOf: (change: Change) => string): string {
  const nodes = new Map(shown.map((change, index) => [change.urn, `n${String(index)}`]));
  const places = grouped(shown, whereOf);
  const parts = [...places].map(([place, members], index) => {
    const lines = members.map(
      (change) => `    ${nodes.get(change.urn) ?? ""}["${labelOf(change)}"]:::${change.action}\n`,
    );
    return `  subgraph s${String(index)}["${mermaidText(place)}"]\n${lines.join("")}  end\n`;
  });
  const arrows = shown.flatMap(({ urn, dependsOn }) =>
    dependsOn.flatMap((on) => (nodes.has(on) ? [`  ${nodes.get(on) ?? ""} --> ${nodes.get(urn) ?? ""}\n`] : [])),
  );
  const rest = left === 0 ? "" : `  rest["… and ${String(left)} more"]\n`;
  const used = [...new Set(shown.map(({ action }) => action))];
  const classes = used.map((action) => `  classDef ${action} ${colors[action]}\n`);
  return `### What changes\n\n\`\`\`mermaid\nflowchart LR\n${[...parts, rest, ...arrows, ...classes].join("")}\`\`\`\n`;
}

function grouped(changes: readonly Change[], whereOf: (change: Change) => string): Map<string, Change[]> {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    const place = whereOf(change);
    places.set(place, [...(places.get(place) ?? []), change]);
  }
  return places;
}

function labelOf({ action, kind, name }: Change): string {
  return `${action} ${mermaidText(kind)}<br/>${mermaidText(name)}`;
}

/** Text that neither Mermaid nor HTML takes for anything else: all but letters and digits by number. */
function mermaidText(text: string): string {
  return shortened(text, LONGEST_LABEL).replace(/[^\p{L}\p{N} …]/gu, (c) =>
    /[._/:,-]/u.test(c) ? c : `#${String(c.codePointAt(0))};`,
  );
}
