import * as echarts from "echarts";
import { type Contestant, contestantNames, contestants, type Job, jobs } from "../jobs";
import type { Conditions, JobSample } from "../samples";
import type { View } from "./view";

/** A picture of one figure over one quantity: one panel per job, one line per contestant. */
export interface Plot {
  /** Name of the file. */
  readonly file: string;
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly panels: readonly Panel[];
}

export interface Panel {
  readonly job: Job;
  readonly lines: readonly { contestant: Contestant; points: readonly (readonly [x: number, y: number])[] }[];
}

/** What a plot can show: over which axis, and which figure. */
const figures = [
  { name: "time", yTitle: "s", figure: ({ milliseconds }: JobSample) => milliseconds / 1000 },
  { name: "requests", yTitle: "requests", figure: ({ requests }: JobSample) => requests },
] as const;

/** Time and requests over N and over L, for IP groups at unlimited capacity, as far as measured. */
export function plotsOf(view: View): Plot[] {
  const measured = view.conditions.filter(
    ({ kind, capacity, concurrency }) => kind === "IpGroup" && capacity === undefined && concurrency === undefined,
  );
  const most = mostLatencies(measured);
  const axes = [
    { name: "N", xTitle: "N, resources", at: "L = 20 ms", x: ({ n }: Conditions) => n },
    { name: "L", xTitle: "L, ms a call", at: `N = ${most}`, x: ({ latencyMs = 0 }: Conditions) => latencyMs },
  ] as const;
  const plots = figures.flatMap(({ name: what, yTitle, figure }) =>
    axes.map(({ name, xTitle, at, x }) => {
      const conditions = measured.filter(({ n, latencyMs }) => (name === "N" ? latencyMs === 20 : n === most));
      const file = `${what}-over-${name.toLowerCase()}.svg`;
      const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} over ${name}, ${at}`;
      return { file, title, xTitle, yTitle, panels: panelsOf(view, conditions, x, figure) };
    }),
  );
  return plots.filter(({ panels }) => panels.length > 0);
}

function mostLatencies(measured: readonly Conditions[]): number {
  const counts = new Map<number, number>();
  for (const { n } of measured) counts.set(n, (counts.get(n) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 0;
}

/** The jobs in which this provider was measured. */
function panelsOf(
  view: View,
  conditions: readonly Conditions[],
  x: (conditions: Conditions) => number,
  figure: (sample: JobSample) => number | undefined,
): Panel[] {
  const panels = jobs.map((job) => ({
    job,
    lines: contestants.flatMap((contestant) => {
      const points = conditions.flatMap((one) => {
        const summary = view.summary(contestant, job, one, figure);
        return summary === undefined ? [] : [[x(one), summary.median] as const];
      });
      return points.length === 0 ? [] : [{ contestant, points }];
    }),
  }));
  return panels.filter(({ lines }) => lines.some(({ contestant }) => contestant === "B5"));
}

const PANEL_WIDTH = 300;
const HEIGHT = 330;
const [TOP, BOTTOM, LEFT, RIGHT] = [84, 48, 56, 14];
const colours: Readonly<Record<Contestant, string>> = {
  B0: "#7f7f7f",
  B1: "#d62728",
  B2: "#2ca02c",
  B3: "#ff7f0e",
  B5: "#1f77b4",
  B6: "#9467bd",
  B7: "#17becf",
};

/** The picture as SVG text. */
export function svgOf({ title, xTitle, yTitle, panels }: Plot): string {
  const width = PANEL_WIDTH * panels.length;
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width, height: HEIGHT });
  const centred = panels.map(({ job }, index) => ({
    text: job,
    left: index * PANEL_WIDTH + LEFT + (PANEL_WIDTH - LEFT - RIGHT) / 2,
    top: TOP - 28,
    textAlign: "center" as const,
    textStyle: { fontSize: 13 },
  }));
  chart.setOption({
    animation: false,
    backgroundColor: "#ffffff",
    title: [{ text: title, left: "center", top: 6, textStyle: { fontSize: 15 } }, ...centred],
    // Viewers measure text differently: the gap suffices for the widest.
    legend: { top: 30, itemGap: 44, data: contestants.filter((one) => isDrawn(panels, one)).map(labelOf) },
    grid: panels.map((_, index) => ({
      left: index * PANEL_WIDTH + LEFT,
      width: PANEL_WIDTH - LEFT - RIGHT,
      top: TOP,
      bottom: BOTTOM,
    })),
    xAxis: panels.map(({ lines }, gridIndex) => ({
      gridIndex,
      type: "category" as const,
      name: xTitle,
      nameLocation: "middle" as const,
      nameGap: 26,
      data: [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b).map(String),
    })),
    // Times span decades, which needs a logarithmic axis. Requests may be 0, which has no logarithm.
    yAxis: panels.map((_, gridIndex) =>
      yTitle === "s"
        ? { gridIndex, type: "log" as const, name: yTitle }
        : { gridIndex, type: "value" as const, name: yTitle, min: 0, minInterval: 1 },
    ),
    series: panels.flatMap(({ lines }, index) =>
      lines.map(({ contestant, points }) => ({
        name: labelOf(contestant),
        type: "line" as const,
        xAxisIndex: index,
        yAxisIndex: index,
        color: colours[contestant],
        symbol: "circle",
        symbolSize: 6,
        // So that both lines are visible where they coincide.
        lineStyle: { type: contestant === "B5" || contestant === "B6" ? ("solid" as const) : ("dashed" as const) },
        data: points.map(([x, y]) => [String(x), y]),
      })),
    ),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

function isDrawn(panels: readonly Panel[], contestant: Contestant): boolean {
  return panels.some(({ lines }) => lines.some((line) => line.contestant === contestant));
}

function labelOf(contestant: Contestant): string {
  return `${contestant} ${contestantNames[contestant].replaceAll("`", "")}`;
}
