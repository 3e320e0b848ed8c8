import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A page of the documentation, by the word that selects it. */
export interface Topic {
  readonly name: string;
  /** Its first heading. */
  readonly title: string;
  readonly text: string;
}

/** All pages for users in the package, in the order of their folders. */
export function topics(): readonly Topic[] {
  const docs = join(dirname(require.resolve("pulumi-flowgate/package.json")), "docs");
  const files = folders.flatMap((folder) =>
    readdirSync(join(docs, folder))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => join(docs, folder, name)),
  );
  return files.map((file) => {
    const text = readFileSync(file, "utf8");
    return { name: basename(file, ".md"), title: /^# (.+)$/mu.exec(text)?.[1] ?? "", text };
  });
}

const folders = ["start", "guides", "reference", "reference/resources", "operations"];
