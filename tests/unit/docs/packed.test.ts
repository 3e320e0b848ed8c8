import { execFile } from "node:child_process";
import { dirname, join } from "node:path/posix";
import { promisify } from "node:util";
import { root } from "../../support/clone";
import { anchorsOf, linksOf, page, type Page } from "./pages";

/** The pages in the tarball, and all of its files and folders. */
let pages: Page[];
let held: ReadonlySet<string>;

beforeAll(async () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  held = new Set(paths.flatMap(withFolders));
  pages = paths.filter((path) => path.endsWith(".md")).map(page);
});

/** A path and all folders that contain it. */
function withFolders(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [path] : [path, ...withFolders(folder)];
}

interface Link {
  readonly from: string;
  readonly path: string;
  readonly anchor: string | undefined;
}

/** Links to other files of the package, by their paths in the package. */
function linksInside(): Link[] {
  return pages.flatMap((from) =>
    linksOf(from)
      .filter((target) => !/^[a-z][a-z+.-]*:/iu.test(target))
      .map((target) => {
        const [path = "", anchor] = target.split("#");
        return { from: from.path, path: path === "" ? from.path : join(dirname(from.path), path), anchor };
      }),
  );
}

test("the package contains the pages for users and none of those for contributors", () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["README.md", "SECURITY.md", "docs/index.md"]));
  expect(
    paths.filter((path) => /^(?:docs\/internals|simulator|tests|tools)\/|CONTRIBUTING|ARCHITECTURE/u.test(path)),
  ).toEqual([]);
});

test("every link of a packed page leads to a file of the package, or to the web over HTTPS", () => {
  const broken = linksInside().filter(({ path }) => !held.has(path.replace(/\/$/u, "")));
  expect(broken.map(({ from, path }) => `${from}: ${path}`)).toEqual([]);
  const abroad = pages.flatMap(linksOf).filter((target) => /^[a-z][a-z+.-]*:/iu.test(target));
  expect(abroad.filter((target) => new URL(target).protocol !== "https:")).toEqual([]);
  expect(linksInside().length).toBeGreaterThan(100);
});

test("every link to a part of a packed page leads to one of its headings", () => {
  const broken = linksInside().filter(({ path, anchor }) => {
    if (anchor === undefined) return false;
    const to = pages.find((one) => one.path === path);
    return to === undefined || !anchorsOf(to).includes(anchor);
  });
  expect(broken.map(({ from, path, anchor }) => `${from}: ${path}#${String(anchor)}`)).toEqual([]);
});

test("the contents name every page of docs/", () => {
  const listed = new Set(linksInside().flatMap(({ from, path }) => (from === "docs/index.md" ? path : [])));
  const all = pages.map(({ path }) => path).filter((path) => path.startsWith("docs/") && path !== "docs/index.md");
  expect(all.filter((path) => !listed.has(path))).toEqual([]);
});
