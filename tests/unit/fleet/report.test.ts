import type { Site } from "../../../lib/fleet/fleet";
import type { Outcome } from "../../../lib/fleet/outcome";
import { advice, markdownOf, outcomeText, type Report, reportOf, totalsText } from "../../../lib/fleet/report";
import type { RunResult, Stop } from "../../../lib/fleet/run";

const site = (name: string): Site => ({ name, stack: `acme/${name}`, tags: [] });
const done: Outcome = { kind: "done", changes: { create: 2, same: 5 }, seconds: 3.2 };

function reported(outcomes: Record<string, Outcome>, stopped?: Stop): Report {
  const sites = Object.entries(outcomes).map(([name, outcome]) => ({ site: site(name), outcome }));
  const result: RunResult = { waves: [{ title: "canary", sites }], ...(stopped === undefined ? {} : { stopped }) };
  const head = { fleet: "test", operation: "up", run: "r1", startedAt: "then", endedAt: "later" } as const;
  return reportOf(result, { ...head, logOf: (name) => `/logs/${name}.log` });
}

test("a report contains each site with its outcome, and the logs of those that ran", () => {
  const report = reported({ a: done, b: { kind: "already" }, c: { kind: "notStarted" } });
  expect(report.waves[0]?.sites).toEqual([
    { site: "a", stack: "acme/a", outcome: "done", changes: { create: 2, same: 5 }, seconds: 3.2, log: "/logs/a.log" },
    { site: "b", stack: "acme/b", outcome: "already" },
    { site: "c", stack: "acme/c", outcome: "notStarted" },
  ]);
  expect(totalsText(report)).toBe("1 done, 1 already done, 1 not started");
});

test("a report advises what to do next only if the run did not end well", () => {
  expect(advice(reported({ a: done }))).toBeUndefined();
  expect(advice(reported({ a: { kind: "failed", message: "x", seconds: 1 } }))).toContain(
    "update the sites that are not done",
  );
  const preview = { ...reported({ a: { kind: "failed", message: "x", seconds: 1 } }), operation: "preview" } as const;
  expect(advice(preview)).toBe("What would change at the sites without a preview is not known.");
  const stopped = reported({ a: { kind: "failed", message: "x", seconds: 1 }, b: { kind: "notStarted" } }, "failures");
  expect(advice(stopped)).toContain("The other sites were not touched.");
  // The last site was the one too many: nothing was left to stop.
  expect(advice(reported({ a: { kind: "failed", message: "x", seconds: 1 } }, "failures"))).toContain(
    "again to update the sites",
  );
  expect(advice(reported({ a: done }, "interrupted"))).toContain("again to continue");
});

test("a row of the table has the beginning of a long message, and the report all of it", () => {
  const message = `IpGroup "Offices" on gateway.brest.example.net: ${"no such host; ".repeat(40)}`;
  const [site] = reported({ a: { kind: "failed", message, seconds: 1 } }).waves[0]?.sites ?? [];
  expect(site?.message).toBe(message);
  const text = site === undefined ? "" : outcomeText(site, "up");
  expect(text).toMatch(/^failed: IpGroup "Offices" on gateway\.brest.*…$/u);
  expect(text.length).toBeLessThan(100);
});

test("the Markdown report lists failures first, and no message can end its table cell", () => {
  const text = markdownOf(reported({ a: done, b: { kind: "failed", message: "no | @team\nway", seconds: 1 } }));
  expect(text.indexOf("### Failed")).toBeLessThan(text.indexOf("### canary"));
  expect(text).toContain("| `b` | failed | failed: <code>no &#124; &#64;team&#92;u000away</code> | 1 s |");
  expect(text).toContain("| `a` | done | 2 created | 3.2 s |");
});

test("a failed site shows what it had changed before", () => {
  const report = reported({ a: { kind: "failed", message: "no", seconds: 1, changes: { create: 2, same: 1 } } });
  const [site] = report.waves[0]?.sites ?? [];
  expect(site && outcomeText(site, "up")).toBe("2 created, then failed: no");
  expect(markdownOf(report)).toContain("| `a` | failed | 2 created, then failed: `no` | 1 s |");
});

test("the Markdown report of 10,000 sites fits into a comment, and counts the lines that it left out", () => {
  const outcomes = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`site-${index}`, done] as const));
  const text = markdownOf(reported(outcomes));
  expect(text.length).toBeLessThan(65_000);
  expect(text).toMatch(/\d+ more lines are in report\.json\./u);
});
