import { join } from "node:path";
import { advice, outcomeText, totalsText, type Report } from "../../../lib/fleet/report";
import { line, type View } from "../../../lib/output/view";
import type { Result } from "../../result";

/** The report of a run, for people and for scripts. Failures give the run an exit code of their own. */
export function fleetResult(report: Report, home: string, summary?: string): Result {
  const { operation, totals, stopped } = report;
  const rows = report.waves.flatMap(({ title, sites }) =>
    sites.map((site) => [site.site, title, outcomeText(site, operation), site.seconds] as const),
  );
  const isWell = totals.failed + totals.locked === 0;
  const next = advice(report);
  const views: View[] = [
    { kind: "table", columns: ["Site", "Wave", "Outcome", "Seconds"], rows, empty: "No sites." },
    line(""),
    line(`${totalsText(report)}.`, isWell && stopped === undefined ? "good" : "bad"),
    ...(next === undefined ? [] : [line(next)]),
    ...(summary === undefined ? [] : [line(`Every change: ${summary}`)]),
    line(`Logs and reports: ${join(home, "")}`),
  ];
  const ending = !isWell ? "attention" : stopped === "interrupted" ? "interrupted" : "done";
  return { data: report, views, ending };
}
