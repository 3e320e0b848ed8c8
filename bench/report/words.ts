import type { Conditions } from "../samples";
import type { Summary } from "../statistics";

/** Conditions as text for readers, e.g. `200 x IpGroup, L 20 ms, C 4`. */
export function conditionsText({ kind, n, latencyMs, capacity, concurrency }: Conditions): string {
  return [
    `${n.toLocaleString("en")} x ${kind}`,
    ...(latencyMs === undefined ? [] : [`L ${latencyMs} ms`]),
    ...(capacity === undefined ? [] : [`C ${capacity}`]),
    ...(concurrency === undefined ? [] : [`concurrency ${concurrency}`]),
  ].join(", ");
}

/** Median with its quartiles, e.g. `1.04 (1.01 to 1.09)`; only the median if there is one figure. */
export function summaryText({ median, low, high, count }: Summary, digits = 2): string {
  const text = (value: number): string => value.toFixed(digits);
  return count === 1 ? text(median) : `${text(median)} (${text(low)} to ${text(high)})`;
}

/** A table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
