import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import markdownIt from "markdown-it";
import { root } from "../../support/clone";

/** A page of the documentation. */
export interface Page {
  /** Path below the root. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  /** Page and line, for messages. */
  readonly title: string;
  readonly language: string;
  readonly code: string;
}

const folders = ["docs", "internals", "simulator", "tools"];

/** Every page for readers: those at the root, and those below the folders that have some. */
export function pages(): Page[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith(".md"));
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  );
  return [...atRoot, ...below].sort().map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** The page at a path below the root. */
export function page(path: string): Page {
  return { path: relative(root, join(root, path)), text: readFileSync(join(root, path), "utf8") };
}

/** The fenced blocks of the user's documentation: README and docs/. */
export function blocks(...languages: readonly string[]): Block[] {
  return pages()
    .filter(({ path }) => path === "README.md" || path.startsWith("docs/"))
    .flatMap(blocksOf)
    .filter(({ language }) => languages.includes(language));
}

function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu)].map(({ 1: language = "", 2: code = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    return { title: `${path}:${String(line)}`, language, code };
  });
}

/** The text of a page without its fenced blocks. */
function prose({ text }: Page): string {
  return text.replace(/^```\w*\n[\s\S]*?^```$/gmu, "");
}

/** The headings of a page, without their signs. */
export function headings(one: Page): string[] {
  return [...prose(one).matchAll(/^#+ (.*)$/gmu)].map(([, heading = ""]) => heading);
}

/** The names by which links lead to the headings of a page, as GitHub and most others make them. */
export function anchorsOf(one: Page): string[] {
  return headings(one).map((heading) => {
    const plain = heading.toLowerCase().replace(/[^\p{Letter}\p{Number}\s_-]/gu, "");
    return plain.replaceAll(" ", "-");
  });
}

/** Where the links and pictures of a page lead to, as they are written. */
export function linksOf({ text }: Page): string[] {
  return markdownIt()
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => token.attrGet("href") ?? token.attrGet("src") ?? []);
}

/** What stands below a heading of the second level. */
export function section(one: Page, heading: string): string {
  const [, ...parts] = one.text.split(`\n## ${heading}\n`);
  return parts.join("").split(/\n## /u)[0] ?? "";
}
