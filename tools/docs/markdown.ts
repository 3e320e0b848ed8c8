import { SetupError } from "../lib/errors.mjs";

/** A table. Cells are Markdown; a `|` in them is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]) {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function code(text: string) {
  return `\`${text}\``;
}

const block = /<!-- generated:(\S+) -->[\s\S]*?<!-- \/generated -->/gu;

/** The text with each part between `<!-- generated:NAME -->` and `<!-- /generated -->` generated again. */
export async function filled(text: string, contentOf: (name: string) => Promise<string>) {
  const opened = text.match(/<!-- generated:/gu)?.length ?? 0;
  const found = [...text.matchAll(block)];
  if (found.length !== opened) throw new SetupError("A generated part has no <!-- /generated --> after it.");
  const parts = await Promise.all(
    found.map(async ([, name = ""]) => `<!-- generated:${name} -->\n\n${await contentOf(name)}\n\n<!-- /generated -->`),
  );
  return text.replace(block, () => parts.shift() ?? "");
}
