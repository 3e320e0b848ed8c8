import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { fileNameOf } from "./kinds.ts";

const pages = "docs/reference/resources";
/** The languages besides TypeScript, with the ending of their files. */
const languages = [
  { fence: "python", ending: "py" },
  { fence: "go", ending: "go" },
  { fence: "yaml", ending: "yaml" },
];

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
