import { printable } from "../output/text";

/** Longest text of one value in a comment; the rest is cut. */
const LONGEST_TEXT = 200;

/** Foreign text of one line, without control characters and known secrets, cut to a length. */
export function shortened(text: string, longest = LONGEST_TEXT): string {
  const clean = printable(text);
  return clean.length <= longest ? clean : `${clean.slice(0, longest).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}

/**
 * Foreign text that Markdown and HTML take for nothing but text, and that mentions nobody: as code. What could end the
 * code or a cell of a table is written in HTML, where every special character has a name of its own.
 */
export function code(text: string, longest = LONGEST_TEXT): string {
  const plain = shortened(text, longest);
  if (plain === "") return "";
  if (!/[`|\\]|^\s|\s$/u.test(plain)) return `\`${plain}\``;
  return `<code>${plain.replace(/[^\p{L}\p{N} ,;:/=…-]/gu, (c) => `&#${String(c.codePointAt(0))};`)}</code>`;
}

/** A row of a table. The cells are Markdown by now. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

/** Head of a table. */
export function tableHead(columns: readonly string[], numeric = 0): string {
  const rules = columns.map((_, index) => (index >= columns.length - numeric ? "--:" : "---"));
  return row(columns) + row(rules);
}

/** A part of a comment whose rows can be left out from the end. */
export interface Block {
  readonly head: string;
  readonly rows: readonly string[];
  /** Stands for the rows that were left out. */
  more(count: number): string;
}

/** A block with as many whole rows as its length allows; nothing where not even its head does. */
export function fitted({ head, rows, more }: Block, longest: number): string {
  const whole = head + rows.join("");
  if (rows.length === 0) return "";
  if (whole.length <= longest) return whole;
  let text = head;
  for (const [index, next] of rows.entries()) {
    const left = rows.length - index;
    if (text.length + next.length + more(left - 1).length > longest) {
      return text.length + more(left).length > longest ? "" : text + more(left);
    }
    text += next;
  }
  return text;
}
