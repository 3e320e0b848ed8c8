import { columnsOf, footerOf, rowOf } from "../../../provider/report/result";
import { tableOf } from "./support";

/** A column for an element. */
const column = (
  elementName: string | undefined,
  label = "x",
): { elementName: string | undefined; format: string; label: string } => ({
  elementName,
  format: "f",
  label,
});

describe("the keys of columns", () => {
  test.each([
    ["the element", [column("a"), column("b")], ["a", "b"]],
    ["the label if there is no element", [column(undefined, "#"), column("a")], ["#", "a"]],
    ["the position if there is neither", [column("a"), column(undefined, "")], ["a", "column2"]],
    ["numbered if several are equal", [column("a"), column("a"), column(undefined, "a")], ["a", "a_2", "a_3"]],
    ["never equal to another column's key", [column("a_2"), column("a"), column("a")], ["a_2", "a", "a_3"]],
    ["any text", [column("__proto__"), column("constructor")], ["__proto__", "constructor"]],
  ])("are %s", (_name, columns, keys) => {
    expect(columnsOf(columns).map(({ key }) => key)).toEqual(keys);
  });
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
  const columns = columnsOf([column("rank"), column("host"), column("packets"), column("octets")]);
  const cells = (...values: (string | number)[]): object[] =>
    values.map((rawValue) => ({ rawValue, label: String(rawValue) }));
  const rows = [cells(1, "a", 10, 1000), cells(2, "b", 5, 300)];
  const keys = (footer: object[]): string[] =>
    Object.keys(footerOf(columns, tableOf({ totalRowCount: 9, columns: [], rows, footer })).total);

  test("has the same columns as the rows if it is as long as they are", () => {
    expect(keys([cells("Others", "", 2, 50), cells("Total", "", 17, 1350)])).toEqual([
      "rank",
      "host",
      "packets",
      "octets",
    ]);
  });

  test("has the columns that add up if it is shorter than the rows", () => {
    expect(keys([cells(2, 50), cells(17, 1350)])).toEqual(["packets", "octets"]);
    expect(keys([cells("", "Others", 2), cells("", "Total", 17)])).toEqual(["rank", "host", "packets"]);
  });

  test("has the last columns, which are computed, if it is shorter and nothing adds up", () => {
    expect(keys([cells("?", "?"), cells("?", "?")])).toEqual(["packets", "octets"]);
  });

  test("leaves others and total empty if it is missing", () => {
    expect(footerOf(columns, tableOf({ totalRowCount: 2, columns: [], rows }))).toEqual({
      others: {},
      total: {},
    });
  });
});
