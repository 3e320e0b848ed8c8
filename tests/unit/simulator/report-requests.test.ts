import type { Switches } from "../../../simulator";
import { ask, lastJune, report, reportJson, type Question } from "./report-support";
import { eachTest, failure } from "./support";

const context = eachTest();

const part = { table: { query_limit: { offset: 0, max_num_rows: 1 } } };
const withFilter = (key: string, text: string): Question => ({
  rpt: { filters: { sdfDips_0: "in_GROUP_ALL", [key]: text } },
});
const malformed = [
  ["sdfDips_0", "GROUP_ALL"],
  ["sdfDips_0", "in_10.1.0.1_ALL"],
  ["sdfDips_0", "in_0A010001_0A020001-1"],
  ["sdfIps_0", "in_10.1.0.256_both"],
  ["sdfIps_0", "in_10.1.0.1"],
  ["sdfIpns_0", "in_10.1.0.1_16_both"],
  ["sdfIpns_0", "in_10.1.0.0_33_both"],
  ["sdfPorts_0", "in_65536"],
  ["sdfPorts_0", "in_https"],
  ["sdfIPGroups_0", "in_Paris_both"],
] as const;
const years = { dateRange: "Custom", start: 1_577_836_800, end: 1_767_225_600 };
const graphOfYears: Question = { rpt: { dataGranularity: { selected: "1m" }, times: years }, rows: 1 };

const refusals: [string, Question, RegExp][] = [
  ["an unknown report type", { rpt: { reportTypeLang: "weather" } }, /reportTypeLang: is not a known report/],
  ["an unknown dateRange", { rpt: { times: { dateRange: "LastEon" } } }, /dateRange: is not a known dateRange/],
  ["Custom without start", { rpt: { times: { dateRange: "Custom", end: 5 } } }, /Custom needs start and end/],
  ["Custom without end", { rpt: { times: { dateRange: "Custom", start: 5 } } }, /Custom needs start and end/],
  ["a start after the end", { rpt: { times: { ...lastJune, start: lastJune.end + 1 } } }, /start is not before end/],
  ["times in milliseconds", { rpt: { times: { ...lastJune, end: lastJune.end * 1000 } } }, /not in epoch seconds/],
  ["start and end next to a range", { rpt: { times: { ...lastJune, dateRange: "Today" } } }, /for Custom only/],
  ["an unknown timezone", { rpt: { times: { dateRange: "Today", clientTimezone: "Mars/Base" } } }, /not a timezone/],
  ["an unknown granularity", { rpt: { dataGranularity: { selected: "3m" } } }, /not a known granularity/],
  ["an unknown rateTotal", { rpt: { rateTotal: { selected: "mean" } } }, /rateTotal.selected/],
  ["an unknown unit", { rpt: { bbp: { selected: "nibbles" } } }, /bbp.selected/],
  ["an unknown dataMode", { rpt: { dataMode: { selected: "raw" } } }, /dataMode.selected/],
  ["an unknown direction", { rpt: { reportDirections: { selected: "both" } }, requested: {} }, /reportDirections/],
  ["an unknown key", { rpt: { limit: 5 } }, /limit/],
  ["an unknown filter", { rpt: { filters: { sdfDips_0: "in_GROUP_ALL", sdfHosts_0: "x" } } }, /sdfHosts_0/],
  ["no exporter filter", { rpt: { filters: { sdfIps_0: "in_10.0.0.1_both" } } }, /sdfDips_0 is missing/],
  ["a negative offset", { offset: -1 }, /query_limit.offset/],
  ["a window of no rows", { rows: 0 }, /query_limit.max_num_rows/],
  ["a window of half a row", { rows: 1.5 }, /query_limit.max_num_rows/],
  ["an unknown graph", { graph: "radar" }, /graph/],
  ["no direction at all", { requested: {} }, /inbound is missing/],
  ["a direction without a table", { requested: { inbound: { graph: "pie" } } }, /table/],
  ["another direction", { requested: { outbound: part } }, /outbound is not the direction of the report/],
  ["two directions", { requested: { inbound: part, outbound: part } }, /outbound is not the direction/],
  ["another device group", { rpt: { filters: { sdfDips_0: "in_GROUP_77" } } }, /device group 77 does not exist/],
  ["another IP group", withFilter("sdfIPGroups_0", "in_9999_both"), /IP group 9999 does not exist/],
  ...malformed.map(([key, text]): [string, Question, RegExp] => [
    `${key}=${text}`,
    withFilter(key, text),
    new RegExp(`${key}: is not a known form`, "u"),
  ]),
  ["a graph with more points than an answer can contain", { ...graphOfYears, graph: "all" }, /too fine/],
];

test.each(refusals)("%s is refused", async (_what, question, words) => {
  expect(await ask(context.probe, question)).toEqual(failure(words));
});

test.each(Object.keys(reportJson()))("%s is required", async (key) => {
  const { [key]: _left, ...rpt_json } = reportJson();
  const data_requested = { inbound: { table: { query_limit: { offset: 0, max_num_rows: 1 } } } };
  const answer = await context.probe.gateway("report_api", "get", { rpt_json, data_requested });
  expect(answer).toEqual(failure(new RegExp(`rpt_json.${key}`)));
});

