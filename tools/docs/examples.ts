import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { fileNameOf } from "./kinds.ts";

const pages = "docs/reference/resources";
/** The languages besides TypeScript, whose example is part of the page: name, and ending of the files. */
const languages = [
  { name: "Python", fence: "python", ending: "py" },
  { name: "Go", fence: "go", ending: "go" },
  { name: "YAML", fence: "yaml", ending: "yaml" },
];

/** The example of a kind in the languages that use the provider plugin, for its page. */
export async function examplesText(kind: string) {
  const blocks = await Promise.all(languages.map(async (one) => `${one.name}:\n\n${await blockOf(kind, one)}`));
  const summary = `<summary>In ${languages.map(({ name }) => name).join(", ")}</summary>`;
  return `<details>\n${summary}\n\n${blocks.join("\n\n")}\n\n</details>`;
}

/** The example of a kind in every language, as Pulumi's schemas contain examples. */
export async function exampleUsage(kind: string) {
  const page = await readFile(join(root, pages, `${fileNameOf(kind)}.md`), "utf8");
  const [, typescript] = /\n## Example\n[\s\S]*?```ts\n([\s\S]*?)```/u.exec(page) ?? [];
  if (typescript === undefined) throw new SetupError(`${pages}/${fileNameOf(kind)}.md has no example.`);
  const others = await Promise.all(languages.map((one) => blockOf(kind, one)));
  const blocks = [`\`\`\`typescript\n${typescript}\`\`\``, ...others].join("\n");
  return `## Example Usage\n\n{{% examples %}}\n{{% example %}}\n\n${blocks}\n\n{{% /example %}}\n{{% /examples %}}`;
}

async function blockOf(kind: string, { fence, ending }: { fence: string; ending: string }) {
  const code = await readFile(join(root, pages, "examples", `${fileNameOf(kind)}.${ending}`), "utf8");
  return `\`\`\`${fence}\n${code}\`\`\``;
}
