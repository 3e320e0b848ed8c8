import { htmlJoined, htmlText, htmlWords, tags, type Html } from "../../lib/output/html";
import { shortened } from "../../lib/output/markdown";
import { colors, type Cluster, type PictureNode } from "./drawn";
import { placed, type Placed, type PlacedArrow, type PlacedNode, type Point, type Size } from "./layout";

/** One drawing: a part of the objects at one place. */
export interface Chart {
  readonly title: string;
  readonly cluster: Cluster;
}

const FONT = 13;
const LINE = 18;
const PADDING = 10;
const MARGIN = 20;
const TITLE = 34;
const LONGEST_LINE = 48;
/** Width of a character relative to the font size, for the widest common fonts, so that no text exceeds its box. */
const LETTER = 0.62;
const WIDE_LETTER = 1.05;

const legend: Readonly<Record<string, string>> = {
  "+": "+ is created",
  "~": "~ is changed",
  "-": "- is deleted",
  "✗": "✗ failed",
  "±": "± is deleted and created again",
  "≠": "≠ was changed by hand",
  "!": "! is missing on the appliance",
  "→": "→ another resource declares it",
  "?": "? is not managed",
};

/** Charts below each other, as one self-contained drawing. */
export function svgOf(charts: readonly Chart[], title: string): Html {
  let top = MARGIN;
  let width = 0;
  const drawn = charts.map(({ title: name, cluster }) => {
    const place = placed(cluster, sizeOf);
    const head =
      name === ""
        ? tags``
        : tags`<text x="${MARGIN}" y="${top + 16}" font-size="17" font-weight="bold">${htmlText(name)}</text>\n`;
    if (name !== "") top += TITLE;
    const body = tags`<g transform="translate(${MARGIN},${top})">\n${insideOf(place)}</g>\n`;
    top += place.height + MARGIN * 1.5;
    width = Math.max(width, place.width, textWidth(name, 17));
    return tags`${head}${body}`;
  });
  const signs = legendOf(charts);
  const foot =
    signs === "" ? tags`` : tags`<text x="${MARGIN}" y="${round(top)}" fill="#495057">${htmlText(signs)}</text>\n`;
  const size: Size = {
    width: Math.ceil(Math.max(width, textWidth(signs, FONT)) + MARGIN * 2),
    height: Math.ceil(top + (signs === "" ? 0 : MARGIN)),
  };
  return tags`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" font-family="Verdana, DejaVu Sans, sans-serif" font-size="${FONT}">
<title>${htmlText(title)}</title>
<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#495057"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
${htmlJoined(drawn)}${foot}</svg>
`;
}

/** The meaning of the signs that occur. */
function legendOf(charts: readonly Chart[]): string {
  const used = new Set(
    charts.flatMap(({ cluster }) =>
      cluster.columns
        .flat()
        .flatMap(({ action, lines }) => (action === undefined ? [] : [lines[0]?.slice(0, 1) ?? ""])),
    ),
  );
  return Object.entries(legend)
    .flatMap(([sign, text]) => (used.has(sign) ? [text] : []))
    .join(" · ");
}

function sizeOf({ lines }: PictureNode): Size {
  const widths = lines.map((line, index) => textWidth(fitting(line), FONT) * (index === 0 ? 1.1 : 1));
  return { width: Math.ceil(Math.max(...widths, 90) + PADDING * 2), height: lines.length * LINE + PADDING * 1.4 };
}

function fitting(line: string): string {
  return shortened(line, LONGEST_LINE);
}

function textWidth(text: string, font: number): number {
  const wide = text.match(/[\u1100-\u1FFF\u2E80-\u{10FFFF}]/gu)?.length ?? 0;
  return ((text.length - wide) * LETTER + wide * WIDE_LETTER) * font;
}

function insideOf({ nodes, arrows }: Placed): Html {
  return htmlJoined([...arrows.map(arrowHtml), ...nodes.map(nodeHtml)]);
}

function arrowHtml({ points, dashed }: PlacedArrow): Html {
  const dash = dashed ? tags` stroke-dasharray="5 4"` : tags``;
  return tags`<path d="${htmlText(pathOf(points))}" fill="none" stroke="#495057"${dash} marker-end="url(#end)"/>\n`;
}

/** A line with a bend at each point. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return "";
  const text = ({ x, y }: Point): string => `${String(round(x))} ${String(round(y))}`;
  if (rest.length < 2) {
    const middle = (first.x + last.x) / 2;
    return `M ${text(first)} C ${text({ x: middle, y: first.y })} ${text({ x: middle, y: last.y })} ${text(last)}`;
  }
  const bends = rest.map((point, index) => {
    const next = rest[index + 1];
    const end = next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q ${text(point)} ${text(end)}`;
  });
  return [`M ${text(first)}`, ...bends].join(" ");
}

function nodeHtml({ node, x, y, width, height }: PlacedNode): Html {
  const style = node.action ?? (node.isMuted === true ? "muted" : "same");
  const [fill, line, color] = colors[style];
  const [left, top] = [round(x - width / 2), round(y - height / 2)];
  const radius = node.shape === "round" ? Math.min(height / 2, 18) : 4;
  // Boxes of objects that are deleted or failed have a dashed line.
  const dash = ["delete", "failed", "muted"].includes(style) ? tags` stroke-dasharray="6 4"` : tags``;
  const thick = node.action === undefined ? 1 : 2;
  const texts = node.lines.map((text, index) => {
    const bold = index === 0 ? htmlWords(' font-weight="bold"') : tags``;
    const baseline = round(y - (node.lines.length * LINE) / 2 + index * LINE + LINE * 0.72);
    return tags`<text x="${round(x)}" y="${baseline}" text-anchor="middle" fill="${htmlText(color)}"${bold}>${htmlText(fitting(text))}</text>`;
  });
  return tags`<rect x="${left}" y="${top}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${htmlText(fill)}" stroke="${htmlText(line)}" stroke-width="${thick}"${dash}/>${htmlJoined(texts)}\n`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
