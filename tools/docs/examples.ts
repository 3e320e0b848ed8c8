import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exampleOf } from "../declarations/comments.ts";
import { root } from "../lib/paths.mjs";
import { endings, fileNameOf } from "./kinds.ts";

/** The example of a kind in every language, as Pulumi's schemas contain examples. */
export async function exampleUsage(kind: string) {
  const read = (name: string) => readFile(join(root, "docs/reference/resources", name), "utf8");
  const others = Object.entries(endings).map(async ([name, ending]) => {
    return `\`\`\`${name.toLowerCase()}\n${await read(`examples/${fileNameOf(kind)}.${ending}`)}\`\`\``;
  });
  const blocks = [`\`\`\`typescript\n${exampleOf(fileNameOf(kind))}\`\`\``, ...(await Promise.all(others))].join("\n");
  return `## Example Usage\n\n{{% examples %}}\n{{% example %}}\n\n${blocks}\n\n{{% /example %}}\n{{% /examples %}}`;
}
