import { SetupError } from "../lib/errors.mjs";

/**
 * A table. Cells are Markdown; a `|` in them is escaped.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function table(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** @param {string} text */
export function code(text) {
  return `\`${text}\``;
}

const block = /<!-- generated:(\S+) -->[\s\S]*?<!-- \/generated -->/gu;

/**
 * The text with each part between `<!-- generated:NAME -->` and `<!-- /generated -->` generated again.
 *
 * @param {string} text
 * @param {(name: string) => Promise<string>} contentOf
 */
export async function filled(text, contentOf) {
  const opened = text.match(/<!-- generated:/gu)?.length ?? 0;
  const found = [...text.matchAll(block)];
  if (found.length !== opened) throw new SetupError("A generated part has no <!-- /generated --> after it.");
  const parts = await Promise.all(
    found.map(async ([, name = ""]) => `<!-- generated:${name} -->\n\n${await contentOf(name)}\n\n<!-- /generated -->`),
  );
  return text.replace(block, () => parts.shift() ?? "");
}
