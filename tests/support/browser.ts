import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import markdownIt from "markdown-it";
import { chromium, type Browser, type Page } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Opens a real browser that the distribution installed: tests do not download one. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = [process.env["CHROMIUM"], ...places].find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error("There is no Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM.");
  }
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A page as a browser shows it. */
export interface Shown {
  readonly page: Page;
  /** Script errors on the page, and the requests that it sent. */
  readonly problems: readonly string[];
  readonly requests: readonly string[];
}

/** Opens a page from the given HTML, without network access. */
export async function show(browser: Browser, html: string, width = 880): Promise<Shown> {
  const page = await browser.newPage({ viewport: { width, height: 600 }, offline: true });
  const problems: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && request.url() !== "about:blank") requests.push(request.url());
  });
  await page.setContent(html);
  return { page, problems, requests };
}

/** Shows a comment like GitHub does: in a column of the same width, with the diagram drawn by Mermaid. */
export async function showComment(browser: Browser, markdown: string): Promise<Shown> {
  const body = markdownIt({ html: true, linkify: true })
    .render(markdown)
    .replace(/<pre><code class="language-mermaid">(.*?)<\/code><\/pre>/gsu, '<pre class="mermaid">$1</pre>')
    .replace(/<pre><code class="language-diff">(.*?)<\/code><\/pre>/gsu, (_all, text: string) => diffHtml(text));
  const shown = await show(browser, `<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`);
  const path = createRequire(__filename).resolve("mermaid/dist/mermaid.min.js");
  await shown.page.addScriptTag({ path });
  await shown.page.evaluate(async () => {
    const { mermaid } = globalThis as unknown as { mermaid: { initialize(o: object): void; run(): Promise<void> } };
    await (globalThis as unknown as { document: { fonts: { ready: Promise<unknown> } } }).document.fonts.ready;
    mermaid.initialize({ startOnLoad: false, fontFamily: "Test Sans" });
    await mermaid.run();
  });
  return shown;
}

function diffHtml(text: string): string {
  const lines = text.split("\n").map((line) => {
    const kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : line.startsWith("!") ? "note" : "same";
    return `<span class="${kind}">${line}</span>`;
  });
  return `<pre class="diff">${lines.join("\n")}</pre>`;
}

/** A font from a package, so that a comment looks the same on every machine. */
function fontFace(family: string, file: string, weight = 400): string {
  const data = readFileSync(createRequire(__filename).resolve(`@fontsource/${file}`)).toString("base64");
  return `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}); }`;
}

const style = `
${fontFace("Test Sans", "dejavu-sans/files/dejavu-sans-latin-400-normal.woff2")}
${fontFace("Test Sans", "dejavu-sans/files/dejavu-sans-latin-700-normal.woff2", 700)}
${fontFace("Test Mono", "dejavu-mono/files/dejavu-mono-latin-400-normal.woff2")}
body { font: 14px/1.5 "Test Sans", sans-serif; color: #1f2328; margin: 16px; width: 846px; }
code, pre { font: 12px/1.45 "Test Mono", monospace; background: #f6f8fa; border-radius: 6px; }
code { padding: .2em .4em; } pre { padding: 12px; overflow: auto; } pre.mermaid { background: none; padding: 0; }
table { border-collapse: collapse; } th, td { border: 1px solid #d1d9e0; padding: 5px 12px; }
tr:nth-child(2n) { background: #f6f8fa; } .add { background: #dafbe1; } .del { background: #ffebe9; } .note { color: #9a6700; }
h3 { font-size: 17px; }
`;
