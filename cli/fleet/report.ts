import { execFileSync } from "node:child_process";
import { z } from "#zod";
import { amount, code, joined, prose, row, tableHead, words, type Markdown } from "../output/markdown";
import { jsonOf } from "../output/json";
import type { View } from "../output/view";
import { UsageError } from "../errors";
import { actions } from "../actions";
import type { Summary } from "../summary";
import type { Ended } from "./run";
import type { Operation } from "./stack";

const site = z.object({
  site: z.string(),
  stack: z.string(),
  result: z.enum(["done", "failed", "done before", "not begun"]),
  changes: z.record(z.string(), z.number()),
  seconds: z.number().optional(),
  failure: z.string().optional(),
});
const report = z.object({
  operation: z.enum(["preview", "up"]),
  /** The commit of the run; undefined with changes that are in no commit. */
  commit: z.string().optional(),
  sites: z.array(site),
});

/** The report of a run, as a file holds it. */
export type Report = z.output<typeof report>;

/** The report of how all sites ended. */
export function reportOf(operation: Operation, commit: string | undefined, ended: readonly Ended[]): Report {
  return {
    operation,
    ...(commit === undefined ? {} : { commit }),
    sites: ended.map((one) => {
      const { name, stack } = one.site;
      if ("skipped" in one) return { site: name, stack, result: one.skipped, changes: {} };
      const { summary, seconds, failure } = one;
      const result = failure === undefined ? "done" : "failed";
      return {
        site: name,
        stack,
        result,
        changes: changesIn(summary),
        seconds,
        ...(failure === undefined ? {} : { failure }),
      };
    }),
  };
}

/** The numbers of objects by what happens to them. */
function changesIn({ changes }: Summary): Record<string, number> {
  const counts = actions.map((action) => [action, changes.filter((one) => one.action === action).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** The sites that a former run has served with the same commit. */
export function servedBy(text: string, shown: string, operation: Operation, commit: string | undefined): Set<string> {
  const parsed = report.safeParse(jsonOf(text));
  if (!parsed.success) throw new UsageError(`${shown} is not a report of flowgate fleet.`);
  const { operation: of, commit: former, sites } = parsed.data;
  if (of !== operation || commit === undefined || former !== commit) return new Set();
  return new Set(sites.filter(({ result }) => result === "done" || result === "done before").map((one) => one.site));
}

/** The commit of a folder; undefined outside of git, and with changes that are in no commit. */
export function commitOf(folder: string): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    return git("status", "--porcelain", "--untracked-files=no") === "" ? git("rev-parse", "HEAD") : undefined;
  } catch {
    // Without git, or outside of a repository, no run continues another.
    return undefined;
  }
}

/** A table with a row for each site. */
export function viewOf({ sites }: Report): View {
  const columns = ["Site", "Result", "Changes", "Seconds", "Failure"];
  const rows = sites.map((one) => [one.site, one.result, changesText(one.changes), one.seconds, one.failure]);
  return { kind: "table", columns, rows, empty: "There are no sites." };
}

function changesText(changes: Report["sites"][number]["changes"]): string | undefined {
  const parts = Object.entries(changes).map(([action, count]) => `${String(count)} ${action}`);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** The same as Markdown. */
export function markdownOf({ sites, operation }: Report): Markdown {
  const failed = sites.filter(({ result }) => result === "failed").length;
  const rows = sites.map((one) =>
    row([code(one.site), words(one.result), code(changesText(one.changes) ?? ""), code(one.failure ?? "")]),
  );
  const head = tableHead([prose`Site`, prose`Result`, prose`Changes`, prose`Failure`]);
  return prose`### fleet ${words(operation)}: ${amount(sites.length - failed)} of ${amount(sites.length)} sites without a failure\n\n${joined([head, ...rows])}`;
}
