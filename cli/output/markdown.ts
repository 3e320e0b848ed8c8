import { builderOf } from "./safe";
import { amountText, printable } from "./text";

declare const made: unique symbol;
/**
 * Markdown with foreign text safely escaped. Only this file creates it: from the program's own words ({@link words}),
 * from foreign text ({@link code}), and from both together ({@link prose}).
 */
export type Markdown = string & { readonly [made]: "Markdown" };

/** Maximum length of one value in a comment; longer ones are cut. */
const LONGEST_TEXT = 200;

/** Foreign text on one line, without control characters and known secrets, cut to a maximum length. */
export function shortened(text: string, longest = LONGEST_TEXT): string {
  const clean = printable(text);
  return clean.length <= longest ? clean : `${clean.slice(0, longest).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}

/**
 * Foreign text as code, which Markdown and HTML show as plain text and which mentions no user. Text that could end the
 * code or a table cell is written as HTML with escaped special characters.
 */
export function code(text: string, longest = LONGEST_TEXT): Markdown {
  const plain = shortened(text, longest);
  if (plain === "") return prose``;
  if (!/[`|\\]|^\s|\s$/u.test(plain)) return `\`${plain}\`` as Markdown;
  return `<code>${markupText(plain)}</code>` as Markdown;
}

/** Names as code. */
export function codes(names: readonly string[]): Markdown {
  const all = names.map((name) => code(name));
  return joined(all, prose`, `);
}

/**
 * Text for HTML or SVG. Everything except letters, digits and a few signs is a numeric reference. So it is neither
 * markup nor, in Markdown, a link that is recognized by its form (`https:`, `www.`, an email address).
 */
export function markupText(text: string): string {
  return printable(text).replace(/[^\p{L}\p{N} ,;/=…-]/gu, (c) => `&#${String(c.codePointAt(0))};`);
}

export const { template: prose, words, joined } = builderOf<Markdown>();

/** A name inside of code, without any sign that could end it or that a shell would read. */
export function plainWord(text: string): Markdown {
  return shortened(text).replace(/[^\w.-]/gu, "_") as Markdown;
}

/** A number with separators, as in `2,960`. */
export function amount(count: number): Markdown {
  return amountText(count) as Markdown;
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
 * A line of a fenced diff. Foreign text on one line cannot end the fence: it follows the sign, or, on an unchanged
 * line, its grave accents are replaced by apostrophes.
 */
export function diffLine({ sign, text }: { readonly sign: "+" | "-" | "!" | " "; readonly text: string }): Markdown {
  const plain = shortened(text, LONGEST_LINE);
  return `${sign} ${sign === " " ? plain.replaceAll("`", "'") : plain}\n` as Markdown;
}

const LONGEST_LINE = 300;

/** Start and end of a fenced diff. */
export const DIFF_BEGIN = prose`\`\`\`diff\n`;
export const DIFF_END = prose`\`\`\`\n`;

/** Start of a section that a reader can unfold. */
export function detailsBegin(summary: Markdown): Markdown {
  return prose`<details><summary>${summary}</summary>\n\n`;
}
export const DETAILS_END = prose`\n</details>\n`;

/** Foreign text as code between HTML tags, where Markdown is not parsed. It mentions no user, as plain text would. */
export function codeInTags(text: string): Markdown {
  return `<code>${inTags(text)}</code>` as Markdown;
}

/** Words of the program between HTML tags. */
export function inTags(text: string, longest = LONGEST_TEXT): Markdown {
  return markupText(shortened(text, longest)) as Markdown;
}

/** A link with the program's own words to an address from the user; only `http` and `https` become links. */
export function link(text: Markdown, address: URL): Markdown {
  const safe = address.href.replace(/[^\w:/.?&=%#+~-]/gu, percent);
  return `[${text}](${safe})` as Markdown;
}

function percent(c: string): string {
  return [...Buffer.from(c)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** A comment that is invisible when rendered, by which a script finds it again. The text cannot end it. */
export function hidden(text: string): Markdown {
  const safe = printable(text).replace(/[^\p{L}\p{N} .,:/_-]/gu, percent);
  return `<!-- ${safe.replaceAll("--", "-%2D")} -->` as Markdown;
}

/** A part of a comment from whose end rows can be left out. */
export interface Block {
  readonly head: Markdown;
  readonly rows: readonly Markdown[];
  /** The text for this number of left-out rows. */
  more(count: number): Markdown;
  /** Follows the last row, even if rows were left out. */
  readonly end?: Markdown;
}

/** A block with as many whole rows as fit; empty if not even its head fits. */
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
