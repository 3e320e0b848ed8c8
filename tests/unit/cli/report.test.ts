import { GatewayClient } from "../../../provider/client";
import { runReport } from "../../../provider/report/stream";
import type { ReportArguments } from "../../../provider/report/arguments";
import type { Report } from "../../../provider/report/result";
import { cellsOf, failed, flowgate, printed, siteForEach } from "./support";

const site = siteForEach();

/** A fixed time frame, so that the report does not change while a test runs. */
const frame = ["--start", "2026-01-31T08:00:00Z", "--end", "2026-01-31T09:00:00Z"];
const custom = { dateRange: "Custom", start: "2026-01-31T08:00:00Z", end: "2026-01-31T09:00:00Z" } as const;

/** The report that the library returns for the same question. */
async function expected(args: Omit<ReportArguments, "dateRange" | "start" | "end"> = {}): Promise<Report> {
  const { url, token } = site.sim.gateway;
  const client = new GatewayClient({ url, token, allowHttp: true });
  try {
    return JSON.parse(JSON.stringify(await runReport(client, { ...args, ...custom }))) as Report;
  } finally {
    await client.close();
  }
}

async function report(...args: string[]): Promise<Report> {
  const { code, stdout } = await site.run(["report", ...frame, ...args, "--json"]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Report;
}

const withoutId = ({ requestId: _requestId, ...rest }: Report): Omit<Report, "requestId"> => rest;

test("report prints the first rows with the appliance's labels, then others and total, and the number of rows", async () => {
  const { code, stdout, stderr } = await site.run(["report", ...frame, "--limit", "3"]);
  const lines = cellsOf(stdout);
  const { columns, rows, total } = await expected({ window: { limit: 3 } });
  expect(code).toBe(0);
  expect(lines[0]).toEqual(columns.map(({ label }) => label));
  expect(lines[1]).toEqual(columns.map(({ key }) => rows[0]?.[key]?.label));
  expect(lines.map(([first]) => first).slice(4)).toEqual(["Others", "Total"]);
  expect(lines[5]?.at(-1)).toBe(total[columns.at(-1)?.key ?? ""]?.label);
  expect(stderr).toBe("3 of 400 rows; --limit all reads them all.\n");
});

test("report --limit all returns all rows, however many requests that takes", async () => {
  const { rows, others } = await report("--limit", "all", "--page-size", "150");
  expect(rows).toHaveLength(400);
  expect(rows).toEqual((await expected({ window: { limit: "all" } })).rows);
  expect(others).toBeDefined();
  expect((await report("--offset", "390", "--limit", "all")).rows).toEqual(rows.slice(390));
});

test.each<[string[], Omit<ReportArguments, "dateRange" | "start" | "end">]>([
  [["host2host"], { reportType: "host2host" }],
  [["--exporter", "10.1.0.1"], { filters: [{ type: "exporter", address: "10.1.0.1" }] }],
  [
    ["--exporter", "10.1.0.1", "10.2.0.1"],
    {
      filters: [
        { type: "exporter", address: "10.1.0.1" },
        { type: "exporter", address: "10.2.0.1" },
      ],
    },
  ],
  [["--interface", "10.1.0.1/2"], { filters: [{ type: "interface", address: "10.1.0.1", index: 2 }] }],
  [
    ["--interface", "10.1.0.1/2", "--interface-spelling", "hexIndex"],
    { filters: [{ type: "interface", address: "10.1.0.1", index: 2, spelling: "hexIndex" }] },
  ],
  [["--device-group", "1"], { filters: [{ type: "deviceGroup", groupId: 1 }] }],
  [["--ip-group", "Private networks"], { filters: [{ type: "ipGroup", groupId: 101 }] }],
  [["--ip-group", "101", "--side", "source"], { filters: [{ type: "ipGroup", groupId: 101, side: "source" }] }],
  [["--network", "10.0.0.0/8"], { filters: [{ type: "network", cidr: "10.0.0.0/8" }] }],
  [
    ["--host", "10.2.8.1", "--side", "destination"],
    { filters: [{ type: "host", address: "10.2.8.1", side: "destination" }] },
  ],
  [["--port", "443/tcp"], { filters: [{ type: "port", port: 443, protocol: "tcp" }] }],
  [["--port", "53"], { filters: [{ type: "port", port: 53 }] }],
  [["--filter", "sdfPorts_0=in_443-6"], { filters: [{ type: "raw", key: "sdfPorts_0", value: "in_443-6" }] }],
  [["--direction", "outbound"], { direction: "outbound" }],
  [["--unit", "percent"], { unit: "percent" }],
  [["--unit", "bytes", "--values", "total"], { unit: "bytes", rateTotal: "total" }],
  [["--granularity", "5m", "--graph", "timeseries"], { granularity: "5m", graph: "timeseries" }],
  [["--granularity", "10", "--graph", "all"], { granularity: "10", graph: "all" }],
  [["--data-mode", "traditional"], { dataMode: "traditional" }],
  [["--timezone", "Europe/Paris"], { clientTimezone: "Europe/Paris" }],
])("%j gives the same report as the equivalent library arguments", async (args, asked) => {
  expect(withoutId(await report(...args))).toEqual(withoutId(await expected({ ...asked, window: { limit: 50 } })));
});

test("the time frame is the last hour unless an option names another", async () => {
  await site.run(["report"]);
  await site.run(["report", "--date-range", "Yesterday"]);
  expect(site.sim.requests.where({ action: "report_api/get" }).map(({ detail }) => detail)).toEqual([
    "conversations LastHour, 50 rows from 0",
    "conversations Yesterday, 50 rows from 0",
  ]);
});

test("a report without rows says so", async () => {
  const none = ["--host", "203.0.113.250"];
  expect(await printed(site.run(["report", ...frame, ...none]))).toBe("The report has no rows.\n");
  expect((await report(...none)).rows).toEqual([]);
  const skipped = await printed(site.run(["report", ...frame, "--offset", "1000"]));
  expect(skipped).toBe("The report has 400 rows; --offset skips all of them.\n");
});

test("a report with several tables has the header above each table, and the total once", async () => {
  const rows = Array.from({ length: 2010 }, (_, index) => [{ rawValue: `host ${index}`, label: `host ${index}` }]);
  let read = 0;
  const longer = ({ report: { table } }: { report: { table: { inbound: object } } }): object => {
    const inbound = { ...table.inbound, totalRowCount: 2010, rows: rows.slice(read, read + 1000) };
    read += 1000;
    return { report: { table: { inbound } } };
  };
  site.sim.faults.add({ match: "report_api/get", kind: { rewrite: (answer) => longer(answer as never) } });
  const { stdout } = await site.run(["report", ...frame, "--limit", "all"]);
  const firsts = cellsOf(stdout).map(([first]) => first);
  expect(firsts.filter((first) => first === "Source")).toHaveLength(3);
  expect(firsts.filter((first) => first === "Total")).toHaveLength(1);
  expect(firsts).toHaveLength(2010 + 3 + 2);
});

describe("report refuses an invalid command line before any request:", () => {
  test.each([
    [["--date-range", "LastMinute"], "Allowed choices are LastFiveMinutes"],
    [["--date-range", "Custom"], '--date-range: "Custom" needs --start and --end.'],
    [["--start", "2026-01-31T08:00:00Z"], '--date-range: "Custom" needs --end.'],
    [["--start", "yesterday", "--end", "now"], "Write a time with its zone such as 2026-01-31T08:00:00Z."],
    [
      ["--start", "2026-01-31T09:00:00Z", "--end", "2026-01-31T08:00:00Z"],
      "--end: must be at least a second after --start",
    ],
    [
      ["--date-range", "Today", "--start", "2026-01-31T09:00:00Z"],
      '--date-range: --start and --end are allowed only with "Custom"',
    ],
    [["--timezone", "Nowhere"], "--timezone: must be the name of a time zone"],
    [["--granularity", "7x"], "--granularity: must be one of auto"],
    [["--direction", "both"], "Allowed choices are inbound, outbound."],
    [["--exporter", "10.1"], "Write an IPv4 address"],
    [["--interface", "10.1.0.1"], "such as 192.0.2.1/3"],
    [["--host", "10.0.0.1", "--network", "10.0.0.1/8"], "--network: "],
    [["--port", "443/sctp"], "such as 443, 443/tcp or 443/6"],
    [["--port", "70000"], "--port: must be a port"],
    [["--filter", "sdfPorts_0"], "Write a filter such as sdfPorts_0=in_443-6."],
    [["--limit", "0"], "--limit: must be"],
    [["--limit", "some"], "Write a whole number of rows."],
    [["--page-size", "1000000"], "--page-size: must be a whole number of rows"],
    [["--csv", "--json"], "give only one of them"],
    [["--labels"], "--labels needs --csv"],
    [["--graph", "pie"], "--graph needs --json"],
  ])("%j", async (args, says) => {
    expect(await failed(site.run(["report", ...args]), 2)).toContain(says);
    expect(site.sim.requests.count()).toBe(0);
  });
});

test.each([
  ["an unknown IP group", ["--ip-group", "Private network"], 9, 'Did you mean "Private networks"?'],
  ["a refused type that is similar to a documented one", ["applicatons"], 6, 'Did you mean "applications"?'],
  ["another refused type", ["topTalkers"], 6, "flowgate report --types lists the documented types."],
])("%s is reported with what to write", async (_what, args, code, says) => {
  expect(await failed(site.run(["report", ...args]), code)).toContain(says);
});

test("a report that the appliance refuses ends with 6 and prints nothing to stdout", async () => {
  site.sim.switches.tokenRights = "none";
  expect(await failed(site.run(["report"]), 6)).toContain("the token does not permit runReport");
});

test("an appliance that fails in the middle of the rows is an error, not a short report", async () => {
  site.sim.faults.add({ match: "report_api/get", skip: 1, kind: { refuse: "The database is closed" } });
  const args = ["--limit", "all", "--page-size", "100", "--csv"];
  const { code, stdout, stderr } = await site.run(["report", ...frame, ...args]);
  expect([code, stderr]).toEqual([6, expect.stringContaining("The database is closed")]);
  // Rows are written while further ones are read, so a long report needs little memory.
  expect(stdout.trimEnd().split("\r\n")).toHaveLength(101);
});

test("report --types lists the documented types, without a configuration or a request", async () => {
  const stdout = await printed(flowgate(["report", "--types", "--no-stack"], { env: {} }));
  expect(stdout.split("\n")).toEqual(expect.arrayContaining(["conversations", "country2country"]));
});
