import { join } from "node:path";
import { show, showComment } from "../support/browser";
import { differenceFromGolden } from "../support/golden";
import { pictures, useBrowser } from "../support/pictures";
import { sampleSite } from "../unit/cli/diagram/samples";
import { closeAll, flowgate, startSite } from "../unit/cli/support";
import { creations, drift, oneRule, rename } from "../unit/cli/summary/scenarios";

/** Runs in the browser: finds boxes that overlap and texts that exceed their boxes. */
const measure = `(() => {
  const boxes = [...document.querySelectorAll("svg g rect")].map((one) => one.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const above = boxes.filter((one, at) => boxes.some((other, index) => index > at && !apart(one, other))).length;
  const outside = [...document.querySelectorAll("svg g text")].filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return !boxes.some((box) => box.left <= left && box.right >= right && box.top <= top + 4 && box.bottom >= bottom - 4);
  });
  const svg = document.querySelector("svg").getBoundingClientRect();
  return { boxes: boxes.length, above, outside: outside.map((one) => one.textContent), width: svg.width, height: svg.height };
})()`;

interface Facts {
  readonly boxes: number;
  readonly above: number;
  readonly outside: readonly string[];
  readonly width: number;
  readonly height: number;
}

const browser = useBrowser();
afterEach(closeAll);

/** 405 groups: ten regions, flat groups, and those of the factory. */
async function large(format: string): Promise<string> {
  const site = await startSite();
  const { gateway, replicator } = site.sim;
  for (let flat = 0; flat < 102; flat += 1)
    gateway.store.addIpGroup(`Flat ${flat}`, [{ type: "ip", address: `192.0.2.${flat}` }]);
  for (let region = 0; region < 10; region += 1) {
    const sites = Array.from({ length: 29 }, (_, index) =>
      gateway.store.addIpGroup(`Site ${region}-${index}`, [
        { type: "network", address: `10.${region * 20}.${index}.0`, mask: "24" },
      ]),
    );
    gateway.store.addIpGroup(
      `Region ${region}`,
      sites.map(({ id }) => ({ type: "child" as const, child_id: id })),
    );
  }
  replicator.store.changeByHand(() => {
    for (let index = 0; index < 10; index += 1) {
      replicator.store.profiles.set(`flow-${index}`, {
        ...{ name: `flow-${index}`, listeningPort: 2055 + index, sendingPort: 9000, enabled: index % 4 !== 3 },
        ...{ singularity: index === 2, description: undefined },
        collectors: new Set([0, 1, 2].slice(0, 1 + (index % 3)).map((last) => `10.99.${index % 5}.${last + 1}`)),
        exporters: new Set([0, 1, 2, 3].slice(0, 1 + (index % 4)).map((last) => `10.${index % 3}.0.${last + 1}`)),
        policies: new Map([["x", { network: `10.${index % 3}.0.0`, prefixLength: 16, kind: "include" as const }]]),
      });
    }
  });
  return (await site.run(["diagram", "--format", format])).stdout;
}

const previewed = (text: () => string) => async (format: string) =>
  (await flowgate(["diagram", "--preview", "-", "--format", format], { piped: text() })).stdout;

const scenarios: readonly (readonly [string, (format: string) => Promise<string>])[] = [
  [
    "site",
    async (format) => {
      const site = await startSite();
      sampleSite(site.sim);
      return (await site.run(["diagram", "--format", format])).stdout;
    },
  ],
  ["large", large],
  ["rule", previewed(oneRule)],
  ["rename", previewed(rename)],
  ["creations", previewed(creations)],
  ["drift", previewed(drift)],
];

describe.each(scenarios)("the diagram %s in a real browser", (name, draw) => {
  test("has every text in a box and no overlapping boxes, and fits the width of a page", async () => {
    const html = `<body style="margin:0">${await draw("svg")}</body>`;
    const { page, problems, requests } = await show(browser, html, 1400);
    const facts = await page.evaluate<Facts>(measure);
    const picture = await page.screenshot({ path: join(pictures, `diagram-${name}.png`), fullPage: true });
    expect(differenceFromGolden(`diagram-${name}`, picture)).toBe(0);
    expect([problems, requests]).toEqual([[], []]);
    expect(facts.boxes).toBeGreaterThan(2);
    expect([facts.above, facts.outside]).toEqual([0, []]);
    expect(facts.width).toBeLessThanOrEqual(1400);
  });

  test("is also drawn by Mermaid", async () => {
    const text = await draw("mermaid");
    const { page, problems } = await showComment(browser, `\`\`\`mermaid\n${text}\`\`\`\n`);
    await page.screenshot({ path: join(pictures, `diagram-${name}-mermaid.png`), fullPage: true });
    expect(problems).toEqual([]);
    expect(await page.textContent("body")).not.toContain("Syntax error");
    const drawn = await page.evaluate<number>(`document.querySelectorAll("pre.mermaid g.node").length`);
    expect(drawn).toBe(text.match(/^ {2}n\d+[[(]/gmu)?.length);
  });
});
