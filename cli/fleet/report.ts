import { spawnSync } from "node:child_process";
import { z } from "#zod";
import { present } from "../../provider/values/collections";
import { siteDigest } from "../engine/preview";
import { jsonOf } from "../output/json";
import type { View } from "../output/view";
import { UsageError } from "../errors";
import type { Ended } from "./run";
import type { Operation } from "./stack";

const site = siteDigest.extend({
  result: z.enum(["done", "failed", "done before", "not begun", "not ended", "no report"]),
  changes: z.record(z.string(), z.number()),
  seconds: z.number().optional(),
  failure: z.string().optional(),
});
const report = z.object({
  operation: z.enum(["preview", "up"]),
  /** The commit of the run; undefined with changes that are in no commit. */
  commit: z.string().optional(),
  project: z.string().optional(),
  sites: z.array(site),
});

/** The report of a run, as a file holds it. `flowgate summary` reads it, too: each site has what its engine said. */
export type Report = z.output<typeof report>;

/** The report of how all sites ended. */
export function reportOf(run: Pick<Report, "operation" | "commit" | "project">, ended: readonly Ended[]): Report {
  return { ...present(run), sites: ended.map(siteOf) };
}

function siteOf(one: Ended): Report["sites"][number] {
  const { name, stack } = one.site;
  if ("skipped" in one) {
    const diagnostics = one.skipped === "done before" ? [] : [{ severity: "error", message: one.skipped }];
    return { site: name, stack, result: one.skipped, changes: {}, diagnostics };
  }
  const { preview, changes, seconds, failure } = one;
  const { steps, counted: changeSummary } = preview;
  const diagnostics = preview.diagnostics.filter(({ severity }) => severity !== "debug");
  const isSaid = failure === undefined || diagnostics.some(({ severity }) => severity === "error");
  const said = isSaid ? diagnostics : [...diagnostics, { severity: "error", message: failure }];
  const result = failure === undefined ? "done" : "failed";
  const digest = { steps: [...steps], diagnostics: [...said], changeSummary };
  return { site: name, stack, result, changes, seconds, ...present({ failure }), ...digest };
}

/** The same without what the engines said, which is long. */
export function withoutSteps({ sites, ...run }: Report): Report {
  return { ...run, sites: sites.map((one) => ({ ...one, steps: [] })) };
}

/** Reads a report. Throws UsageError for anything else. */
export function readReport(text: string, shown: string): Report {
  const parsed = report.safeParse(jsonOf(text));
  if (!parsed.success) throw new UsageError(`${shown} is not a report of flowgate fleet.`);
  return parsed.data;
}

/** The sites that a former run has served, or why none of them counts. */
export function servedBy(
  { operation: of, commit: former, sites }: Report,
  operation: Operation,
  commit: string | undefined,
): readonly string[] | string {
  if (of !== operation) return `the report is of fleet ${of}`;
  if (commit === undefined) return "the files here are in no commit";
  if (former !== commit) return `the former run's files were ${former === undefined ? "in no" : "of another"} commit`;
  return sites.filter(isDone).map((one) => one.site);
}

/** Whether a site is as declared. */
export function isDone({ result }: Report["sites"][number]): boolean {
  return result === "done" || result === "done before";
}

/** The commit of a folder; undefined outside of git, and with changes or layers that are in no commit. */
export function commitOf(folder: string, layers: readonly string[] = []): string | undefined {
  const isClean = git(folder, "status", "--porcelain", "--untracked-files=no") === "";
  const isWhole = layers.length === 0 || git(folder, "ls-files", "--error-unmatch", ...layers) !== undefined;
  return isClean && isWhole ? git(folder, "rev-parse", "HEAD") : undefined;
}

/** What git prints; undefined if it fails, as without git or outside of a repository. */
export function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** A table with a row for each site. */
export function viewOf({ sites }: Report): View {
  const columns = ["Site", "Result", "Changes", "Seconds", "Failure"];
  const rows = sites.map(({ changes, ...one }) => {
    const counts = Object.entries(changes).map(([action, count]) => `${String(count)} ${action}`);
    return [one.site, one.result, counts.join(", ") || undefined, one.seconds, one.failure];
  });
  return { kind: "table", columns, rows, empty: "There are no sites." };
}
