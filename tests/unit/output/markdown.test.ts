import fc from "fast-check";
import {
  code,
  DETAILS_END,
  detailsBegin,
  DIFF_BEGIN,
  DIFF_END,
  diffLine,
  hidden,
  inTags,
  joined,
  markupText,
  prose,
  row,
  tableHead,
  words,
} from "../../../output/markdown";
import { diagramFence, mermaid, mermaidText } from "../../../output/mermaid";
import { expectInert } from "../cli/hostile/text";

/** Texts made of what Markdown, HTML and Mermaid act on. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...["`", "``", "|", "\\", "<", ">", "&", "&lt;", "[a](b)", "![a](b)", "@team", "#1", "http://y", "www.a.example"],
      ...[
        "a@b.example",
        "<img src=x>",
        "</code>",
        "<!--",
        "-->",
        "*",
        "_",
        "~~",
        "\n",
        "\n\n# ",
        "```\n",
        " ",
        "x",
        "$`",
      ],
      ...["|---|", "[^1]", ":tada:", "javascript:", '"', "'", "\u001b[2J", "\u202e", "\u0085", "\ud83d\ude42"],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("foreign text in a table, a list, a heading or prose stays text, whatever it is made of", () => {
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const table = joined([tableHead([words("One"), words("Other")]), row([code(one), code(other)])]);
      const text = prose`## ${code(one)}\n\n- ${code(other)} and ${code(one)}\n\n${table}\n${code(one)}: ${code(other)}\n`;
      expectInert(text);
      expect(text.split("\n")).toHaveLength(10);
      expect(text.split("\n")[6]?.match(/(?<!\\)\|/gu)).toHaveLength(3);
    }),
    { numRuns: 1000 },
  );
});

test("foreign text in a fence of differences, in a mark or in what is opened by a click ends none of them", () => {
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const lines = (["+", "-", " ", "!"] as const).map((sign) => diffLine(sign, one));
      const text = prose`${hidden(one)}\n\n${detailsBegin(inTags(other))}${DIFF_BEGIN}${joined(lines)}${DIFF_END}${DETAILS_END}`;
      expectInert(
        prose`${hidden(`flowgate summary: ${one}`)}\n\n${detailsBegin(inTags(other))}${DIFF_BEGIN}${joined(lines)}${DIFF_END}${DETAILS_END}`,
      );
      expect(text.split("\n")).toHaveLength(13);
      expect(hidden(one).slice(5, -4)).not.toMatch(/[<>]|--/u);
    }),
    { numRuns: 1000 },
  );
});

test("foreign text in HTML or SVG is text: every sign of markup is written by its number", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const decoded = markupText(text).replace(/&#(\d+);/gu, (_all, point: string) =>
        String.fromCodePoint(Number(point)),
      );
      expect(markupText(text).replace(/&#\d+;/gu, "")).toMatch(/^[\p{L}\p{N} ,;/=…-]*$/u);
      expect(decoded).not.toMatch(/[\u0000-\u001f]/u); // eslint-disable-line no-control-regex -- what this is about
    }),
  );
});

test("foreign text in a diagram ends neither its label nor the fence", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const fence = diagramFence(mermaid`flowchart LR\n  n0["${mermaidText(text)}"]\n`);
      expect(fence.match(/```/gu)).toHaveLength(2);
      expect(fence.match(/"/gu)).toHaveLength(2);
      expect(fence.split("\n")).toHaveLength(5);
    }),
  );
});

test("only words that the program has by heart are Markdown without more", () => {
  const given: string = "x";
  // @ts-expect-error -- a text that could be any text
  expect(words(given)).toBe("x");
  // @ts-expect-error -- the same in a template
  expect(prose`${given}`).toBe("x");
  expect(words("Stack")).toBe("Stack");
});
