import { execFile } from "node:child_process";
import { join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { root } from "../lib/paths.mjs";

/** The colours of a picture: those of GitHub's pages. */
const themes = {
  light: { page: "#ffffff", text: "#1f2328", line: "#d1d9e0", gone: "#ffebe9", added: "#dafbe1", other: "#fff8c5" },
  dark: { page: "#0d1117", text: "#f0f6fc", line: "#3d444d", gone: "#442726", added: "#1c3b29", other: "#3b2e12" },
};

const WIDTH = 760;
const MARGIN = 16;
const LINE = 20;
/** Characters of a line of the title. */
const TITLE = 92;

/** A picture of the comment about a preview that the engine made, for the README. */
export async function commentPicture(theme: keyof typeof themes) {
  const args = [
    join(root, "dist/cli/main.js"),
    "summary",
    join(root, "tools/docs/comment.json"),
    "--commit",
    "1a2b3c4",
  ];
  const { stdout: comment } = await promisify(execFile)(execPath, args);
  return drawn(partsOf(comment), themes[theme]);
}

type Part =
  | { readonly kind: "title" | "heading" | "text"; readonly text: string }
  | { readonly kind: "row"; readonly cells: readonly string[]; readonly isHead: boolean }
  | { readonly kind: "diff"; readonly text: string };

/** The parts of a comment that the picture shows: not the drawing below it, which GitHub makes. */
function partsOf(comment: string): Part[] {
  const parts: Part[] = [];
  let fence = "";
  for (const line of comment.split("\n")) {
    const [, opened] = /^```(\w*)$/u.exec(line) ?? [];
    if (opened !== undefined) {
      fence = opened;
      continue;
    }
    if (fence === "diff") parts.push({ kind: "diff", text: line });
    if (fence !== "" || line === "" || line.startsWith("<!--")) continue;
    if (line.startsWith("|")) {
      const cells = line.slice(1, -1).split("|").map(plain);
      if (cells.every((cell) => /^-+:?$/u.test(cell))) continue;
      parts.push({ kind: "row", cells, isHead: parts.at(-1)?.kind !== "row" });
    } else if (line.startsWith("### ")) {
      parts.push(...wrapped(plain(line.slice(4))).map((text) => ({ kind: "title" as const, text })));
    } else {
      parts.push({ kind: line.startsWith("**") ? "heading" : "text", text: plain(line) });
    }
  }
  return parts;
}

function plain(text: string) {
  return text.replace(/\*\*|`/gu, "").trim();
}

function wrapped(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length < TITLE) lines[lines.length - 1] = `${last} ${word}`.trim();
    else lines.push(word);
  }
  return lines;
}

function drawn(parts: readonly Part[], colours: (typeof themes)["light"]) {
  const shapes: string[] = [];
  let y = MARGIN + LINE;
  let before: Part["kind"] = "title";
  for (const part of parts) {
    if (part.kind !== before && part.kind !== "diff") y += LINE / 2;
    before = part.kind;
    if (part.kind === "row") shapes.push(...rowOf(part, y, colours));
    else if (part.kind === "diff") shapes.push(...diffOf(part.text, y, colours));
    else shapes.push(textOf(part.text, MARGIN, y, part.kind === "text" ? "" : ' font-weight="bold"'));
    y += LINE;
  }
  const height = y + MARGIN - LINE / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"` +
      ` role="img" font-family="Helvetica, Arial, sans-serif" font-size="14" fill="${colours.text}">`,
    "<title>The comment on a pull request</title>",
    `<rect width="${WIDTH - 1}" height="${height - 1}" x="0.5" y="0.5" rx="6" fill="${colours.page}" stroke="${colours.line}"/>`,
    ...shapes,
    "</svg>",
    "",
  ].join("\n");
}

function rowOf({ cells, isHead }: Part & { kind: "row" }, y: number, { line }: (typeof themes)["light"]) {
  const weight = isHead ? ' font-weight="bold"' : "";
  const end = MARGIN + 170 + cells.length * 80 - 80;
  return [
    ...cells.map((cell, index) => textOf(cell, MARGIN + (index === 0 ? 0 : 90 + index * 80), y, weight)),
    `<path d="M ${MARGIN} ${y + 6} H ${end}" stroke="${line}"/>`,
  ];
}

function diffOf(text: string, y: number, { gone, added, other }: (typeof themes)["light"]) {
  const colour = { "-": gone, "+": added, "!": other }[text.charAt(0)] ?? "none";
  const box = `<rect x="${MARGIN}" y="${y - 15}" width="${WIDTH - 2 * MARGIN}" height="${LINE}" fill="${colour}"/>`;
  return [
    box,
    textOf(text, MARGIN + 8, y, ' font-family="Menlo, Consolas, monospace" font-size="13" xml:space="preserve"'),
  ];
}

function textOf(text: string, x: number, y: number, more = "") {
  const clear = text.replace(/[&<>]/gu, (one) => `&#${one.charCodeAt(0)};`);
  return `<text x="${x}" y="${y}"${more}>${clear}</text>`;
}
