import type { ReportData, Row } from "./data";
import type { Direction } from "./filters";
import type { Switches } from "../../switches";
import type { RequestedPart } from "./request";

/** Rows with a part of their own in a graph; the last part combines all others. */
const OWN_PARTS = 10;

/**
 * `graph`: `pie.<direction>[]` and `timeseries.<direction>[][]` of `[epoch seconds, octets in the interval]`, with one
 * list of points per part of the pie. Field notes, reports 5. `none` gives only the pie, as the API document says.
 */
export function graph(
  data: ReportData,
  direction: Direction,
  wanted: RequestedPart["graph"],
  borders: () => readonly number[],
  gaps: Switches["graphGaps"],
): Record<string, unknown> {
  const series = wanted === "all" || wanted === "timeseries";
  return {
    ...(wanted === "timeseries" ? {} : { pie: { [direction]: pie(data) } }),
    ...(series ? { timeseries: { [direction]: timeseries(data, borders(), gaps) } } : {}),
  };
}

function pie(data: ReportData): unknown[] {
  const rows = data.window(0, OWN_PARTS);
  const parts = rows.map((row) => ({ label: nameOf(row), value: row.octets }));
  const others = { label: "Others", value: data.without(rows).octets };
  return hasOthers(data) ? [...parts, others] : parts;
}

function timeseries(data: ReportData, borders: readonly number[], gaps: Switches["graphGaps"]): unknown[][] {
  const series = data.series(OWN_PARTS, borders).slice(0, hasOthers(data) ? undefined : -1);
  const point = (octets: number, time: number): unknown => {
    if (octets > 0 || gaps === "zero") return [time, octets];
    return gaps === "null" ? [time, null] : null;
  };
  return series.map((points) => points.map((octets, index) => point(octets, borders[index] ?? 0)));
}

function hasOthers(data: ReportData): boolean {
  return data.size > OWN_PARTS;
}

function nameOf({ cells }: Row): string {
  return cells.map(({ label }) => label).join(" - ");
}
