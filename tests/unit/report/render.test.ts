import { csvHeader, csvLine, reportCsv } from "../../../provider/report/csv";
import type { Report, ReportCell, ReportRow } from "../../../provider/report/result";
import { reportTable } from "../../../provider/report/table";
import { closeAll } from "../http/support";
import { clientOf, simulator } from "../gateway/support";
import { all, hourly, hourlyStream } from "./support";

afterEach(closeAll);

const cell = (raw: ReportCell["raw"], label = String(raw)): ReportCell => ({ raw, label });
const row = (rank: number, host: string, octets: number): ReportRow => ({
  "#": cell(null, String(rank)),
  host: cell(host),
  octets: cell(octets, `${octets} B`),
});

const report: Pick<Report, "columns" | "rows" | "others" | "total" | "totalRowCount"> = {
  columns: ["#", "host", "octets"].map((key) => ({
    key,
    elementName: key === "#" ? undefined : key,
    label: { "#": "#", host: "Host", octets: "Bytes" }[key] ?? "",
    format: {},
  })),
  rows: [row(1, "a.example.net", 1500), row(2, 'b "two", Ltd', -3)],
  others: { octets: cell(30, "30 B") },
  total: { octets: cell(1527, "1527 B") },
  totalRowCount: 7,
};

describe("a report as a text table", () => {
  test("has the appliance's labels, others and total at the end, numbers on the right, and the count of rows not shown", () => {
    expect(reportTable(report).split("\n")).toEqual([
      "┌────────┬───────────────┬────────┐",
      "│ #      │ Host          │  Bytes │",
      "├────────┼───────────────┼────────┤",
      "│ 1      │ a.example.net │ 1500 B │",
      "├────────┼───────────────┼────────┤",
      '│ 2      │ b "two", Ltd  │   -3 B │',
      "├────────┼───────────────┼────────┤",
      "│ Others │               │   30 B │",
      "├────────┼───────────────┼────────┤",
      "│ Total  │               │ 1527 B │",
      "└────────┴───────────────┴────────┘",
      "5 more rows",
    ]);
  });

  test("shows at most as many rows as requested", () => {
    const text = reportTable(report, { rows: 1 });
    expect(text).toContain("a.example.net");
    expect(text).not.toContain("Ltd");
    expect(text).toContain("6 more rows");
  });

  test("names others and total only once if the appliance's footer names them too", async () => {
    const text = reportTable(await hourly(clientOf(await simulator()), { window: { limit: 2 } }));
    expect(text.match(/Others/gu)).toHaveLength(1);
    expect(text.match(/Total/gu)).toHaveLength(1);
  });

  test("shows control characters of names as text, and has no colours", () => {
    const text = reportTable({ ...report, rows: [row(1, "x\u001b[31my\u202e", 1)] });
    expect(text).toContain("x\\u001b[31my\\u202e");
    expect(text).not.toContain("\u001b");
  });
});

describe("a report as CSV", () => {
  test("has the keys and the raw values, quoted if necessary, and the label of a rank", () => {
    expect(reportCsv(report)).toBe('#,host,octets\r\n1,a.example.net,1500\r\n2,"b ""two"", Ltd",-3\r\n');
  });

  test.each([
    ["=cmd()", "'=cmd()"],
    ["+1", "'+1"],
    ["@x", "'@x"],
    ["-2+3", "'-2+3"],
    ["-7", "-7"],
    ["a=b", "a=b"],
    ["x\ny", '"x\ny"'],
  ])("writes the text %j as %j, which no spreadsheet executes", (text, expected) => {
    expect(csvLine(report.columns, { host: cell(text) })).toBe(`,${expected},\r\n`);
  });

  test("is the same whether it is written at once or while the rows are read", async () => {
    const client = clientOf(await simulator());
    const whole = reportCsv(await hourly(client, { window: { limit: 90 } }));
    const stream = await hourlyStream(client, { window: { limit: 90, pageSize: 40 } });
    const lines = (await all(stream.rows())).map((one) => csvLine(stream.columns, one));
    expect([csvHeader(stream.columns), ...lines].join("")).toBe(whole);
  });
});
