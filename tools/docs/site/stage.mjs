// Copies the user pages to the folder from which the site generator reads them. The originals stay in the form for
// GitHub and npm; the copies have other paths and adapted links.
import { statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, extname, join, posix, relative } from "node:path";
import { filesBelow } from "../../lib/files.mjs";
import { SetupError } from "../../lib/errors.mjs";
import { root } from "../../lib/paths.mjs";

/** Folder of the site, and folder of its staged pages. */
export const siteFolder = join(root, "tools/docs-site");
export const pagesFolder = join(siteFolder, ".pages");

/** Pages outside of docs/, by their paths on the site. */
const others = new Map([
  ["README.md", "index.md"],
  ["SECURITY.md", "security.md"],
  ["CHANGELOG.md", "changelog.md"],
  ["docs/index.md", "contents.md"],
]);

/**
 * Writes every page, and returns the paths in the repository by those on the site.
 *
 * @returns {Promise<Map<string, string>>}
 */
export async function stage() {
  await rm(pagesFolder, { recursive: true, force: true });
  const places = new Map(others);
  const inDocs = (await filesBelow(join(root, "docs")))
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith("docs/internals/"));
  for (const path of inDocs) if (!places.has(path)) places.set(path, path.replace(/^docs\//u, ""));
  const folders = [
    "examples/pull-request/action",
    ...(await readdir(join(root, "examples"))).map((name) => `examples/${name}`),
  ];
  for (const folder of folders) places.set(folder, `${folder}.md`);
  for (const [path, place] of places) {
    if (folders.includes(path)) await write(place, await folderPage(path, places));
    else if (extname(path) === ".md") await write(place, relinked(await read(path), path, place, places));
    else await cp(join(root, path), join(pagesFolder, place), { recursive: true });
  }
  await mkdir(join(pagesFolder, "public"), { recursive: true });
  await writeFile(join(pagesFolder, "public/icon.svg"), icon);
  await cp(join(root, "LICENSE"), join(pagesFolder, "public/LICENSE.txt"));
  return places;
}

/** Icon: a flow that is copied to three places. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#3451b2" stroke-width="3">
<path d="M3 16h12M15 16 28 6M15 16h13M15 16l13 10"/></svg>
`;

/** @param {string} path */
const read = (path) => readFile(join(root, path), "utf8");

/**
 * @param {string} place
 * @param {string} text
 */
async function write(place, text) {
  const file = join(pagesFolder, place);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/**
 * A folder with files to copy, as one page: its README, then each file.
 *
 * @param {string} folder
 * @param {Map<string, string>} places
 */
async function folderPage(folder, places) {
  const files = (await filesBelow(join(root, folder)))
    .map((file) => relative(join(root, folder), file))
    .filter((name) => !/node_modules|^Pulumi\..+\.yaml$|tsconfig\.json$|\.fleet/u.test(name))
    .sort();
  const readme = files.includes("README.md")
    ? relinked(await read(`${folder}/README.md`), `${folder}/README.md`, `${folder}.md`, places)
    : `# ${folder}\n`;
  const parts = files.map(async (name) => {
    if (name === "README.md") return [];
    const text = (await read(`${folder}/${name}`)).trimEnd();
    return [`## ${name}`, `\`\`\`\`${languages[extname(name)] ?? "text"}\n${text}\n\`\`\`\``];
  });
  return [readme.trimEnd(), ...(await Promise.all(parts)).flat()].join("\n\n").concat("\n");
}

/** @type {Readonly<Record<string, string>>} */
const languages = { ".ts": "ts", ".mjs": "js", ".json": "json", ".yaml": "yaml", ".yml": "yaml" };

/**
 * The text of a page with links adapted to the site. Code stays unchanged.
 *
 * @param {string} text
 * @param {string} path of the page in the repository
 * @param {string} place of it on the site
 * @param {Map<string, string>} places
 */
function relinked(text, path, place, places) {
  const parts = text.split(/(^```[\s\S]*?^```$)/mu);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/gu, (_all, target) => {
            const to = targetOf(posix.join(posix.dirname(path), target), places);
            if (to === undefined) throw new SetupError(`${path}: the site has nothing for the link ${target}.`);
            const near = to.startsWith("/") ? to : posix.relative(posix.dirname(place), to);
            return `](${near.startsWith(".") || near.startsWith("/") ? near : `./${near}`})`;
          }),
    )
    .join("");
}

/**
 * @param {string} target path in the repository, possibly with an anchor
 * @param {Map<string, string>} places
 * @returns {string | undefined}
 */
function targetOf(target, places) {
  const [path = "", anchor] = target.split("#");
  const plain = path.replace(/\/$/u, "");
  const known = places.get(plain);
  if (known !== undefined) return anchor === undefined ? known : `${known}#${anchor}`;
  if (plain === "LICENSE") return "/LICENSE.txt";
  const folder = [...places.keys()].find((one) => extname(one) === "" && plain.startsWith(`${one}/`));
  if (folder === undefined) return undefined;
  const name = plain.slice(folder.length + 1);
  const page = String(places.get(folder));
  // The page of a folder shows its files one by one.
  const isFile = statSync(join(root, plain), { throwIfNoEntry: false })?.isFile() === true;
  return name === "README.md" || !isFile ? page : `${page}#${anchorOf(name)}`;
}

/**
 * The anchor of a heading, as GitHub generates it.
 *
 * @param {string} heading
 */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
