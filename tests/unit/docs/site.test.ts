import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../support/clone";
import { linksOf } from "./pages";

const pagesFolder = join(root, "tools/docs-site/.pages");

interface Staged {
  readonly places: readonly (readonly [string, string])[];
  readonly bar: readonly { readonly text: string; readonly items: readonly { readonly link: string }[] }[];
}

/** The input files of the site's pages. A long test builds the site itself. */
async function staged(): Promise<Staged> {
  const script = `const { stage } = await import("./tools/docs/site/stage.mjs");
    const { sidebar } = await import("./tools/docs/site/sidebar.mjs");
    const places = [...(await stage())];
    console.log(JSON.stringify({ places, bar: await sidebar() }));`;
  const args = ["--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout) as Staged;
}

describe("the documentation site", () => {
  let site: Staged;
  let pages: string[];
  beforeAll(async () => {
    site = await staged();
    pages = readdirSync(pagesFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  });

  test("has every page for users, and its sidebar links to each page of docs/ except the contents", () => {
    const links = site.bar.flatMap(({ items }) => items.map(({ link }) => link));
    expect(site.bar.map(({ text }) => text)).toEqual(["Start", "Guides", "Reference", "Operations"]);
    expect(links.filter((link) => link !== "/" && !pages.includes(`${link.slice(1)}.md`))).toEqual([]);
    const fromDocs = site.places.filter(([path]) => path.startsWith("docs/") && path.endsWith(".md"));
    const unlisted = fromDocs
      .map(([, place]) => `/${place.replace(/\.md$/u, "")}`)
      .filter((link) => !links.includes(link));
    expect(unlisted).toEqual(["/contents"]);
  });

  test("has no broken link", () => {
    const broken = pages.flatMap((name) => {
      const text = readFileSync(join(pagesFolder, name), "utf8");
      return linksOf({ path: name, text })
        .filter((target) => !/^(?:[a-z]+:|#|\/LICENSE)/iu.test(target))
        .filter((target) => !existsSync(join(pagesFolder, dirname(name), target.split("#")[0] ?? "")))
        .map((target) => `${name}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  test("is built from packages of its own lock file, each with a digest, and only esbuild has an install script", () => {
    const lock = JSON.parse(readFileSync(join(root, "tools/docs-site/package-lock.json"), "utf8")) as {
      packages: Record<
        string,
        { integrity?: string; resolved?: string; hasInstallScript?: boolean; optional?: boolean }
      >;
    };
    const installed = Object.entries(lock.packages).filter(([path]) => path !== "");
    expect(installed.length).toBeGreaterThan(50);
    const needed = installed.filter(([, { optional }]) => optional !== true);
    expect(needed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    // The site is installed with --ignore-scripts, and it works without them.
    const scripts = needed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
    expect(scripts).toEqual(["node_modules/esbuild"]);
  });
});
