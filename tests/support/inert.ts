import markdownIt from "markdown-it";

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
    expect(content.split("\n").filter((line) => line !== "" && !ownBlocks.some((own) => own.test(line)))).toEqual([]);
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
