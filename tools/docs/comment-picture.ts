import { execFileSync } from "node:child_process";
import { execPath } from "node:process";
import { root } from "../lib/paths.mjs";

const WIDTH = 760;
const MARGIN = 16;
/** Characters of a line. */
const LONGEST = 92;

/** The colours are those of GitHub's pages, light or dark as the reader's own. */
const style = `
  text { font: 14px Helvetica, Arial, sans-serif; fill: #1f2328 }
  .page { fill: #ffffff; stroke: #d1d9e0 } path { stroke: #d1d9e0 }
  .bold { font-weight: bold } .diff { font: 13px Menlo, Consolas, monospace }
  .box { font-size: 12px; fill: #1f2328 } .none { fill: none } .gone { fill: #ffebe9 } .added { fill: #dafbe1 } .other { fill: #fff8c5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .page { fill: #0d1117; stroke: #3d444d } path { stroke: #3d444d }
    .gone { fill: #442726 } .added { fill: #1c3b29 } .other { fill: #3b2e12 }
  }`;

/** A picture of the comment about a preview that the engine made, for the README. */
export function commentPicture() {
  const args = ["dist/cli/main.js", "summary", "tools/docs/comment.json", "--commit", "1a2b3c4"];
  const comment = execFileSync(execPath, args, { cwd: root, encoding: "utf8" });
  const shown = comment.replace(/<!--.*-->\n+|\| ---.*\n/gu, "");
  const shapes: string[] = [];
  let y = MARGIN;
  let isDiff = false;
  const [flowchart = ""] = /```mermaid[\s\S]*?```/u.exec(shown) ?? [];
  for (const line of shown.replace(flowchart, PICTURE).trim().split("\n")) {
    if (line === PICTURE) {
      const drawn = drawing(flowchart, y + 10);
      shapes.push(...drawn.shapes);
      y = drawn.y;
    } else if (line.startsWith("```")) isDiff = !isDiff;
    else if (line === "") y += 7;
    else if (isDiff) {
      y += 20;
      const colour = { "-": "gone", "+": "added", "!": "other" }[line.charAt(0)] ?? "none";
      const box = `<rect class="${colour}" x="${MARGIN}" y="${y - 15}" width="${WIDTH - 2 * MARGIN}" height="20"/>`;
      shapes.push(box, textOf(line, MARGIN + 8, y, "diff"));
    } else if (line.startsWith("|")) {
      y += 20;
      const cells = line.split("|").slice(1, -1);
      shapes.push(...cells.map((cell, index) => textOf(cell, index === 0 ? MARGIN : 90 + index * 80, y, "cell")));
      shapes.push(`<path d="M ${MARGIN} ${y + 6} H ${90 + cells.length * 80}"/>`);
    } else {
      for (const part of line.match(new RegExp(`.{1,${LONGEST}}(?: |$)`, "gu")) ?? []) {
        y += 20;
        shapes.push(textOf(part.replace(/^#+ /u, ""), MARGIN, y, /^[#*]/u.test(line) ? "bold" : "plain"));
      }
    }
  }
  const height = y + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" xml:space="preserve">
<title>The comment on a pull request</title>
<style>${style}
</style>
<rect class="page" width="${WIDTH - 1}" height="${height - 1}" x="0.5" y="0.5" rx="6"/>
${shapes.join("\n")}
</svg>
`;
}

/** The line in place of the flowchart. */
const PICTURE = "(picture)";
const BOX = 200;
const COLUMN = 240;

/** The boxes and arrows of a Mermaid flowchart, in columns by the arrows. */
function drawing(flowchart: string, top: number) {
  const nodes = [...flowchart.matchAll(/^ +(n\d+)(\(?)\["(.*)"\]\)?(?::::(\w+))?$/gmu)];
  const arrows = [...flowchart.matchAll(/^ +(n\d+) -\.?->?-?>? (n\d+)$/gmu)];
  const colours = new Map(
    [...flowchart.matchAll(/classDef (\w+) fill:(#\w+),stroke:(#\w+)/gu)].map((one) => [one[1], one]),
  );
  const depth = new Map(nodes.map(([, name = ""]) => [name, 0]));
  for (const _ of nodes)
    for (const [, from = "", to = ""] of arrows)
      depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1));
  const ends = new Map<number, number>();
  const middles = new Map<string, { x: number; y: number }>();
  const boxes = nodes.flatMap(([, name = "", round = "", label = "", look = ""]) => {
    const text = label.replace(/#(\d+);/gu, (_, code) => String.fromCodePoint(Number(code)));
    const lines = text.split("<br/>").flatMap((one) => one.match(/.{1,28}(?: |$)/gu) ?? []);
    const column = depth.get(name) ?? 0;
    const [x, y, height] = [MARGIN + column * COLUMN, ends.get(column) ?? top, lines.length * 18 + 14];
    ends.set(column, y + height + 14);
    middles.set(name, { x, y: y + height / 2 });
    const [, , fill = "#f6f8fa", line = "#59636e"] = colours.get(look) ?? [];
    const box = `<rect x="${x}" y="${y}" width="${BOX}" height="${height}" rx="${round === "" ? 2 : 16}" fill="${fill}" stroke="${line}"/>`;
    return [box, ...lines.map((text, at) => textOf(text, x + 12, y + 22 + at * 18, "box"))];
  });
  const lines = arrows.map(([, from = "", to = ""]) => {
    const [start, end] = [middles.get(from), middles.get(to)];
    return `<path class="none" d="M ${(start?.x ?? 0) + BOX} ${start?.y} L ${end?.x} ${end?.y}"/>`;
  });
  return { shapes: [...lines, ...boxes], y: Math.max(top, ...ends.values()) };
}

function textOf(text: string, x: number, y: number, look: string) {
  const plain = look === "diff" ? text : text.replace(/\*\*|`/gu, "").trim();
  return `<text class="${look}" x="${x}" y="${y}">${plain.replace(/[&<>]/gu, (one) => `&#${one.charCodeAt(0)};`)}</text>`;
}
