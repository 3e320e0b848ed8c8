import { checkedReport, remarkOn, type ReportArguments } from "../../../provider/report/arguments";
import { runReport } from "../../../provider/report/run";
import type { Simulator } from "../../../simulator";
import { clientAt, clientOf, simulator, thrown } from "../gateway/support";
import { answer, rawServer } from "../http/support";

/** An hour in the past, so that its content does not change while a test runs. */
const anHour = { dateRange: "Custom", start: "2026-01-31T08:00:00Z", end: "2026-01-31T09:00:00Z" } as const;

/** The rows that were requested, as `<number> rows from <offset>`. */
function windows(sim: Simulator): string[] {
  return sim.requests.where({ action: "report_api/get" }).map(({ detail }) => detail.split(", ")[1] ?? "");
}

/** A whole report with one column, whose pages have these rows. */
async function asked(pages: readonly (readonly unknown[])[], totalRowCount: number | string) {
  let page = 0;
  const server = await rawServer((socket) => {
    const inbound = { totalRowCount, columns: [{ elementName: "n" }], rows: pages[page++] };
    socket.write(answer(JSON.stringify({ report: { table: { inbound } } })));
  });
  return runReport(clientAt(server.url), { ...anHour, rows: "all" });
}

describe("the rows of a report", () => {
  test("are those of the window, read with as many requests as its pages need", async () => {
    const sim = await simulator();
    const whole = await runReport(clientOf(sim), { ...anHour, rows: "all" });
    expect(whole.rows).toHaveLength(whole.totalRowCount);
    sim.requests.clear();
    const part = await runReport(clientOf(sim), { ...anHour, offset: 30, rows: 250, pageSize: 100 });
    expect(windows(sim)).toEqual(["100 rows from 30", "100 rows from 130", "50 rows from 230"]);
    expect(part.rows).toEqual(whole.rows.slice(30, 280));
    expect(whole.others).not.toEqual({});
    expect(part.others).toEqual({});
  });

  test("are all read if the appliance returns fewer at once than requested", async () => {
    const sim = await simulator({ switches: { reportMaxRows: 70 } });
    const { totalRowCount, rows } = await runReport(clientOf(sim), { ...anHour, rows: "all" });
    expect(rows).toHaveLength(totalRowCount);
    expect(windows(sim)).toHaveLength(Math.ceil(totalRowCount / 70));
  });

  test.each([{ reportValues: "seen" }, { reportValues: "documented" }] as const)(
    "add up to the total with the others, with %j",
    async (switches) => {
      const client = clientOf(await simulator({ switches }));
      const report = await runReport(client, { ...anHour, rateTotal: "total", unit: "bytes", rows: 20 });
      const key = "sum_octetdeltacount";
      const sum = report.rows.reduce((all, row) => all + Number(row[key]?.raw), Number(report.others[key]?.raw));
      expect(sum).toBeCloseTo(Number(report.total[key]?.raw), -1);
    },
  );

  test("have numbers, except where a number would lose digits", async () => {
    const texts = "0 -12.50 1234567 007 0x10 1. a1 1a 9007199254740991 9007199254740993".split(" ");
    const { rows } = await asked([texts.map((rawValue) => [{ rawValue }])], texts.length);
    const numbers = [0, -12.5, 1234567, ...texts.slice(3, 8), Number.MAX_SAFE_INTEGER, ...texts.slice(9)];
    expect(rows.map(({ n }) => n?.raw)).toEqual(numbers);
  });

  test.each<[what: string, rows: readonly unknown[][], says: RegExp]>([
    ["the same rows again", [[[{ rawValue: 1 }]], [[{ rawValue: 1 }]]], /gives the same rows for another offset/u],
    ["no rows before the end", [[[{ rawValue: 1 }]], []], /gives no rows from 1 on, although .* there are 9/u],
    ["no rows at all", [[]], /gives no rows from 0 on/u],
    ["more cells than columns", [[[{ rawValue: 1 }, { rawValue: 2 }]]], /a row has more cells than there are columns/u],
    ["text in place of a cell", [[["a"]]], /does not have the documented form: \$\.report\.table\.inbound\.rows/u],
  ])("that miss some are no report: %s", async (_what, pages, says) => {
    expect((await thrown(asked(pages, "9"))).message).toMatch(says);
  });

  test("are refused if they are more than are read at once", async () => {
    expect((await thrown(asked([[[{ rawValue: 1 }]]], 100_001))).message).toMatch(
      /has 100001 rows, more than the 100000/u,
    );
  });
});

