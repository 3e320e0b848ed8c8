import { Refusal } from "../../../provider/errors/refusal";
import { checkedReport, questionOf } from "../../../provider/report/arguments";
import type { ReportFilter } from "../../../provider/report/filters";
import { closeAll, rejection } from "../http/support";
import { clientOf, simulator } from "../gateway/support";
import { anHour } from "./support";
import { runReport } from "../../../provider/report/stream";

afterEach(closeAll);

function question(args: unknown): ReturnType<typeof questionOf> {
  return questionOf(checkedReport(args), { offset: 0, rows: 10, graph: "pie" });
}

function fault(args: unknown): string {
  try {
    checkedReport(args);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Error).message;
  }
  return "no fault";
}

/** The time zone of this machine. It defines the days, also if the arguments name no time zone. */
const hereZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The documented form of a question: the values of its choices, in the order of the document. */
function documented(times: object, reportTypeLang: string, direction: string, ...choices: readonly string[]): object {
  const [dataMode, rateTotal, dataGranularity, bbp] = choices.map((selected) => ({ selected }));
  const filters = { sdfDips_0: "in_GROUP_ALL" };
  const reportDirections = { selected: direction };
  return {
    rpt_json: { reportTypeLang, filters, reportDirections, times, dataMode, rateTotal, dataGranularity, bbp },
    data_requested: { [direction]: { graph: "pie", table: { query_limit: { offset: 0, max_num_rows: 10 } } } },
  };
}

describe("the arguments of a report", () => {
  test("need only a date range; everything else has a default", () => {
    expect(question({ dateRange: "LastHour" })).toEqual(
      documented(
        { dateRange: "LastHour", clientTimezone: hereZone },
        ...(["conversations", "inbound", "saf", "rate", "auto", "bits"] as const),
      ),
    );
    expect(checkedReport({ dateRange: "Today" }).window).toEqual({ offset: 0, limit: 1000, pageSize: 1000 });
  });

  test("are sent in the documented form", () => {
    const args = {
      reportType: "anotherReport",
      direction: "outbound",
      dateRange: "Custom",
      start: new Date("2026-01-31T08:00:00.900Z"),
      end: "2026-01-31T10:00:00+01:00",
      clientTimezone: "Europe/Paris",
      dataMode: "traditional",
      granularity: "2h",
      rateTotal: "total",
      unit: "percent",
    };
    expect(question(args)).toEqual(
      documented(
        { dateRange: "Custom", clientTimezone: "Europe/Paris", start: 1_769_846_400, end: 1_769_850_000 },
        ...(["anotherReport", "outbound", "traditional", "total", "2h", "percent"] as const),
      ),
    );
  });

  test.each([
    [10, "10"],
    ["90", "90"],
    ["30m", "30m"],
  ])("accept the granularity %j", (granularity, selected) => {
    expect(question({ dateRange: "Today", granularity }).rpt_json.dataGranularity).toEqual({ selected });
  });
});

describe("wrong arguments", () => {
  const day = { dateRange: "Today" };
  const { start, end } = anHour;
  test.each([
    [undefined, "dateRange: is required (one of LastFiveMinutes,"],
    ["LastHour", "must be an object, not a string"],
    [{ dateRange: "LastHours" }, 'dateRange: unknown dateRange "LastHours", did you mean "LastHour"?'],
    [{ dateRange: 5 }, "dateRange: must be one of LastFiveMinutes,"],
    [{ dateRange: "Custom" }, 'dateRange: "Custom" needs start and end.'],
    [{ dateRange: "Custom", end }, 'dateRange: "Custom" needs start.'],
    [{ dateRange: "Custom", start }, 'dateRange: "Custom" needs end.'],
    [{ dateRange: "Custom", start: end, end: start }, "end: must be at least a second after start."],
    [{ dateRange: "Custom", start, end: start }, "end: must be at least a second after start."],
    [{ dateRange: "Custom", start: new Date("x"), end }, "start: must be a Date, or a text like"],
    [{ dateRange: "Custom", start: "2026-01-31 08:00", end }, "start: must be a Date, or a text like"],
    [{ dateRange: "Custom", start: 1_769_846_400, end }, "start: must be a Date, or a text like"],
    [{ ...day, start, end }, 'dateRange: start and end are allowed only with "Custom".'],
    [{ ...day, window: { offset: -1 } }, "window.offset: must be a whole number of rows from 0 to 2147483647."],
    [{ ...day, window: { limit: 0 } }, 'window.limit: must be "all" or a whole number of rows from 1 to 1000000.'],
    [{ ...day, window: { limit: 1_000_001 } }, 'window.limit: must be "all" or a whole number of rows'],
    [{ ...day, window: { pageSize: 10_001 } }, "window.pageSize: must be a whole number of rows from 1 to 10000."],
    [{ ...day, window: { rows: 1 } }, 'window: unknown key "rows"; known: offset, limit, pageSize.'],
    [{ ...day, reportType: "" }, "reportType: must not be empty."],
    [{ ...day, direction: "both" }, 'direction: must be "inbound" or "outbound".'],
    [{ ...day, dataMode: "raw" }, 'dataMode: must be "saf" or "traditional".'],
    [{ ...day, rateTotal: "sum" }, 'rateTotal: must be "rate" or "total".'],
    [{ ...day, unit: "bit" }, 'unit: unknown unit "bit", did you mean "bits"?'],
    [{ ...day, graph: "pies" }, 'graph: unknown graph "pies", did you mean "pie"?'],
    [{ ...day, granularity: "7m" }, "granularity: must be one of auto, 1m, 5m, 30m, 2h, 12h, or a number of minutes."],
    [{ ...day, granularity: 1.5 }, "granularity: must be one of auto,"],
    [{ ...day, clientTimezone: "Europe/Pariss" }, "clientTimezone: must be the name of a time zone"],
    [{ ...day, filter: [] }, 'unknown key "filter", did you mean "filters"?'],
    [{ ...day, filters: "in_GROUP_ALL" }, "filters: must be a list, not a string."],
    [{ ...day, filters: [""] }, "filters[0].value: must not be empty."],
    [
      { ...day, filters: [{ type: "exportr" }] },
      'filters[0].type: unknown filter type "exportr", did you mean "exporter"?',
    ],
    [{ ...day, filters: [{ address: "10.0.0.1" }] }, "filters[0].type: is required (one of allExporters,"],
    [{ ...day, filters: [{ type: "exporter", address: "010.0.0.1" }] }, "leading zero"],
    [{ ...day, filters: [{ type: "network", cidr: "10.0.0.1/8" }] }, "the network is 10.0.0.0/8"],
    [{ ...day, filters: [{ type: "interface", address: "10.0.0.1" }] }, "filters[0].index: is required"],
    [{ ...day, filters: [{ type: "port", port: 0 }] }, "filters[0].port: must be a port"],
    [{ ...day, filters: [{ type: "port", port: 1, protocol: "icmp" }] }, 'filters[0].protocol: must be "tcp", "udp"'],
    [{ ...day, filters: [{ type: "ipGroup", groupId: "Paris" }] }, "filters[0].groupId: must be an id"],
    [
      { ...day, filters: [{ type: "host", address: "10.0.0.1", side: "src" }] },
      'must be "both", "source" or "destination"',
    ],
  ])("%j: %s", (args, expected) => {
    expect(fault(args)).toContain(expected);
  });

  test("are reported all at once, before any request", async () => {
    const sim = await simulator();
    const args = { dateRange: "Custom", direction: "up", window: { offset: 0.5 } } as never;
    const { message } = (await rejection(runReport(clientOf(sim), args))) as Error;
    expect(message).toMatch(/direction: .*; window\.offset: .*; dateRange: "Custom" needs start and end\.$/u);
    expect(sim.requests.count()).toBe(0);
  });
});

