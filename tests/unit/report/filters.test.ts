import { checkedReport, questionOf } from "../../../provider/report/arguments";
import type { ReportFilter } from "../../../provider/report/filters";

function wire(...filters: ReportFilter[]): Readonly<Record<string, string>> {
  const report = checkedReport({ dateRange: "LastHour", filters });
  return questionOf(report, { offset: 0, rows: 1, graph: "none" }).rpt_json.filters;
}

const everything = { sdfDips_0: "in_GROUP_ALL" };

describe("filters on the wire", () => {
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
    expect(wire()).toEqual(everything);
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