test.each<[what: string, args: object, says: RegExp]>([
  ["no arguments", {}, /^dateRange: is required/u],
  ["a custom time without its ends", { dateRange: "Custom" }, /"Custom" needs start and end/u],
  ["ends without a custom time", { ...anHour, dateRange: "Today" }, /start and end are allowed only with "Custom"/u],
  ["an end before its start", { ...anHour, end: anHour.start }, /end: must be at least a second after start/u],
  ["a wrong address", { ...anHour, filters: [["exporter", "10.1.1"]] }, /exporter: "10.1.1" is not an IPv4 address/u],
  ["a wrong interface", { ...anHour, filters: [["exporter", "10.1.1.1/a/3"]] }, /must be the index of an interface/u],
  ["too many rows", { ...anHour, rows: 2e6 }, /^rows: must be "all" or a whole number of rows from 1 to 100000/u],
  ["a word for rows", { ...anHour, rows: "many" }, /^rows: must be "all" or a whole number of rows/u],
])("a report with %s is refused before a request", async (_what, args, says) => {
  const sim = await simulator();
  expect((await thrown(runReport(clientOf(sim), args as ReportArguments))).message).toMatch(says);
  expect(sim.requests.verbs()).toEqual([]);
});

test.each(["Etc/Unknown", undefined])(
  "a machine whose time zone is %s reports in UTC, and says so",
  async (timeZone) => {
    const resolved = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
    jest.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(resolved as never);
    expect([checkedReport(anHour).clientTimezone, remarkOn(anHour)]).toEqual(["UTC", expect.stringContaining("UTC")]);
    expect(remarkOn({ ...anHour, clientTimezone: "Europe/Paris" })).toBeUndefined();
    jest.restoreAllMocks();
  },
);

test.each<[filters: ReportArguments["filters"], sent: Record<string, string>]>([
  [[["deviceGroup", "7"]], { sdfDips_0: "in_GROUP_7" }],
  [[["exporter", "10.1.1.1"]], { sdfDips_0: "in_0A010101_ALL" }],
  [[["exporter", "10.1.1.1/3"]], { sdfDips_0: "in_0A010101_3" }],
  [[["ipGroup", "102"]], { sdfIPGroups_0: "in_102_both", sdfDips_0: "in_GROUP_ALL" }],
  [[["sdfX_0", "v"]], { sdfX_0: "v", sdfDips_0: "in_GROUP_ALL" }],
  [[["sdfDips_0", "in_0A010101_0A010101-3"]], { sdfDips_0: "in_0A010101_0A010101-3" }],
  [
    [
      ["deviceGroup", "7"],
      ["deviceGroup", "8"],
      ["sdfDips_0", "v"],
    ],
    { sdfDips_0: "v", sdfDips_1: "in_GROUP_7", sdfDips_2: "in_GROUP_8" },
  ],
])("the filters %j are sent in the appliance's words", async (filters, sent) => {
  const server = await rawServer((socket) => socket.write(answer("{}")));
  await thrown(runReport(clientAt(server.url), { ...anHour, filters }));
  const json = /name="rpt_json"\r\n\r\n(?<json>.*)\r\n/u.exec(server.requests[0] ?? "")?.groups?.["json"] ?? "{}";
  expect(JSON.parse(json)).toMatchObject({ filters: sent });
});
