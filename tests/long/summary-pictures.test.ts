import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { show, showComment } from "../support/browser";
import { differenceFromGolden } from "../support/golden";
import { pictures, useBrowser } from "../support/pictures";
import { closeAll, flowgate, temporaryFolder } from "../unit/cli/support";
import { creations, cut, deletions, drift, failures, fleet, oneRule, rename } from "../unit/cli/summary/scenarios";

interface Facts {
  readonly height: number;
  readonly error: boolean;
  /** The factor by which the drawing is scaled to fit. Below 0.5 its text is too small. */
  readonly scale: number;
  readonly nodes: number;
}

/** Runs in the browser. */
const measure = `(() => {
  const svg = document.querySelector("pre.mermaid svg");
  return {
    height: document.documentElement.scrollHeight,
    error: document.body.textContent.includes("Syntax error"),
    scale: svg === null ? 1 : svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
    nodes: document.querySelectorAll("pre.mermaid g.node").length,
  };
})()`;

const browser = useBrowser();
afterEach(closeAll);

/** The preview, and the maximum height of its comment in a browser. */
const scenarios: readonly (readonly [string, () => string, number])[] = [
  ["rule", oneRule, 700],
  ["rename", rename, 900],
  ["creations", creations, 2_000],
  ["drift", drift, 1_200],
  ["deletions", deletions, 2_200],
  ["failures", failures, 1_200],
  ["cut", () => cut(), 2_200],
  ["fleet", () => fleet().join(""), 1_400],
];

describe.each(scenarios)("the summary of %s in a real browser", (name, preview, highest) => {
  test("is a readable comment, and a page that opens without a network", async () => {
    const cwd = temporaryFolder();
    const args = ["summary", "--commit", "1a2b3c4", "--html", "report.html"];
    const { code, stdout } = await flowgate(args, { cwd, piped: preview() });
    expect(code).toBe(name === "failures" ? 9 : 0);
    const comment = await showComment(browser, stdout);
    const picture = await comment.page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    expect(differenceFromGolden(`summary-${name}`, picture)).toBe(0);
    expect(comment.problems).toEqual([]);
    const facts = await comment.page.evaluate<Facts>(measure);
    expect(facts.error).toBe(false);
    expect(facts.height).toBeLessThan(highest);
    expect(facts.scale).toBeGreaterThan(0.7);
    expect(facts.nodes).toBeLessThanOrEqual(26);

    const html = readFileSync(join(cwd, "report.html"), "utf8");
    const page = await show(browser, html, 1_100);
    expect([page.problems, page.requests]).toEqual([[], []]);
    const counts = (): Promise<string | null> => page.page.textContent("#shown");
    const before = await counts();
    expect(before).toMatch(/^(\d+) of \1$/u);
    await page.page.screenshot({ path: join(pictures, `${name}-page.png`) });
    await page.page.fill("#search", "no such word");
    expect(await counts()).toMatch(/^0 of /u);
    writeFileSync(join(pictures, `${name}.md`), stdout);
  });
});
