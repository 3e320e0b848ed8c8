import markdownIt from "markdown-it";
import type { Run } from "../support";

/** Text that changes a terminal: its title, the screen, a color, lines, the reading direction. */
export const CONTROLS =
  "\u001b]0;owned\u0007\u001b[2J\u001b[31m\u009b1m\r\n\t\b\u007f\u0085\u2028\u2029\u200e\u202e\u2066\u061c";
/** Text that has a meaning in Markdown, HTML and Mermaid, or on the sites that show them. */
export const MARKUP =
  '@team [x](http://a.example) ![i](http://a.example/i.png) <img src=x onerror=1> www.a.example http://y #1 **b** |`"]';
/** A name that attempts everything that a name can attempt. */
export const HOSTILE = `${CONTROLS}${MARKUP}`;
/** The same for a name that is part of a file path. It lacks what a path cannot contain. */
export const HOSTILE_PART = `${CONTROLS}@team `.replaceAll("\n", "");
/** The beginning of its escaped form, as it must be printed. */
export const SHOWN = String.raw`\u001b]0;owned\u0007\u001b[2J\u001b[31m\u009b1m\u000d`;
/** The same in Markdown. */
export const SHOWN_IN_MARKDOWN = "&#92;u001b&#93;0;owned&#92;u0007&#92;u001b&#91;2J";

// eslint-disable-next-line no-control-regex -- this test is about control characters
const acted = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// eslint-disable-next-line no-control-regex -- this test is about control characters
const own = /\u001b\[(?:1|22|3[129])m|\u001b\[\d+G|\u001b\[0J|\r\u001b\[K|\r(?=\n)/gu;

/**
 * Expects no byte that affects a terminal, except line ends and, on a terminal, the command's own colors and prompt.
 */
export function expectPrintable({ stdout, stderr }: Pick<Run, "stdout" | "stderr">, terminal: boolean): void {
  for (const text of [stdout, stderr]) {
    const foreign = terminal ? text.replace(own, "") : text.replaceAll("\r\n", "\n");
    expect(JSON.stringify(acted.exec(foreign))).toBe("null");
  }
}

const renderer = markdownIt({ html: true, linkify: true });
renderer.linkify.set({ fuzzyLink: true, fuzzyEmail: true });

/** The HTML that our comments may contain: the mark, and blocks that open on a click. */
const ownBlocks = [
  /^<!-- flowgate (?:summary|drift|deployment): [^<>]* -->$/u,
  /^<details><summary>(?:<b>)?[^<>@[\]]*(?:<\/b>)?[^<>@[\]]*<\/summary>$/u,
  /^<\/details>$/u,
];

/**
 * Parses Markdown with a renderer. Expects no link, no image, no HTML except the command's own, and no mention of a
 * user outside of code.
 */
export function expectInert(markdown: string): void {
  const tokens = renderer.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const types = new Set(tokens.map(({ type }) => type));
  for (const type of ["link_open", "image"]) expect([type, types.has(type)]).toEqual([type, false]);
  for (const { content } of tokens.filter(({ type }) => type === "html_block")) {
    const foreign = content.split("\n").filter((line) => line !== "" && !ownBlocks.some((own) => own.test(line)));
    expect(foreign).toEqual([]);
  }
  let inCode = false;
  for (const { type, content } of tokens) {
    if (type === "html_inline") {
      expect(["<code>", "</code>", "<br>", "<b>", "</b>"]).toContain(content);
      if (/code/u.test(content)) inCode = content === "<code>";
    }
    if (type === "text" && !inCode) expect(content).not.toMatch(/[@#<[\]]|:\/\/|www\./u);
  }
  for (const { type, info } of tokens) if (type === "fence") expect(["diff", "mermaid"]).toContain(info);
}

/**
 * Expects that foreign text in an HTML page stays text: no element and no attribute except those of the page itself.
 */
export function expectInertPage(page: string): void {
  const own = page.replace(/<style>[^<]*<\/style>/u, "").replace(/<script>[^]*?<\/script>/u, "");
  expect(page.match(/<script/gu)).toHaveLength(1);
  for (const [tag] of own.matchAll(/<[^>]*>/gu)) {
    expect(tag).toMatch(/^<(?:!doctype html|\/?[a-z][a-z0-9]*(?: [a-zA-Z-]+(?:="[^"<>]*")?)*\/?)>$/u);
    expect(tag).not.toMatch(/ (?:on\w+|src|href|style)=/iu);
  }
  expect(own.replace(/<[^>]*>/gu, "")).not.toMatch(/[<>@[\]]/u);
}
