import { closeAll } from "../http/support";
import { hourly, oddGateway, values } from "./support";

afterEach(closeAll);

const amount = (value: unknown): object => ({ rawValue: value, label: `${String(value)} b` });
const columns = [
  { elementName: "host", label: "Host" },
  { elementName: "bytes", label: "Bytes" },
];
const cells = (host: string, value: unknown): object[] => [{ rawValue: host, label: host }, amount(value)];

describe("a report returns its table", () => {
  const table = { totalRowCount: 1, columns, rows: [cells("a", 7)] };

  test.each<[string, object, unknown]>([
    ["no graph", {}, undefined],
    ["null for the graph", { graph: null }, undefined],
    ["a graph of the wrong form", { graph: [1, 2] }, undefined],
    ["an empty graph", { graph: {} }, { pie: [], series: [] }],
    ["graphs of the wrong form", { graph: { pie: 0, timeseries: { inbound: {} } } }, { pie: [], series: [] }],
    [
      "gaps in the graph",
      { graph: { timeseries: { inbound: [[[60, 5], null, [120, null], ["180", "7"], [240]], null] } } },
      {
        pie: [],
        series: [
          [
            { time: 60, bytes: 5 },
            { time: 180, bytes: 7 },
          ],
          [],
        ],
      },
    ],
  ])("with %s", async (_name, more, graph) => {
    const report = await hourly(await oddGateway(() => table, more), { graph: "all" });
    expect(values(report, "bytes")).toEqual([7]);
    expect(report.graph).toEqual(graph);
  });

  test.each<[string, object]>([
    ["values instead of cells", { columns, rows: [["a", 7]] }],
    ["texts instead of columns", { columns: ["host", "bytes"], rows: [cells("a", 7)] }],
    ["objects instead of rows, by element", { columns, rows: [{ bytes: amount(7), host: { label: "a" } }] }],
    ["objects instead of rows, by label", { columns, rows: [{ Bytes: 7, Host: "a" }] }],
  ])("even with %s", async (_name, odd) => {
    const report = await hourly(await oddGateway(() => ({ totalRowCount: 1, ...odd })));
    expect(values(report, "bytes")).toEqual([7]);
    expect(report.rows[0]?.["host"]?.label).toBe("a");
  });

  test("with a table that has no direction", async () => {
    const odd = await oddGateway(() => ({}), { table: { totalRowCount: 1, columns, rows: [cells("a", 7)] } });
    expect(values(await hourly(odd, { direction: "outbound" }), "bytes")).toEqual([7]);
  });
});

describe("the others of a report that took several requests", () => {
  const paged = (shown: readonly unknown[] | undefined, second: unknown = 20) =>
    oddGateway(({ offset }) => ({
      totalRowCount: 2,
      columns,
      rows: [offset === 0 ? cells("a", 10) : cells("b", second)],
      ...(shown === undefined ? {} : { footer: shown }),
    }));
  const others = async (gateway: Awaited<ReturnType<typeof paged>>): Promise<unknown> =>
    (await hourly(gateway, { window: { limit: 2, pageSize: 1 } })).others;
  const name = { rawValue: "Others", label: "Others" };

  const footer = (...amounts: readonly object[]): unknown[] => amounts.map((one) => [name, one]);

  test("are those of the first page minus the rows of the later pages", async () => {
    expect(await others(await paged(footer(amount(50), amount(60))))).toEqual({
      host: { raw: "Others", label: "Others" },
      bytes: { raw: 30, label: "50.00 % of the total" },
    });
  });

  test("are computed even without a total, and then have no share of it", async () => {
    expect(await others(await paged(footer(amount(50))))).toMatchObject({ bytes: { raw: 30, label: "" } });
  });

  test.each<[string, readonly unknown[] | undefined, unknown]>([
    ["there is no footer", undefined, 20],
    ["the amounts of the footer are only texts", footer({ label: "50 b" }, { label: "60 b" }), 20],
    ["the amount of a row is a text", footer(amount(50), amount(60)), "20 b"],
  ])("are left out if %s", async (_name, shown, second) => {
    expect(await others(await paged(shown, second))).toEqual({});
  });
});
