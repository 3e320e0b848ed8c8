import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Plan, seriesOf } from "../../../bench/plan";
import { plans } from "../../../bench/plans";
import { missingSeries } from "../../../bench/run-plan";
import { type JobSample, keyOf, OtherSubjectError, SampleFile } from "../../../bench/samples";
import { lineThrough, summarise } from "../../../bench/statistics";
import { temporaryFolder } from "../../support/temporary-folder";

const subject = { build: "abc", engine: "3", node: "20", machine: "a machine" };
const plan: Plan = {
  name: "quick",
  starts: 0,
  leftOut: [],
  blocks: [
    {
      kind: "IpGroup",
      n: 50,
      rounds: 2,
      jobs: ["create", "destroy"],
      cells: [
        {
          latencyMs: 20,
          entries: [
            { contestant: "B5", jobs: ["create", "destroy"] },
            { contestant: "B1", jobs: ["create"], rounds: 1 },
          ],
        },
      ],
    },
  ],
};

const sampleOf = (contestant: JobSample["contestant"], job: JobSample["job"], round: number): JobSample => ({
  what: "job",
  contestant,
  kind: "IpGroup",
  n: 50,
  ...(contestant === "B0" ? {} : { latencyMs: 20 }),
  job,
  round,
  milliseconds: 1000,
});

describe("a run of the benchmark after an interruption", () => {
  let path: string;
  const open = (fresh = false): SampleFile => new SampleFile(path, subject, { fresh });

  beforeEach(() => {
    path = join(temporaryFolder(), "results", "samples.jsonl");
  });

  test("runs only the series that have jobs without a measurement", () => {
    const file = open();
    for (const job of ["create", "destroy"] as const) file.add(sampleOf("B0", job, 0));
    file.add(sampleOf("B5", "create", 0));
    const missing = missingSeries(plan, open());
    expect(missing.map(({ contestant, round }) => `${contestant} ${round}`)).toEqual(["B5 0", "B1 0", "B0 1", "B5 1"]);
  });

  test("keeps the first measurement if a job was measured twice", () => {
    const file = open();
    file.add(sampleOf("B5", "create", 0));
    file.add({ ...sampleOf("B5", "create", 0), milliseconds: 1 });
    expect(open().all).toEqual([sampleOf("B5", "create", 0)]);
  });

  test("drops a measurement that was cut off in the middle of its line, and keeps the next line intact", () => {
    open().add(sampleOf("B5", "create", 0));
    appendFileSync(path, '{"what":"job","contest');
    const file = open();
    expect(file.all).toHaveLength(1);
    file.add(sampleOf("B5", "destroy", 0));
    expect(open().all.map((sample) => keyOf(sample))).toEqual([
      "IpGroup/50/20/-/-/B5/create/0",
      "IpGroup/50/20/-/-/B5/destroy/0",
    ]);
  });

  test("cannot be continued by another build, because the samples are not comparable", () => {
    open().add(sampleOf("B5", "create", 0));
    const other = { ...subject, build: "def" };
    expect(() => new SampleFile(path, other, { fresh: false })).toThrow(OtherSubjectError);
    expect(new SampleFile(path, other, { fresh: true }).all).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(`${JSON.stringify(other)}\n`);
  });
});

describe("the plans of the benchmark", () => {
  test("measure the contestants in turn, round by round", () => {
    const order = seriesOf(plan).map(({ contestant, round }) => `${contestant} ${round}`);
    expect(order).toEqual(["B0 0", "B5 0", "B1 0", "B0 1", "B5 1"]);
  });

  test.each(Object.keys(plans) as Plan["name"][])("%s measures nothing twice", (name) => {
    const keys = seriesOf(plans[name]).flatMap(({ contestant, conditions, jobs, round }) =>
      jobs.map((job) => keyOf({ what: "job", contestant, ...conditions, job, round })),
    );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test("full has seven rounds for the ratios at N = 50 and 200", () => {
    const ratios = plans.full.blocks.filter(({ kind, n }) => kind === "IpGroup" && (n === 50 || n === 200));
    expect(ratios.map(({ rounds }) => rounds)).toEqual([7, 7]);
  });
});

describe("a summary of figures", () => {
  test("is the median with its quartiles, whatever the order of the figures", () => {
    expect(summarise([9, 1, 5, 3, 7])).toEqual({ median: 5, low: 3, high: 7, count: 5 });
  });

  test("of an even number of figures lies between the two in the middle", () => {
    expect(summarise([1, 2, 3, 10]).median).toBe(2.5);
  });

  test("of one figure is that figure", () => {
    expect(summarise([4])).toEqual({ median: 4, low: 4, high: 4, count: 1 });
  });

  test("of no figures is refused", () => {
    expect(() => summarise([])).toThrow(RangeError);
  });
});

describe("a line through points", () => {
  test("gives the value at zero, and the distance of a point in between from the line", () => {
    expect(
      lineThrough([
        [50, 51],
        [1000, 1001],
        [200, 207],
      ]),
    ).toEqual({ slope: 1, intercept: 1, largestError: 6 });
  });

  test("needs two points", () => {
    expect(() => lineThrough([[1, 1]])).toThrow(RangeError);
  });
});
