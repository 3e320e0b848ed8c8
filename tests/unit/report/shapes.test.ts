import { closeAll } from "../http/support";
import { columnsOf, footerOf, rowOf } from "../../../provider/report/result";
import { hourly, oddGateway, tableOf, values } from "./support";

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

/** A column for an element. */
const column = (elementName: string | undefined, label = "x") => ({ elementName, format: "f", label });

test.each([
  ["the element", [column("a"), column("b")], ["a", "b"]],
  ["the label if there is no element", [column(undefined, "#"), column("a")], ["#", "a"]],
  ["the position if there is neither", [column("a"), column(undefined, "")], ["a", "column2"]],
  ["numbered if several are equal", [column("a"), column("a"), column(undefined, "a")], ["a", "a_2", "a_3"]],
  ["never equal to another column's key", [column("a_2"), column("a"), column("a")], ["a_2", "a", "a_3"]],
  ["any text", [column("__proto__"), column("constructor")], ["__proto__", "constructor"]],
])("the keys of columns are %s", (_name, columns, keys) => {
  expect(columnsOf(columns).map(({ key }) => key)).toEqual(keys);
});

describe("a row", () => {
  test("has each cell under the key of its column, whatever the key is", () => {
    const columns = columnsOf([column("__proto__"), column("toString")]);
    const row = rowOf(columns, [
      { rawValue: 1, label: "one" },
      { rawValue: "x", label: "X" },
    ]);
    expect(Object.entries(row)).toEqual([
      ["__proto__", { raw: 1, label: "one" }],
      ["toString", { raw: "x", label: "X" }],
    ]);
    expect(Object.getPrototypeOf({})).not.toHaveProperty("raw");
  });

  test.each([
    ["443", 443],
    ["-1.50", -1.5],
    ["0", 0],
    ["007", "007"],
    ["1e5", "1e5"],
    ["10.1.0.1", "10.1.0.1"],
    ["443-6", "443-6"],
    ["0x1f", "0x1f"],
    [" 1", " 1"],
    ["", ""],
    ["9007199254740993", "9007199254740993"],
    [12, 12],
    [null, null],
  ])("has the raw value %j as %j", (rawValue, raw) => {
    expect(rowOf(columnsOf([column("a")]), [{ rawValue, label: "" }])["a"]?.raw).toBe(raw);
  });
});

describe("the footer", () => {
  const heads = columnsOf([column("rank"), column("host"), column("packets"), column("octets")]);
  const cells = (...values: (string | number)[]): object[] =>
    values.map((rawValue) => ({ rawValue, label: String(rawValue) }));
  const rows = [cells(1, "a", 10, 1000), cells(2, "b", 5, 300)];
  const keys = (footer: object[]): string[] =>
    Object.keys(footerOf(heads, tableOf({ totalRowCount: 9, columns: [], rows, footer })).total);

  test.each([
    ["the same columns as the rows if it is as long", ["Others", "", 2, 50], ["Total", "", 17, 1350], heads],
    ["the columns that add up if it is shorter", [2, 50], [17, 1350], heads.slice(2)],
    ["the columns that add up, wherever they are", ["", "Others", 2], ["", "Total", 17], heads.slice(0, 3)],
    ["the last columns, which are computed, if nothing adds up", ["?", "?"], ["?", "?"], heads.slice(2)],
  ])("has %s", (_title, others, total, columns) => {
    expect(keys([cells(...others), cells(...total)])).toEqual(columns.map(({ key }) => key));
  });

  test("leaves others and total empty if it is missing", () => {
    expect(footerOf(heads, tableOf({ totalRowCount: 2, columns: [], rows }))).toEqual({
      others: {},
      total: {},
    });
  });
});
