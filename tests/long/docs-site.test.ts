import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { root } from "../support/clone";
import { pictures, useBrowser } from "../support/pictures";
import { serveFolder } from "../support/static-site";

jest.setTimeout(600_000);

const dist = join(root, "tools/docs-site/.vitepress/dist");

/** Runs in the browser: collects facts about a page. */
const look = `(() => ({
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  text: document.querySelector(".vp-doc")?.textContent.length ?? 0,
  ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
  links: [...document.querySelectorAll("a[href]")].map(({ href }) => href),
}))()`;

interface Look {
  readonly overflow: number;
  readonly text: number;
  readonly ids: readonly string[];
  readonly links: readonly string[];
}

const browser = useBrowser();
let server: Awaited<ReturnType<typeof serveFolder>>;
let paths: string[];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, "tools/docs/site.mjs")], { maxBuffer: 64 * 1024 * 1024 });
  paths = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html") && name !== "404.html")
    .map((name) => `/${name}`);
  server = await serveFolder(dist);
});
afterAll(async () => {
  await server.close();
});

/** Opens a page with this width. `problems` collects what goes wrong in it. */
async function open(width: number): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(`${page.url()}: ${message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.url()}: ${String(response.status())}`);
  });
  page.on("request", (request) => {
    if (!/^(?:data:|blob:)/u.test(request.url()) && !request.url().startsWith(server.origin)) {
      problems.push(`${page.url()} asks ${request.url()}`);
    }
  });
  return { page, problems };
}

describe.each([360, 1440])("at a width of %i pixels", (width) => {
  test("every page has text, no errors, no horizontal overflow and no broken links", async () => {
    const { page, problems } = await open(width);
    const looks = new Map<string, Look>();
    for (const path of paths) {
      await page.goto(server.origin + path, { waitUntil: "networkidle" });
      looks.set(path, await page.evaluate<Look>(look));
    }
    expect(problems).toEqual([]);
    expect(looks.size).toBeGreaterThan(35);
    const all = [...looks];
    expect(all.filter(([, { overflow }]) => overflow > 0).map(([path, { overflow }]) => [path, overflow])).toEqual([]);
    expect(all.filter(([, { text }]) => text < 100).map(([path]) => path)).toEqual([]);
    const broken = all.flatMap(([path, { links }]) =>
      links
        .filter((link) => link.startsWith(server.origin))
        .map((link) => new URL(link))
        .filter(({ pathname, hash }) => {
          const to = looks.get(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
          if (to === undefined) return pathname !== "/LICENSE.txt";
          return hash !== "" && !to.ids.includes(decodeURIComponent(hash.slice(1)));
        })
        .map(({ pathname, hash }) => `${path}: ${pathname}${hash}`),
    );
    expect(broken).toEqual([]);
    await page.close();
  });

  test.each([
    "index",
    "start/terraform",
    "reference/resources/collector",
    "reference/command",
    "examples/site-template",
  ])("%s is shown in light and dark mode", async (name) => {
    const { page, problems } = await open(width);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server.origin}/${name}.html`, { waitUntil: "networkidle" });
      const background = await page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`);
      expect(background).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(27, 27, 31)");
      await page.screenshot({ path: join(pictures, `site-${name.replaceAll("/", "-")}-${width}-${colorScheme}.png`) });
    }
    expect(problems).toEqual([]);
    await page.close();
  });
});

test("the search finds a page by a word in its text, without a request to another server", async () => {
  const { page, problems } = await open(1440);
  await page.goto(server.origin, { waitUntil: "networkidle" });
  await page.click("#local-search button");
  await page.fill("#localsearch-input", "certFingerprints");
  await page.waitForSelector(".results .result");
  const found = await page.evaluate<string[]>(
    `[...document.querySelectorAll(".results a.result")].map(({ href }) => new URL(href).pathname)`,
  );
  expect(found).toContain("/reference/configuration.html");
  await page.screenshot({ path: join(pictures, "site-search.png") });
  expect(problems).toEqual([]);
  await page.close();
});
