import { printable } from "./text";

declare const made: unique symbol;
/**
 * Markdown in which foreign text is text and nothing else. Only this file makes it: of words of the program
 * ({@link words}), of foreign text ({@link code}), and of both put together ({@link prose}).
 */
export type Markdown = string & { readonly [made]: "Markdown" };

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
export function code(text: string, longest = LONGEST_TEXT): Markdown {
  const plain = shortened(text, longest);
  if (plain === "") return prose``;
  if (!/[`|\\]|^\s|\s$/u.test(plain)) return `\`${plain}\`` as Markdown;
  return `<code>${markupText(plain)}</code>` as Markdown;
}

/**
 * Text in HTML or SVG: all but letters, digits and a few signs by number, so that it neither is markup nor, in Markdown,
 * a link that is recognised by its form (`https:`, `www.`, an address of mail).
 */
export function markupText(text: string): string {
  return printable(text).replace(/[^\p{L}\p{N} ,;/=…-]/gu, (c) => `&#${String(c.codePointAt(0))};`);
}

/** Markdown of the program itself, with parts that are Markdown by now. */
export function prose(texts: TemplateStringsArray, ...parts: readonly (Markdown | number)[]): Markdown {
  return String.raw({ raw: texts }, ...parts) as Markdown;
}

/** Words of the program: the compiler refuses every text that it does not know by heart. */
export function words<T extends string>(text: string extends T ? never : T): Markdown {
  return text as string as Markdown;
}

/** Parts one after another. */
export function joined(parts: readonly Markdown[], between: Markdown = prose``): Markdown {
  return parts.join(between) as Markdown;
}

/** A row of a table. */
export function row(cells: readonly Markdown[]): Markdown {
  return prose`| ${joined(cells, prose` | `)} |\n`;
}

/** Head of a table. */
export function tableHead(columns: readonly Markdown[], numeric = 0): Markdown {
  const rules = columns.map((_, index) => (index >= columns.length - numeric ? prose`--:` : prose`---`));
  return joined([row(columns), row(rules)]);
}

/** A part of a comment whose rows can be left out from the end. */
export interface Block {
  readonly head: Markdown;
  readonly rows: readonly Markdown[];
  /** Stands for the rows that were left out. */
  more(count: number): Markdown;
}

/** A block with as many whole rows as its length allows; nothing where not even its head does. */
export function fitted({ head, rows, more }: Block, longest: number): Markdown {
  const whole = joined([head, ...rows]);
  if (rows.length === 0) return prose``;
  if (whole.length <= longest) return whole;
  let text = head;
  for (const [index, next] of rows.entries()) {
    const left = rows.length - index;
    if (text.length + next.length + more(left - 1).length > longest) {
      return text.length + more(left).length > longest ? prose`` : joined([text, more(left)]);
    }
    text = joined([text, next]);
  }
  return text;
}