test("both form fields are required, and each must be JSON", async () => {
  expect(await context.probe.gateway("report_api", "get", {})).toEqual(failure(/rpt_json: is missing/));
  const broken = await context.probe.gateway("report_api", "get", { rpt_json: "{", data_requested: {} });
  expect(broken).toEqual(failure(/rpt_json: is not JSON/));
});

test.each<[string, Partial<Switches>, Question, RegExp]>([
  ["a token without rights", { tokenRights: "none" }, {}, /does not permit runReport/],
  ["minutes", { granularityMinutes: "refused" }, { rpt: { dataGranularity: { selected: "15" } } }, /known granularity/],
  ["the index", { interfaceFilter: "hexIndex" }, withFilter("sdfDips_0", "in_0A010001_2"), /is not a known form/],
  ["the hex", { interfaceFilter: "index" }, withFilter("sdfDips_0", "in_0A010001_0A010001-2"), /is not a known form/],
])("%s is refused with %j", async (_what, switches, question, words) => {
  Object.assign(context.sim.switches, switches);
  expect(await ask(context.probe, question)).toEqual(failure(words));
});

describe("dateRange", () => {
  // A Tuesday.
  const now = Date.UTC(2026, 2, 10, 23, 15, 30);
  const utc = (...at: [number, number, number, number?, number?]): number => Date.UTC(...at) / 1000;
  const minute = utc(2026, 2, 10, 23, 15);

  const inUtc: [string, number, number][] = [
    ["LastFiveMinutes", minute - 300, minute],
    ["LastTenMinutes", minute - 600, minute],
    ["LastFifteenMinutes", minute - 900, minute],
    ["LastTwentyMinutes", minute - 1200, minute],
    ["LastThirtyMinutes", minute - 1800, minute],
    ["LastFortyfiveMinutes", minute - 2700, minute],
    ["LastHour", minute - 3600, minute],
    ["LastFullHour", utc(2026, 2, 10, 22), utc(2026, 2, 10, 23)],
    ["Last24Hours", minute - 86_400, minute],
    ["LastThreeDays", minute - 3 * 86_400, minute],
    ["LastSevenDays", minute - 7 * 86_400, minute],
    ["LastThirtyDays", minute - 30 * 86_400, minute],
    ["Today", utc(2026, 2, 10), minute],
    ["Yesterday", utc(2026, 2, 9), utc(2026, 2, 10)],
    ["ThisWeek", utc(2026, 2, 9), minute],
    ["LastWeek", utc(2026, 2, 2), utc(2026, 2, 9)],
    ["ThisMonth", utc(2026, 2, 1), minute],
    ["LastMonth", utc(2026, 1, 1), utc(2026, 2, 1)],
    ["ThisYear", utc(2026, 0, 1), minute],
    ["LastYear", utc(2025, 0, 1), utc(2026, 0, 1)],
  ];

  test.each(inUtc)("%s is computed from the appliance's clock", async (dateRange, start, end) => {
    context.sim.advanceClock(now - Date.now());
    const { time_details } = await report(context.probe, { rpt: { times: { dateRange } }, rows: 1 });
    expect(time_details).toMatchObject({ dateRange, start, end, timezone: "UTC" });
  });

  test("the client's timezone is returned, and labels are in UTC", async () => {
    const times = { ...lastJune, clientTimezone: "Europe/Paris" };
    const { time_details } = await report(context.probe, { rpt: { times } });
    expect(time_details).toMatchObject({ timezone: "Europe/Paris", start_label: "2026-06-15 00:00:00" });
  });

  test("Custom accepts epoch seconds as text", async () => {
    const times = { dateRange: "Custom", start: String(lastJune.start), end: String(lastJune.end) };
    const { time_details } = await report(context.probe, { rpt: { times } });
    expect(time_details).toMatchObject({ start: lastJune.start, end: lastJune.end });
  });
});

describe("dataGranularity", () => {
  const interval = async (selected: string, times: object = lastJune): Promise<unknown> =>
    (await report(context.probe, { rpt: { dataGranularity: { selected }, times } })).time_details["interval"];

  test("accepts each documented name, and auto grows with the time range", async () => {
    const named = { "1m": 60, "5m": 300, "30m": 1800, "2h": 7200, "12h": 43_200 };
    for (const [name, seconds] of Object.entries(named)) expect(await interval(name)).toBe(seconds);
    const days = (count: number): object => ({ ...lastJune, end: lastJune.start + count * 86_400 });
    const automatic = await Promise.all(
      [lastJune, days(1), days(5), days(20), days(90)].map((t) => interval("auto", t)),
    );
    expect(automatic).toEqual([60, 300, 1800, 7200, 43_200]);
  });

  test("accepts minutes as text, and any granularity without a graph", async () => {
    expect(await interval("15")).toBe(900);
    expect(await report(context.probe, graphOfYears)).toBeDefined();
  });
});
