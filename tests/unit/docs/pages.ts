import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import markdownIt from "markdown-it";
import { root } from "../../support/clone";

/** A page of the documentation. */
export interface Page {
  /** The path below the root. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  /** The page and the line, for messages. */
  readonly title: string;
  readonly language: string;
  readonly code: string;
}

/** Every page for readers that git does not ignore: those at the root, and those below the folders with documentation. */
export function pages(): Page[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  const paths = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd().split("\n");
  return [...new Set(paths)]
    .filter((path) => /^(?:[^/]+|(?:docs|examples|simulator|tools)\/.*)$/u.test(path) && existsSync(join(root, path)))
    .sort()
    .map(page);
}

/** Whether a page is for users: README.md, and docs/ without docs/internals/. */
export const isForUsers = ({ path }: Page): boolean =>
  path === "README.md" || (path.startsWith("docs/") && !path.startsWith("docs/internals/"));

/** The page at a path below the root. */
export function page(path: string): Page {
  return { path: relative(root, join(root, path)), text: readFileSync(join(root, path), "utf8") };
}

/** The fenced blocks of the user's documentation: README and docs/. */
export function blocks(...languages: readonly string[]): Block[] {
  return pages()
    .filter(isForUsers)
    .flatMap(blocksOf)
    .filter(({ language }) => languages.includes(language));
}

function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu)].map(({ 1: language = "", 2: code = "", index }) => {
    return { title: `${path}:${String(text.slice(0, index).split("\n").length)}`, language, code };
  });
}

/** The text of a page without its fenced blocks. */
function prose({ text }: Page): string {
  return text.replace(/^```\w*\n[\s\S]*?^```$/gmu, "");
}

/** The headings of a page, without the leading `#`. */
export function headings(one: Page): string[] {
  return [...prose(one).matchAll(/^#+ (.*)$/gmu)].map(([, heading = ""]) => heading);
}

/** The anchors of the headings of a page, as GitHub and most other sites generate them. */
export function anchorsOf(one: Page): string[] {
  return headings(one).map((heading) => {
    const plain = heading.toLowerCase().replace(/[^\p{Letter}\p{Number}\s_-]/gu, "");
    return plain.replaceAll(" ", "-");
  });
}

/** The targets of the links and pictures of a page, as written. */
export function linksOf({ text }: Page): string[] {
  return markdownIt()
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => token.attrGet("href") ?? token.attrGet("src") ?? [])
    .map(String);
}

/** The text below a heading of the second level. */
export function section(one: Page, heading: string): string {
  const [, ...parts] = one.text.split(`\n## ${heading}\n`);
  return parts.join("").split(/\n## /u)[0] ?? "";
}
