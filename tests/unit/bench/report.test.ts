import { plotsOf, svgOf } from "../../../bench/report/plots";
import { distancesOf } from "../../../bench/report/distances";
import { reportText } from "../../../bench/report/results";
import { judge } from "../../../bench/report/targets";
import { View } from "../../../bench/report/view";
import { plans } from "../../../bench/plans";
import type { JobSample, Sample, StartSample } from "../../../bench/samples";

type Measured = Pick<JobSample, "contestant" | "job" | "n"> & Partial<JobSample>;

function sample({ contestant, ...rest }: Measured): JobSample {
  const latency = contestant === "B0" ? {} : { latencyMs: 20 };
  return { what: "job", kind: "IpGroup", round: 0, milliseconds: 1000, contestant, ...latency, ...rest };
}

const start = (subject: StartSample["subject"], milliseconds: number, round = 0): StartSample => ({
  what: "start",
  measure: subject === "sdk" ? "sdk load" : "provider start",
  subject,
  round,
  milliseconds,
});

const figures = (samples: readonly Sample[], target: string): [string, number, boolean][] =>
  judge(new View(samples))
    .verdicts.filter((verdict) => verdict.target === target)
    .map(({ place, figure, met }) => [place, figure.median, met]);

const reportOf = (samples: readonly Sample[], remarks: readonly string[] = []): string =>
  reportText(samples, {
    subject: { build: "abc", engine: "3.1.0", node: "20.1.0", machine: "a machine" },
    plan: plans.quick,
    parallel: 8,
    version: "1.2.3",
    date: "2026-01-31",
    plots: [],
    remarks,
  });

/** Rounds of creations by the engine alone, by this provider and by the best possible script, in milliseconds. */
const rounds = (n: number, ...times: readonly (readonly [engine: number, ours: number, script: number])[]): Sample[] =>
  times.flatMap(([engine, ours, script], round) => [
    sample({ contestant: "B0", job: "create", n, round, milliseconds: engine }),
    sample({ contestant: "B5", job: "create", n, round, milliseconds: ours }),
    sample({ contestant: "B2", job: "create", n, round, milliseconds: script }),
  ]);
const ours = (job: JobSample["job"], n: number, more: Partial<JobSample>): Sample =>
  sample({ contestant: "B5", job, n, ...more });
const line = (extra: number): Sample[] =>
  [50, 200, 1000].map((n) => ours("create", n, { requests: n + 1 + (n === 200 ? extra : 0) }));
const memory = (small: number, large: number): Sample[] =>
  [small, large].map((megabytes, at) => ours("create", at === 0 ? 100 : 1000, { providerBytes: megabytes * 2 ** 20 }));
const state = (size: number): Sample[] => [
  sample({ contestant: "B0", job: "create", n: 50, stateBytes: 1000 }),
  ours("create", 50, { stateBytes: size }),
];

const ratio = "(B5 - B0) / B2";
const atZero = "requests at N = 0, by the line through all N";
const deletions = "requests of destroy beyond 1 list and N deletions";
const growth = "memory of the provider's process, N = 1,000 less N = 100";
const [create200, create50] = ["create, 200 x IpGroup, L 20 ms", "create, 50 x IpGroup, L 20 ms"];
const allN = "create, N = 50, 200, 1000, L 20 ms";

test.each<[what: string, target: string, samples: Sample[], figure: [place: string, figure: number, met: boolean]]>([
  // The values are 0.5, 2 and 0.9. The ratio of the medians would be 1.
  [
    "the median of the ratios within each round",
    ratio,
    rounds(200, [1000, 1100, 200], [2000, 2200, 100], [3000, 3900, 1000]),
    [create200, 0.9, true],
  ],
  [
    "without a round in which a contestant was not measured",
    ratio,
    [...rounds(200, [800, 2000, 1000]), ours("create", 200, { round: 1, milliseconds: 500 })],
    [create200, 1.2, true],
  ],
  [
    "a single request of an up without a change",
    "requests of an `up` without a change",
    [ours("unchanged", 50, { requests: 1 })],
    ["unchanged, 50 x IpGroup, L 20 ms", 1, false],
  ],
  ["the value at N = 0 of the line through all N", atZero, line(0), [allN, 1, true]],
  ["no distance from that line", "requests off that line", line(0), [allN, 0, true]],
  ["the largest distance from that line", "requests off that line", line(7), [allN, 7, false]],
  [
    "a negative number if deletions went in batches",
    deletions,
    [ours("destroy", 50, { requests: 44 })],
    ["destroy, 50 x IpGroup, L 20 ms", -7, true],
  ],
  [
    "the requests beyond 1 list and N deletions",
    deletions,
    [ours("destroy", 50, { requests: 52 })],
    ["destroy, 50 x IpGroup, L 20 ms", 1, false],
  ],
  ["memory that does not grow much", growth, memory(110, 139), ["create", 29, true]],
  ["memory that grows too much", growth, memory(110, 141), ["create", 31, false]],
  [
    "the time beyond that of a provider that does nothing",
    "provider start over a no-op provider",
    [start("none", 300), start("IpGroup", 390), start("none", 900, 1), start("IpGroup", 1020, 1)],
    ["IpGroup", 105, false],
  ],
  ["the size of the state by that of the engine alone", "state, B5 / B0", state(1050), [create50, 1.05, true]],
  ["a state that is too large", "state, B5 / B0", state(1200), [create50, 1.2, false]],
])("a figure that is compared with its target is %s", (_what, target, samples, figure) => {
  expect(figures(samples, target)).toEqual([figure]);
});

