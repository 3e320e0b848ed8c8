import { lastJune, type Question, report, reportJson } from "./report-support";
import { type Asked, containing, type Refusal, type Row, testRows } from "./rows";
import { failure } from "./support";

const part = { table: { query_limit: { offset: 0, max_num_rows: 1 } } };
const asked = (question: Question): Asked => ["get", { ...question }];
const ofTimes = (times: object): Asked => asked({ rpt: { times } });
const inSteps = (selected: string, times: object = lastJune): Asked =>
  asked({ rpt: { dataGranularity: { selected }, times } });
const withFilter = (key: string, text: string): Asked =>
  asked({ rpt: { filters: { sdfDips_0: "in_GROUP_ALL", [key]: text } } });
const malformed = {
  sdfDips_0: ["GROUP_ALL", "in_10.1.0.1_ALL", "in_0A010001_0A020001-1"],
  sdfIps_0: ["in_10.1.0.256_both", "in_10.1.0.1"],
  sdfIpns_0: ["in_10.1.0.1_16_both", "in_10.1.0.0_33_both"],
  sdfPorts_0: ["in_65536", "in_https"],
  sdfIPGroups_0: ["in_Paris_both"],
};
const years = { dateRange: "Custom", start: 1_577_836_800, end: 1_767_225_600 };
const graphOfYears: Question = { rpt: { dataGranularity: { selected: "1m" }, times: years }, rows: 1 };

const refusals: readonly Refusal[] = [
  [/reportTypeLang: is not a known report/, asked({ rpt: { reportTypeLang: "weather" } })],
  [/dateRange: is not a known dateRange/, ofTimes({ dateRange: "LastEon" })],
  [/Custom needs start and end/, ofTimes({ dateRange: "Custom", end: 5 }), ofTimes({ dateRange: "Custom", start: 5 })],
  [/start is not before end/, ofTimes({ ...lastJune, start: lastJune.end + 1 })],
  [/not in epoch seconds/, ofTimes({ ...lastJune, end: lastJune.end * 1000 })],
  [/for Custom only/, ofTimes({ ...lastJune, dateRange: "Today" })],
  [/not a timezone/, ofTimes({ dateRange: "Today", clientTimezone: "Mars/Base" })],
  [/not a known granularity/, inSteps("3m")],
  [/rateTotal.selected/, asked({ rpt: { rateTotal: { selected: "mean" } } })],
  [/bbp.selected/, asked({ rpt: { bbp: { selected: "nibbles" } } })],
  [/dataMode.selected/, asked({ rpt: { dataMode: { selected: "raw" } } })],
  [/reportDirections/, asked({ rpt: { reportDirections: { selected: "both" } }, requested: {} })],
  [/limit/, asked({ rpt: { limit: 5 } })],
  [/sdfHosts_0/, asked({ rpt: { filters: { sdfDips_0: "in_GROUP_ALL", sdfHosts_0: "x" } } })],
  [/sdfDips_0 is missing/, asked({ rpt: { filters: { sdfIps_0: "in_10.0.0.1_both" } } })],
  [/query_limit.offset/, asked({ offset: -1 })],
  [/query_limit.max_num_rows/, asked({ rows: 0 }), asked({ rows: 1.5 })],
  [/graph/, asked({ graph: "radar" })],
  [/inbound is missing/, asked({ requested: {} })],
  [/table/, asked({ requested: { inbound: { graph: "pie" } } })],
  [/outbound is not the direction of the report/, asked({ requested: { outbound: part } })],
  [/outbound is not the direction/, asked({ requested: { inbound: part, outbound: part } })],
  [/device group 77 does not exist/, asked({ rpt: { filters: { sdfDips_0: "in_GROUP_77" } } })],
  [/IP group 9999 does not exist/, withFilter("sdfIPGroups_0", "in_9999_both")],
  ...Object.entries(malformed).map(([key, texts]): Refusal => [
    new RegExp(`${key}: is not a known form`, "u"),
    ...texts.map((text) => withFilter(key, text)),
  ]),
  ...Object.keys(reportJson()).map((key): Refusal => [
    new RegExp(`rpt_json.${key}`, "u"),
    asked({ rpt: { [key]: undefined } }),
  ]),
  [/too fine/, asked({ ...graphOfYears, graph: "all" })],
];

const detailed = (fields: object): object => containing({ report: containing({ time_details: containing(fields) }) });
const { start, end } = lastJune;
const named = { "1m": 60, "5m": 300, "30m": 1800, "2h": 7200, "12h": 43_200, "15": 900 };
const rows: readonly Row[] = [
  [{ tokenRights: "none" }, [asked({})], failure(/does not permit runReport/)],
  [{ granularityMinutes: "refused" }, [inSteps("15")], failure(/known granularity/)],
  [{ interfaceFilter: "hexIndex" }, [withFilter("sdfDips_0", "in_0A010001_2")], failure(/is not a known form/)],
  [{ interfaceFilter: "index" }, [withFilter("sdfDips_0", "in_0A010001_0A010001-2")], failure(/is not a known form/)],
  [
    {},
    [ofTimes({ ...lastJune, clientTimezone: "Europe/Paris" })],
    detailed({ timezone: "Europe/Paris", start_label: "2026-06-15 00:00:00" }),
  ],
  [{}, [ofTimes({ dateRange: "Custom", start: String(start), end: String(end) })], detailed({ start, end })],
  ...Object.entries(named).map(([name, interval]): Row => [{}, [inSteps(name)], detailed({ interval })]),
  ...(
    [
      [1 / 24, 60],
      [1, 300],
      [5, 1800],
      [20, 7200],
      [90, 43_200],
    ] as const
  ).map(([days, interval]): Row => [
    {},
    [inSteps("auto", { ...lastJune, end: start + days * 86_400 })],
    detailed({ interval }),
  ]),
  // Any granularity is accepted without a graph.
  [{}, [asked(graphOfYears)], containing({ report: expect.anything() as object })],
];

const { context } = testRows("report_api", rows, refusals);

test.each([
  [{}, /rpt_json: is missing/],
  [{ rpt_json: "{", data_requested: {} }, /rpt_json: is not JSON/],
])("the form %j is refused", async (form, words) => {
  expect(await context.probe.gateway("report_api", "get", form)).toEqual(failure(words));
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
});
