import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ReplyError } from "../../../provider/errors/errors";
import { Refusal } from "../../../provider/errors/refusal";
import type { ReportArguments } from "../../../provider/report/arguments";
import { closeAll, fails } from "../http/support";
import { clientOf, simulator } from "../gateway/support";
import { all, hourly, hourlyStream, numbers, oddGateway, values } from "./support";

afterEach(closeAll);

const bytes = "sum_octetdeltacount";
const inTotal = { rateTotal: "total", unit: "bytes" } as const;

/** The rows that were requested, as `<number> from <offset>`. */
function windows(sim: Awaited<ReturnType<typeof simulator>>): string[] {
  return sim.requests.where({ action: "report_api/get" }).map(({ detail }) => detail.split(", ")[1] ?? "");
}

describe("the rows of a report", () => {
  test("are those of the window, read with as many requests as its pages need", async () => {
    const sim = await simulator();
    const whole = await hourly(clientOf(sim), { window: { limit: "all" } });
    expect(whole.rows).toHaveLength(whole.totalRowCount);
    expect(windows(sim)).toEqual(["1000 rows from 0"]);
    sim.requests.clear();
    const part = await hourly(clientOf(sim), { window: { offset: 30, limit: 250, pageSize: 100 } });
    expect(windows(sim)).toEqual(["100 rows from 30", "100 rows from 130", "50 rows from 230"]);
    expect(part.rows).toEqual(whole.rows.slice(30, 280));
    expect(part.totalRowCount).toBe(whole.totalRowCount);
  });

  test("end with the report, without a request for an empty page", async () => {
    const sim = await simulator();
    const { totalRowCount, rows } = await hourly(clientOf(sim), { window: { limit: "all", pageSize: 150 } });
    expect(rows).toHaveLength(totalRowCount);
    expect(windows(sim)).toHaveLength(Math.ceil(totalRowCount / 150));
  });

  test("are read with more requests if the appliance returns fewer at once than requested", async () => {
    const sim = await simulator({ switches: { reportMaxRows: 70 } });
    const { totalRowCount, rows } = await hourly(clientOf(sim), { window: { limit: "all" } });
    expect(rows).toHaveLength(totalRowCount);
    expect(windows(sim)).toHaveLength(Math.ceil(totalRowCount / 70));
  });

  test("are read while they are consumed, and a break reads no further page", async () => {
    const sim = await simulator();
    const stream = await hourlyStream(clientOf(sim), { window: { limit: "all", pageSize: 100 } });
    expect(windows(sim)).toHaveLength(1);
    let seen = 0;
    for await (const _row of stream.rows()) if (++seen === 150) break;
    expect(windows(sim)).toHaveLength(2);
  });

  test("F102: do not stay in memory: with the fourth page, the rows of the first two can be released", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const stream = await hourlyStream(clientOf(await simulator()), { window: { limit: "all", pageSize: 100 } });
    const read: WeakRef<object>[] = [];
    let kept: number | undefined;
    for await (const row of stream.rows()) {
      if (read.push(new WeakRef(row)) < 301) continue;
      await new Promise((resolve) => setTimeout(resolve));
      collect();
      kept = read.slice(0, 200).filter((one) => one.deref() !== undefined).length;
      break;
    }
    expect(kept).toBe(0);
  });

  test("can be read only once", async () => {
    const stream = await hourlyStream(clientOf(await simulator()), {});
    await all(stream.rows());
    expect(() => stream.rows()).toThrow(new Refusal("the rows of a report can be read only once."));
  });
});

describe("others and total", () => {
  test("are the same whether a window is read with one request or with several", async () => {
    const client = clientOf(await simulator());
    const one = await hourly(client, { ...inTotal, window: { limit: 100 } });
    const several = await hourly(client, { ...inTotal, window: { limit: 100, pageSize: 30 } });
    expect(several.rows).toEqual(one.rows);
    expect(several.total).toEqual(one.total);
    expect(several.others[bytes]?.raw).toBe(one.others[bytes]?.raw);
    // The appliance formats values that it computes itself. For a sum over several pages only the number is known. Its
    // unit is the database's, which may differ from that of the labels.
    expect(one.others[bytes]?.label).toMatch(/ [kMG]?B$/u);
    expect(several.others[bytes]?.label).toMatch(/^\d+\.\d\d % of the total$/u);
  });

  test.each([
    { footerCells: "all" },
    { footerCells: "computed" },
    { rankColumn: true, footerCells: "computed" },
  ] as const)("add up with the rows, with %j", async (switches) => {
    const client = clientOf(await simulator({ switches }));
    const report = await hourly(client, { ...inTotal, window: { limit: 20, pageSize: 7 } });
    const sum = values(report, bytes).reduce((total: number, value) => total + Number(value), 0);
    expect(sum + Number(report.others[bytes]?.raw)).toBe(report.total[bytes]?.raw);
    expect(report.total["sourceipaddress"]?.raw ?? "").not.toEqual(expect.any(Number));
  });

  test("have no remainder if all rows were read", async () => {
    const report = await hourly(clientOf(await simulator()), { window: { limit: "all", pageSize: 64 } });
    expect(Number(report.others[bytes]?.raw)).toBeLessThan(1);
  });
});

