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
 * Foreign text that Markdown and HTML treat as plain text, and that mentions no user: as code. What could end the
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

/**
 * A line of a fence of differences. Foreign text of one line cannot end the fence: it comes after the sign, and after
 * what is the same in place of one every grave accent is an apostrophe.
 */
export function diffLine(sign: "+" | "-" | "!" | " ", text: string, longest = LONGEST_LINE): Markdown {
  const plain = shortened(text, longest);
  return `${sign} ${sign === " " ? plain.replaceAll("`", "'") : plain}\n` as Markdown;
}

const LONGEST_LINE = 300;

/** A fence of differences, and its end. */
export const DIFF_BEGIN = prose`\`\`\`diff\n`;
export const DIFF_END = prose`\`\`\`\n`;

/** What a reader opens by a click. */
export function detailsBegin(summary: Markdown, isOpen = false): Markdown {
  return prose`<details${isOpen ? words(" open") : prose``}><summary>${summary}</summary>\n\n`;
}
export const DETAILS_END = prose`\n</details>\n`;

/** Foreign text between tags of HTML, where nothing is Markdown. */
export function inTags(text: string, longest = LONGEST_TEXT): Markdown {
  return markupText(shortened(text, longest)) as Markdown;
}

/** A link of the program's own words to an address that was asked for; only `http` and `https` are. */
export function link(text: Markdown, address: URL): Markdown {
  const safe = address.href.replace(/[^\w:/.?&=%#+~-]/gu, percent);
  return `[${text}](${safe})` as Markdown;
}

function percent(c: string): string {
  return [...Buffer.from(c)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** Invisible in a rendered comment: a script finds the comment by it. Nothing in it ends it. */
export function hidden(text: string): Markdown {
  const safe = printable(text).replace(/[^\p{L}\p{N} .,:/_-]/gu, percent);
  return `<!-- ${safe.replaceAll("--", "-%2D")} -->` as Markdown;
}

/** A part of a comment whose rows can be left out from the end. */
export interface Block {
  readonly head: Markdown;
  readonly rows: readonly Markdown[];
  /** Replaces the rows that were left out. */
  more(count: number): Markdown;
  /** Follows the last row, whatever was left out. */
  readonly end?: Markdown;
}

/** A block with as many whole rows as its length allows; nothing where not even its head does. */
export function fitted({ head, rows, more, end = prose`` }: Block, longest: number): Markdown {
  if (rows.length === 0) return prose``;
  const left = longest - end.length;
  if (head.length + rows.reduce((sum, next) => sum + next.length, 0) <= left) return joined([head, ...rows, end]);
  const kept: Markdown[] = [head];
  let length = head.length;
  for (const [index, next] of rows.entries()) {
    if (length + next.length + more(rows.length - index - 1).length > left) break;
    kept.push(next);
    length += next.length;
  }
  const rest = more(rows.length - kept.length + 1);
  return length + rest.length > left ? prose`` : joined([...kept, rest, end]);
}
