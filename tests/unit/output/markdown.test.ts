import fc from "fast-check";
import {
  code,
  codeInTags,
  DETAILS_END,
  detailsBegin,
  DIFF_BEGIN,
  DIFF_END,
  diffLine,
  fitted,
  hidden,
  inTags,
  joined,
  link,
  type Markdown,
  markupText,
  prose,
  row,
  shortened,
  tableHead,
  words,
} from "../../../cli/output/markdown";
import { diagramFence, mermaid, mermaidText } from "../../../cli/output/mermaid";
import { expectInert } from "../../support/inert";
import { cases } from "../../support/long";

/** Texts that consist of pieces with a meaning in Markdown, HTML and Mermaid. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...["`", "``", "|", "\\", "<", ">", "&", "&lt;", "[a](b)", "![a](b)", "@team", "#1", "http://y", "www.a.example"],
      ...["a@b.example", "<img src=x>", "</code>", "<!--", "-->", "*", "_", "~~", "\n", "\n\n# ", "```\n", " ", "x"],
      ...["$`", "|---|", "[^1]", ":tada:", "javascript:", '"', "'", "\u001b[2J", "\u202e", "\u0085", "\ud83d\ude42"],
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
    cases,
  );
});

test("a name between tags is code: as plain text it could mention a user", () => {
  expect(codeInTags("@someone <b>")).toBe("<code>&#64;someone &#60;b&#62;</code>");
});

test("foreign text in a diff fence, a hidden mark or the summary of a folded section cannot end any of them", () => {
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const lines = (["+", "-", " ", "!"] as const).map((sign) => diffLine({ sign, text: one }));
      const text = prose`${hidden(one)}\n\n${detailsBegin(inTags(other))}${DIFF_BEGIN}${joined(lines)}${DIFF_END}${DETAILS_END}`;
      expectInert(
        prose`${hidden(`flowgate summary: ${one}`)}\n\n${detailsBegin(inTags(other))}${DIFF_BEGIN}${joined(lines)}${DIFF_END}${DETAILS_END}`,
      );
      expect(text.split("\n")).toHaveLength(13);
      expect(hidden(one).slice(5, -4)).not.toMatch(/[<>]|--/u);
    }),
    cases,
  );
});

test("foreign text in HTML or SVG stays text: markup characters are written as numeric references", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const decoded = markupText(text).replace(/&#(\d+);/gu, (_all, point: string) =>
        String.fromCodePoint(Number(point)),
      );
      expect(markupText(text).replace(/&#\d+;/gu, "")).toMatch(/^[\p{L}\p{N} ,;/=…-]*$/u);
      expect(decoded).not.toMatch(/[\u0000-\u001f]/u); // eslint-disable-line no-control-regex -- the test looks for them
    }),
  );
});

describe("foreign text that is shortened", () => {
  test.each([
    ["stays unchanged if it is not longer than the limit", "12345", "12345"],
    ["is cut and ends with an ellipsis if it is longer than the limit", "123456", "12345…"],
    ["is not cut within a character", "1234\u{1f642}", "1234…"],
    ["stays on one line, and is cut after escaping", "1\n2", "1\\u00…"],
  ])("%s", (_, text, expected) => {
    expect(shortened(text, 5)).toBe(expected);
  });

  test("is also cut in code, between tags and in a diff line", () => {
    const line = diffLine({ sign: "+", text: "x".repeat(301) });
    expect([code("abc", 2), inTags("abc", 2), line]).toEqual(["`ab…`", "ab…", `+ ${"x".repeat(300)}…\n`]);
  });
});

test.each([
  ["a text", "`a text`"],
  ["<b> & *c*", "`<b> & *c*`"],
  ["", ""],
  ["a`b", "<code>a&#96;b</code>"],
  ["a|b", "<code>a&#124;b</code>"],
  ["a\\b", "<code>a&#92;b</code>"],
  [" a", "<code> a</code>"],
  ["a ", "<code>a </code>"],
])("%j as code is %s", (text, expected) => {
  expect(code(text)).toBe(expected);
});

test.each([
  ["https://ci.example/run/7?a=b&c=%20d#e~f+g", "https://ci.example/run/7?a=b&c=%20d#e~f+g"],
  ["https://ci.example:8443/a_(b)/", "https://ci.example:8443/a_%28b%29/"],
  ["https://ci.example/?q=[x](y)|'z!*@,;$", "https://ci.example/?q=%5Bx%5D%28y%29%7C%27z%21%2A%40%2C%3B%24"],
])("the address %s in a link is %s, which does not end the link", (address, expected) => {
  expect(link(words("Report"), new URL(address))).toBe(`[Report](${expected})`);
});

test.each([
  ["stack: dev/a.b_c-1, d", "stack: dev/a.b_c-1, d"],
  ["a --> <b> --- c", "a -%2D%3E %3Cb%3E -%2D- c"],
  ["é\u{1f642}\n", "é%F0%9F%99%82%5Cu000a"],
])("%j in a hidden comment is %s", (text, expected) => {
  expect(hidden(text)).toBe(`<!-- ${expected} -->`);
});

describe("a block with a maximum length", () => {
  const head = words("head\n");
  const end = words("end\n");
  const dots = (count: number): Markdown => joined(Array<Markdown>(count).fill(words(".")));

  test("needs no end, and is empty without rows", () => {
    expect(fitted({ head, rows: [words("row 1\n")], more: dots }, 11)).toBe("head\nrow 1\n");
    expect(fitted({ head, rows: [], more: dots, end }, 100)).toBe("");
  });

  test("has as many rows as fit, whatever the length of the rows and of the text for the others", () => {
    const lines = fc.array(fc.constantFrom(words("a\n"), words("bcd\n"), words("efghijkl\n")), { minLength: 1 });
    fc.assert(
      fc.property(lines, fc.nat(120), (list, longest) => {
        const withRows = (count: number): string =>
          [head, ...list.slice(0, count), ...(count < list.length ? [dots(list.length - count)] : []), end].join("");
        const fitting = [...list.keys(), list.length].map(withRows).filter(({ length }) => length <= longest);
        expect(fitted({ head, rows: list, more: dots, end }, longest)).toBe(fitting.at(-1) ?? "");
      }),
      cases,
    );
  });
});

test("foreign text in a diagram can end neither its label nor the fence", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const fence = diagramFence(mermaid`flowchart LR\n  n0["${mermaidText(text)}"]\n`);
      expect(fence.match(/```/gu)).toHaveLength(2);
      expect(fence.match(/"/gu)).toHaveLength(2);
      expect(fence.split("\n")).toHaveLength(5);
    }),
  );
});

test("only string literals of the program can become Markdown without escaping", () => {
  const given: string = "x";
  // @ts-expect-error -- the text may be any text
  expect(words(given)).toBe("x");
  // @ts-expect-error -- the same in a template
  expect(prose`${given}`).toBe("x");
  expect(words("Stack")).toBe("Stack");
});