test("graph data have one series for each slice of the pie, also in a report of several pages", async () => {
  const sim = await simulator();
  const report = await hourly(clientOf(sim), { ...inTotal, graph: "all", window: { limit: 60, pageSize: 20 } });
  const { pie = [], series = [] } = report.graph ?? {};
  expect(series).toHaveLength(pie.length);
  expect(series[0]?.[0]?.time).toBe(Date.parse("2026-01-31T08:00:00Z") / 1000);
  const first = series[0]?.reduce((sum, point) => sum + point.bytes, 0);
  expect(first).toBe(report.rows[0]?.[bytes]?.raw);
});

describe("an appliance that contradicts its own answers", () => {
  const columns = [{ elementName: "n", label: "N" }];
  const window = (limit: number | "all", pageSize: number) => ({ window: { limit, pageSize } });
  const paged = window("all", 50);

  test.each<
    [what: string, Parameters<typeof oddGateway>[0], Partial<ReportArguments>, words: string, requests: number]
  >([
    [
      "returns no rows before the stated end",
      (asked) => ({ totalRowCount: 500, rows: numbers(asked, 120) }),
      paged,
      "gives no rows from 120 on, although it says that there are 500",
      4,
    ],
    [
      "returns the same rows for each offset",
      (asked) => ({ totalRowCount: 500, rows: numbers({ ...asked, offset: 0 }, 500) }),
      paged,
      "the same rows for another offset",
      2,
    ],
    [
      "has another number of columns in the next page",
      (asked, request) => ({
        totalRowCount: 90,
        columns: request === 1 ? columns : [...columns, { elementName: "m", label: "M" }],
        rows: numbers(asked, 90),
      }),
      window(25, 10),
      "the columns changed between two pages",
      2,
    ],
    [
      "returns cells without a column",
      () => ({ totalRowCount: 1, rows: [[{ label: "1" }, { label: "2" }]] }),
      {},
      "a row has more cells than there are columns",
      1,
    ],
    [
      "returns the table of the other direction",
      (asked) => ({ totalRowCount: 1, rows: numbers(asked, 1) }),
      { direction: "outbound" },
      "the answer has no outbound table",
      1,
    ],
  ])("causes an error, not the end of the report, if it %s", async (_what, tableOf, args, words, requests) => {
    const odd = await oddGateway(tableOf);
    await fails(hourly(odd, args), ReplyError, words);
    expect(odd.windows).toHaveLength(requests);
  });

  test("adds no rows to the report if it returns more than requested", async () => {
    const odd = await oddGateway(({ offset }) => ({
      totalRowCount: 90,
      rows: numbers({ offset, max_num_rows: 90 }, 90),
    }));
    const report = await hourly(odd, { window: { limit: 25, pageSize: 10 } });
    expect(values(report, "n")).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(odd.windows.map(({ offset }) => offset)).toEqual([0, 10, 20]);
  });

  test("ends the report at its new end if the report becomes shorter while it is read", async () => {
    const odd = await oddGateway((window, request) => ({
      totalRowCount: request === 1 ? 100 : 80,
      rows: numbers(window, 80),
    }));
    const report = await hourly(odd, { window: { limit: "all", pageSize: 30 } });
    expect(report.rows).toHaveLength(80);
    expect(odd.windows).toHaveLength(3);
  });

  test("F102: is refused after the first page if the report has more rows than can be read at once", async () => {
    const odd = await oddGateway((window) => ({ totalRowCount: 1_000_001, rows: numbers(window, 10) }));
    await fails(
      hourly(odd, { window: { limit: "all", pageSize: 10 } }),
      Refusal,
      "1000001 rows, more than the 1000000",
    );
    expect(odd.windows).toHaveLength(1);
    expect((await hourly(odd, { window: { limit: 10 } })).rows).toHaveLength(10);
  });
});
