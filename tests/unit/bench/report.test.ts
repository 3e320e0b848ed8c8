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

const reportOf = (samples: readonly Sample[]): string =>
  reportText(samples, {
    subject: { build: "abc", engine: "3.1.0", node: "20.1.0", machine: "a machine" },
    plan: plans.quick,
    parallel: 8,
    version: "1.2.3",
    date: "2026-01-31",
    plots: [],
    remarks: [],
  });

describe("a figure that is compared with its target", () => {
  test("is the median of the ratios within each round", () => {
    const rounds = [
      [1000, 1100, 200],
      [2000, 2200, 100],
      [3000, 3900, 1000],
    ].flatMap(([engine = 0, ours = 0, script = 0], round) => [
      sample({ contestant: "B0", job: "create", n: 200, round, milliseconds: engine }),
      sample({ contestant: "B5", job: "create", n: 200, round, milliseconds: ours }),
      sample({ contestant: "B2", job: "create", n: 200, round, milliseconds: script }),
    ]);
    // The values are 0.5, 2 and 0.9. The ratio of the medians would be 1.
    expect(figures(rounds, "(B5 - B0) / B2")).toEqual([["create, 200 x IpGroup, L 20 ms", 0.9, true]]);
  });

  test("leaves out a round in which a contestant was not measured", () => {
    const samples = [
      sample({ contestant: "B5", job: "create", n: 200, round: 0, milliseconds: 500 }),
      sample({ contestant: "B5", job: "create", n: 200, round: 1, milliseconds: 2000 }),
      sample({ contestant: "B2", job: "create", n: 200, round: 1, milliseconds: 1000 }),
      sample({ contestant: "B0", job: "create", n: 200, round: 1, milliseconds: 800 }),
    ];
    expect(figures(samples, "(B5 - B0) / B2")).toEqual([["create, 200 x IpGroup, L 20 ms", 1.2, true]]);
  });

  test("misses the target if an up without a change sends a single request", () => {
    const samples = [sample({ contestant: "B5", job: "unchanged", n: 50, requests: 1 })];
    expect(figures(samples, "requests of an `up` without a change")).toEqual([
      ["unchanged, 50 x IpGroup, L 20 ms", 1, false],
    ]);
  });

  test("for requests is the value at N = 0 of the line through all N, and the distance from that line", () => {
    const line = (extra: number): Sample[] =>
      [50, 200, 1000].map((n) =>
        sample({ contestant: "B5", job: "create", n, requests: n + 1 + (n === 200 ? extra : 0) }),
      );
    const places = "create, N = 50, 200, 1000, L 20 ms";
    expect(figures(line(0), "requests at N = 0, by the line through all N")).toEqual([[places, 1, true]]);
    expect(figures(line(0), "requests off that line")).toEqual([[places, 0, true]]);
    expect(figures(line(7), "requests off that line")).toEqual([[places, 7, false]]);
  });

  test("for deletions is the requests beyond 1 list and N deletions, and negative if they went in batches", () => {
    const destroy = (requests: number): Sample => sample({ contestant: "B5", job: "destroy", n: 50, requests });
    const target = "requests of destroy beyond 1 list and N deletions";
    const place = "destroy, 50 x IpGroup, L 20 ms";
    expect(figures([destroy(44)], target)).toEqual([[place, -7, true]]);
    expect(figures([destroy(52)], target)).toEqual([[place, 1, false]]);
  });

  test("for memory is how much more the provider's process uses at N = 1,000 than at N = 100", () => {
    const at = (n: number, megabytes: number): Sample =>
      sample({ contestant: "B5", job: "create", n, providerBytes: megabytes * 1024 * 1024 });
    const target = "memory of the provider's process, N = 1,000 less N = 100";
    expect(figures([at(100, 110), at(1000, 139)], target)).toEqual([["create", 29, true]]);
    expect(figures([at(100, 110), at(1000, 141)], target)).toEqual([["create", 31, false]]);
  });

  test("for the start is the time beyond that of a provider that does nothing", () => {
    const samples = [start("none", 300), start("IpGroup", 390), start("none", 900, 1), start("IpGroup", 1020, 1)];
    expect(figures(samples, "provider start over a no-op provider")).toEqual([["IpGroup", 105, false]]);
  });

  test("for the state is the ratio of its size to that of the engine alone", () => {
    const state = (contestant: "B0" | "B5", stateBytes: number): Sample =>
      sample({ contestant, job: "create", n: 50, stateBytes });
    expect(figures([state("B0", 1000), state("B5", 1050)], "state, B5 / B0")[0]?.slice(1)).toEqual([1.05, true]);
    expect(figures([state("B0", 1000), state("B5", 1200)], "state, B5 / B0")[0]?.slice(1)).toEqual([1.2, false]);
  });
});

describe("the distance from the floor", () => {
  const distances = (samples: readonly Sample[]): [string, number, number][] =>
    distancesOf(new View(samples)).map(({ contestant, floor, above }) => [contestant, floor.median, above.median]);

  test("with one resource per object is measured from the slower of engine and script in the same round", () => {
    const round = (index: number, engine: number, script: number, ours: number): Sample[] => [
      sample({ contestant: "B0", job: "create", n: 50, round: index, milliseconds: engine }),
      sample({ contestant: "B2", job: "create", n: 50, round: index, milliseconds: script }),
      sample({ contestant: "B5", job: "create", n: 50, round: index, milliseconds: ours }),
    ];
    expect(distances([...round(0, 1000, 200, 1100), ...round(1, 1000, 2000, 2300)])).toEqual([["B5", 1500, 200]]);
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
  const text = reportText(samples, {
    subject: { build: "abc", engine: "3.1.0", node: "20.1.0", machine: "a machine" },
    plan: plans.quick,
    parallel: 8,
    version: "1.2.3",
    date: "2026-01-31",
    plots: [],
    remarks: ["B3: there is no curl on this machine"],
  });

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