describe("filters on the wire", () => {
  const wire = (...filters: ReportFilter[]): Readonly<Record<string, string>> =>
    question({ dateRange: "LastHour", filters }).rpt_json.filters;
  const all = "sdfDips_0=in_GROUP_ALL";
  const cases: [ReportFilter, ...string[]][] = [
    [{ type: "allExporters" }, all],
    [{ type: "deviceGroup", groupId: 7 }, "sdfDips_0=in_GROUP_7"],
    [{ type: "exporter", address: "10.1.0.1" }, "sdfDips_0=in_0A010001_ALL"],
    [{ type: "interface", address: "10.1.0.1", index: 3 }, "sdfDips_0=in_0A010001_3"],
    [{ type: "interface", address: "10.1.0.1", index: 0, spelling: "index" }, "sdfDips_0=in_0A010001_0"],
    [{ type: "interface", address: "10.1.0.1", index: 3, spelling: "hexIndex" }, "sdfDips_0=in_0A010001_0A010001-3"],
    [{ type: "ipGroup", groupId: "12" }, all, "sdfIPGroups_0=in_12_both"],
    [{ type: "ipGroup", groupId: 12, side: "source" }, all, "sdfIPGroups_0=in_12_src"],
    [{ type: "host", address: "10.1.0.9" }, all, "sdfIps_0=in_10.1.0.9_both"],
    [{ type: "host", address: "10.1.0.9", side: "destination" }, all, "sdfIps_0=in_10.1.0.9_dst"],
    [{ type: "network", cidr: "10.1.0.0/16" }, all, "sdfIpns_0=in_10.1.0.0_16_both"],
    [{ type: "port", port: 443, protocol: "tcp" }, all, "sdfPorts_0=in_443-6"],
    [{ type: "port", port: 53, protocol: "udp" }, all, "sdfPorts_0=in_53-17"],
    [{ type: "port", port: 500, protocol: 132 }, all, "sdfPorts_0=in_500-132"],
    [{ type: "port", port: 53 }, all, "sdfPorts_0=in_53-6", "sdfPorts_1=in_53-17"],
    [{ type: "raw", key: "sdfOther_0", value: "in_x" }, all, "sdfOther_0=in_x"],
    [{ type: "raw", key: "__proto__", value: "in_x" }, all, "__proto__=in_x"],
    ["in_0A010001_0A010001-3", "sdfDips_0=in_0A010001_0A010001-3"],
  ];

  test.each(cases.map(([filter, ...expected]) => [filter, expected] as const))("%j becomes %j", (filter, expected) => {
    const sent = Object.entries(wire(filter)).map((entry) => entry.join("="));
    expect(sent.toSorted()).toEqual(expected.toSorted());
  });

  test("default to all exporters", () => {
    expect(wire()).toEqual({ sdfDips_0: "in_GROUP_ALL" });
  });

  test("are numbered by kind, and skip the numbers that raw filters use", () => {
    const host = (address: string): ReportFilter => ({ type: "host", address });
    const raw: ReportFilter = { type: "raw", key: "sdfIps_1", value: "in_10.9.9.9_both" };
    expect(wire("in_0A010001_ALL", host("10.0.0.1"), host("10.0.0.2"), raw, "in_0A010002_ALL")).toEqual({
      sdfDips_0: "in_0A010001_ALL",
      sdfDips_1: "in_0A010002_ALL",
      sdfIps_0: "in_10.0.0.1_both",
      sdfIps_1: "in_10.9.9.9_both",
      sdfIps_2: "in_10.0.0.2_both",
    });
  });
});
