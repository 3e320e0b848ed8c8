import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pagesFolder } from "./stage.mjs";

/**
 * The pages of the site, in the order of the table of contents, grouped by its second-level headings.
 *
 * @returns {Promise<{ text: string, collapsed: boolean, items: { text: string, link: string }[] }[]>}
 */
export async function sidebar() {
  const [, ...sections] = (await readFile(join(pagesFolder, "contents.md"), "utf8")).split(/^## /mu);
  const first = { text: "What it is", link: "/" };
  return sections.map((section, index) => {
    const [text = ""] = section.split("\n");
    const links = [...section.matchAll(/\[([^\]]+)\]\(\.\/([^)#]+)\.md\)/gu)];
    const items = links.map(([, name = "", path = ""]) => ({ text: name, link: `/${path}` }));
    return { text, collapsed: false, items: index === 0 ? [first, ...items] : items };
  });
}