describe("the distance from the floor", () => {
  const distances = (samples: readonly Sample[]): [string, number, number][] =>
    distancesOf(new View(samples)).map(({ contestant, floor, above }) => [contestant, floor.median, above.median]);

  test("with one resource per object is measured from the slower of engine and script in the same round", () => {
    expect(distances(rounds(50, [1000, 1100, 200], [1000, 2300, 2000]))).toEqual([["B5", 1500, 200]]);
  });

  test("with all groups in one resource is measured from the same command with one group", () => {
    const bulk = (n: number, milliseconds: number): Sample =>
      sample({ contestant: "B6", job: "unchanged", n, milliseconds });
    expect(distances([bulk(1, 3000), bulk(1000, 4500)])).toEqual([["B6", 3000, 1500]]);
    expect(distances([bulk(1000, 4500)])).toEqual([]);
  });

  test("has its own table", () => {
    const samples = [
      sample({ contestant: "B0", job: "create", n: 50, milliseconds: 1500 }),
      sample({ contestant: "B5", job: "create", n: 50, milliseconds: 1800 }),
    ];
    expect(reportOf(samples)).toContain("| 50 x IpGroup, L 20 ms | create | B5 | 1.50 | 0.30 | 6.0 |");
  });
});

describe("a figure that varies", () => {
  const runs = (milliseconds: readonly number[]): Sample[] =>
    milliseconds.flatMap((engine, round) => [
      sample({ contestant: "B0", job: "create", n: 200, round, milliseconds: engine }),
      sample({ contestant: "B5", job: "create", n: 200, round, milliseconds: 2000, latencyMs: 0 }),
    ]);
  test("on both sides of its target is unsure, and the report says that the machine was busy", () => {
    const text = reportOf(runs([1000, 4000, 3000]));
    expect(text).toMatch(/B5 \/ B0 .* pass, unsure \|/u);
    expect(text).toContain("The machine was busy");
  });

  test("on one side of its target is sure, and the report does not call the machine busy", () => {
    const text = reportOf(runs([3000, 3010, 3020]));
    expect(text).toMatch(/B5 \/ B0 .* pass \|/u);
    expect(text).not.toContain("busy");
  });
});

describe("the report", () => {
  const samples = [
    sample({ contestant: "B0", job: "create", n: 50, milliseconds: 1500 }),
    sample({
      contestant: "B5",
      job: "create",
      n: 50,
      milliseconds: 1800,
      requests: 51,
      verbs: { "ipgroups/saveRule": 50 },
    }),
    sample({ contestant: "B2", job: "create", n: 50, milliseconds: 160, requests: 51 }),
  ];
  const text = reportOf(samples, ["B3: there is no curl on this machine"]);

  test("names the machine, the versions and the date of the measurement", () => {
    for (const fact of ["a machine", "engine 3.1.0", "Node.js 20.1.0", "pulumi-flowgate 1.2.3", "2026-01-31"]) {
      expect(text).toContain(fact);
    }
  });

  test("shows a figure above its target as a failure", () => {
    expect(text).toContain("| (B5 - B0) / B2 | create, 50 x IpGroup, L 20 ms | 1.88 | 1 | <= 1.25 | **fail** |");
  });

  test("shows times in seconds, and numbers of requests", () => {
    expect(text).toContain("| 50 x IpGroup, L 20 ms | create | 1.50 |  | 0.16 |  | 1.80 |");
    expect(text).toContain("| 50 x IpGroup, L 20 ms | create |  | 51 |  | 51 |  |  | 50 ipgroups/saveRule |");
  });

  test("lists what was not measured", () => {
    expect(text).toMatch(/Not measured in this form: .*plugin, B7 \/ B5/u);
    for (const line of [...plans.quick.leftOut, "B3: there is no curl on this machine"]) {
      expect(text).toContain(`- ${line}`);
    }
  });

  test("plots time and requests over N and over L, with a line for each contestant that was measured", () => {
    const plots = plotsOf(new View(samples));
    expect(plots.map(({ file }) => file)).toEqual([
      "time-over-n.svg",
      "time-over-l.svg",
      "requests-over-n.svg",
      "requests-over-l.svg",
    ]);
    const svg = svgOf(plots[0] ?? { file: "", title: "", xTitle: "", yTitle: "", panels: [] });
    expect(svg).toMatch(/^<svg [\s\S]*<\/svg>$/u);
    for (const label of ["B0 engine alone", "B2 best possible script", "B5 this provider"])
      expect(svg).toContain(label);
    expect(svg).not.toContain("B3");
  });
});
