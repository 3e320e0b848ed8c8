import type { Switches } from "../../../simulator";
import { ask, lastJune, octets, report, type Question, sum, table, type Table } from "./report-support";
import { eachTest, failure, withSimulator } from "./support";

const context = eachTest();

/** A table with filters in addition to the one for all exporters, or instead of it. */
const filtered = (filters: object, rpt: object = {}): Promise<Table> =>
  table(context.probe, { rpt: { ...rpt, filters: { sdfDips_0: "in_GROUP_ALL", ...filters } } });

const total = ({ footer }: Table): number => Number(footer[1]?.at(-1)?.rawValue);
const column = ({ rows }: Table, index: number): unknown[] => rows.map((row) => row[index]?.rawValue);

describe("the answer to a report", () => {
  test("has request_id, table, time_details, exporter_details and graph as documented", async () => {
    const { table: tables, ...rest } = await report(context.probe, { rows: 2 });
    expect(Object.keys(tables)).toEqual(["inbound"]);
    expect(tables["inbound"]).toMatchObject({
      totalRowCount: expect.any(Number) as number,
      columns: expect.any(Array) as unknown[],
      rows: [expect.any(Array) as unknown[], expect.any(Array) as unknown[]],
      footer: [expect.any(Array) as unknown[], expect.any(Array) as unknown[]],
    });
    expect(rest).toMatchObject({
      request_id: expect.any(String) as string,
      time_details: { start: lastJune.start, end: lastJune.end },
      exporter_details: { "0A010001": { ip: "10.1.0.1", name: "core-paris" } },
      graph: { pie: { inbound: expect.any(Array) as unknown[] } },
    });
  });

  test("columns have elementName, format and label, and each row has one cell with rawValue and label for each column", async () => {
    const { columns, rows } = await table(context.probe);
    expect(columns.map(({ elementName, label }) => [elementName, label])).toEqual([
      ["sourceipaddress", "Source"],
      ["applicationid", "Application"],
      ["destinationipaddress", "Destination"],
      ["sum_packetdeltacount", "Packets"],
      ["sum_octetdeltacount", "Bytes"],
    ]);
    for (const { format } of columns) expect(format).toBeDefined();
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      for (const cell of row) expect(Object.keys(cell)).toEqual(["rawValue", "label"]);
    }
  });

  test("is the same on another gateway for the same question", async () => {
    const here = await report(context.probe);
    await withSimulator({}, async (probe) => expect(await report(probe)).toEqual(here));
  });

  test.each([
    ["conversations", ["sourceipaddress", "applicationid", "destinationipaddress"]],
    ["host2host", ["sourceipaddress", "destinationipaddress"]],
    ["ipGroupGroup", ["sourceipgroup", "destinationipgroup"]],
    ["applications", ["applicationid"]],
    ["country2country", ["sourcecountry", "destinationcountry"]],
  ])("%s has a row for each %s, all adding up to the same total", async (reportTypeLang, keys) => {
    const whole = await table(context.probe);
    const found = await table(context.probe, { rpt: { reportTypeLang } });
    expect(found.columns.slice(0, -2).map(({ elementName }) => elementName)).toEqual(keys);
    const names = found.rows.map((row) =>
      row
        .slice(0, -2)
        .map(({ label }) => label)
        .join(),
    );
    expect(new Set(names).size).toBe(found.totalRowCount);
    expect(sum(octets(found.rows))).toBe(total(whole));
    expect(octets(found.rows)).toEqual(octets(found.rows).toSorted((a, b) => b - a));
  });
});

describe("footer", () => {
  test("contains Others, the amount not in the rows, and the total of rows and Others", async () => {
    const whole = await table(context.probe);
    for (const window of [{ rows: 10 }, { offset: 30, rows: 20 }, { offset: 5000 }]) {
      const { rows, footer, totalRowCount } = await table(context.probe, window);
      expect(totalRowCount).toBe(whole.rows.length);
      for (const index of [-1, -2]) {
        const [others, all] = footer.map((cells) => Number(cells.at(index)?.rawValue));
        expect(all).toBe(sum(whole.rows.map((row) => Number(row.at(index)?.rawValue))));
        expect(others).toBe((all ?? 0) - sum(rows.map((row) => Number(row.at(index)?.rawValue))));
      }
    }
    expect(octets(whole.footer)).toEqual([0, sum(octets(whole.rows))]);
  });
});

describe("units", () => {
  const choose = (unit: string, rateTotal: string): Promise<Table> =>
    table(context.probe, { rpt: { bbp: { selected: unit }, rateTotal: { selected: rateTotal } }, rows: 5 });

  test("rate is per second, total is for the time range, and labels are in bits or bytes", async () => {
    const bytes = await choose("bytes", "total");
    const bits = await choose("bits", "total");
    const rate = await choose("bits", "rate");
    expect(octets(bits.rows)).toEqual(octets(bytes.rows));
    const seconds = lastJune.end - lastJune.start;
    octets(rate.rows).forEach((each, index) => expect(each * seconds).toBeCloseTo(octets(bytes.rows)[index] ?? 0, 3));
    expect(bytes.columns.at(-1)?.label).toBe("Bytes");
    expect(rate.columns.map(({ label }) => label).slice(-2)).toEqual(["Packets/s", "Bits/s"]);
    const first = octets(bytes.rows)[0] ?? 0;
    expect(bytes.rows[0]?.at(-1)?.label).toBe(`${(first / 1e9).toFixed(2)} GB`);
    expect(rate.rows[0]?.at(-1)?.label).toBe(`${((first * 8) / seconds / 1e6).toFixed(2)} Mb/s`);
  });

  test("percent is the share of the total, and rateTotal is ignored", async () => {
    const percent = await choose("percent", "rate");
    expect(percent).toEqual(await choose("percent", "total"));
    const share = ((octets(percent.rows)[0] ?? 0) / total(percent)) * 100;
    expect(percent.rows[0]?.at(-1)?.label).toBe(`${share.toFixed(2)} %`);
    expect(percent.footer[1]?.at(-1)?.label).toBe("100.00 %");
  });
});

describe("filters", () => {
  test("on each of the exporters add up to the whole, and an exporter without traffic has no rows", async () => {
    const whole = await table(context.probe);
    const each = await Promise.all(
      ["0A010001", "0A020001", "AC100001", "C0A80101"].map((hex) => filtered({ sdfDips_0: `in_${hex}_ALL` })),
    );
    expect(sum(each.map(total))).toBe(total(whole));
    for (const { totalRowCount } of each) expect(totalRowCount).toBeGreaterThan(0);
    expect(await filtered({ sdfDips_0: "in_0A0A0A0A_ALL" })).toMatchObject({ totalRowCount: 0, rows: [] });
  });

  test("on a device group are the same as one filter for each of its exporters", async () => {
    const group = await filtered({ sdfDips_0: "in_GROUP_1" });
    expect(await filtered({ sdfDips_0: "in_0A010001_ALL", sdfDips_1: "in_0A020001_ALL" })).toEqual(group);
  });

  test("on one interface mean the same in both spellings, and the direction is relative to it", async () => {
    const directions = { inbound: { selected: "inbound" }, outbound: { selected: "outbound" } };
    for (const reportDirections of Object.values(directions)) {
      const index = await filtered({ sdfDips_0: "in_0A010001_2" }, { reportDirections });
      expect(index.totalRowCount).toBeGreaterThan(0);
      expect(await filtered({ sdfDips_0: "in_0A010001_0A010001-2" }, { reportDirections })).toEqual(index);
    }
    const inbound = await filtered({ sdfDips_0: "in_0A010001_2" }, { reportDirections: directions.inbound });
    const outbound = await filtered({ sdfDips_0: "in_0A010001_2" }, { reportDirections: directions.outbound });
    expect(outbound.rows).not.toEqual(inbound.rows);
    const all = await filtered({ sdfDips_0: "in_0A010001_ALL" });
    const parts = await Promise.all([1, 2, 3, 4].map((index) => filtered({ sdfDips_0: `in_0A010001_${index}` })));
    expect(sum(parts.map(total))).toBe(total(all));
  });

  test.each([
    ["index", "in_0A010001_0A010001-2"],
    ["hexIndex", "in_0A010001_2"],
  ] as const)("are refused in the other spelling by an appliance that accepts only %s", async (spelling, other) => {
    context.sim.switches.interfaceFilter = spelling;
    const answer = await ask(context.probe, { rpt: { filters: { sdfDips_0: other } } });
    expect(answer).toEqual(failure(/sdfDips_0: is not a known form/));
  });

  test("on a host keep the traffic from it, to it, or both", async () => {
    const [host] = column(await table(context.probe), 0) as [string];
    const source = await filtered({ sdfIps_0: `in_${host}_src` });
    expect(new Set(column(source, 0))).toEqual(new Set([host]));
    expect(await filtered({ sdfIps_0: `in_${host}_Both` })).toEqual(source);
    expect(await filtered({ sdfIps_0: `in_${host}_dst` })).toMatchObject({ totalRowCount: 0 });
  });

  test("on a network keep its hosts, and filters of different kinds narrow each other", async () => {
    const network = await filtered({ sdfIpns_0: "in_192.168.0.0_16_src" });
    expect(network.totalRowCount).toBeGreaterThan(0);
    for (const address of column(network, 0)) expect(address).toMatch(/^192\.168\./u);
    const narrow = await filtered({ sdfIpns_0: "in_192.168.0.0_16_src", sdfPorts_0: "in_443-6" });
    expect(narrow.rows).toEqual(network.rows.filter((row) => row[1]?.rawValue === "443-6"));
  });

  test("on a port keep its application, with or without the protocol", async () => {
    const https = await filtered({ sdfPorts_0: "in_443-6" });
    expect(new Set(column(https, 1))).toEqual(new Set(["443-6"]));
    expect(await filtered({ sdfPorts_0: "in_443" })).toEqual(https);
    expect(await filtered({ sdfPorts_0: "in_443-17" })).toMatchObject({ totalRowCount: 0 });
  });

  test("on an IP group follow its current rules, including those of its children", async () => {
    const { mutate } = context.sim;
    const child = mutate.addIpGroup("Paris", [{ type: "network", address: "10.1.0.0", mask: "24" }]);
    const parent = mutate.addIpGroup("France", [
      { type: "child", child_id: child },
      { type: "wildcard", address: "10.2.0.1", mask: "0.0.255.0" },
    ]);
    const ofGroup = (side: string): Promise<Table> => filtered({ sdfIPGroups_0: `in_${parent}_${side}` });
    for (const address of column(await ofGroup("src"), 0)) expect(address).toMatch(/^10\.(?:1\.0\.\d+|2\.\d+\.1)$/u);
    expect((await ofGroup("both")).totalRowCount).toBeGreaterThan((await ofGroup("src")).totalRowCount);
    mutate.setRules("Paris", []);
    for (const address of column(await ofGroup("src"), 0)) expect(address).toMatch(/^10\.2\.\d+\.1$/u);
    mutate.setRules("France", [{ type: "ipall", all: 1 }]);
    expect(await ofGroup("both")).toEqual(await table(context.probe));
  });

  test("ipGroupGroup reports a host under the group with the most specific rule", async () => {
    const groups = async (): Promise<unknown[]> => {
      const found = await table(context.probe, { rpt: { reportTypeLang: "ipGroupGroup" } });
      return [...new Set(found.rows.flatMap((row) => row.slice(0, 2).map(({ label }) => label)))].toSorted();
    };
    expect(await groups()).toEqual(["(no IP group)", "Private networks"]);
    context.sim.mutate.addIpGroup("Paris", [{ type: "network", address: "10.1.0.0", mask: "16" }]);
    expect(await groups()).toEqual(["(no IP group)", "Paris", "Private networks"]);
  });
});

describe("time", () => {
  test("two parts of a time range add up to the whole", async () => {
    const middle = lastJune.start + 1234;
    const parts = await Promise.all(
      [{ end: middle }, { start: middle }].map((part) =>
        table(context.probe, { rpt: { times: { ...lastJune, ...part } } }),
      ),
    );
    expect(sum(parts.map(total))).toBe(total(await table(context.probe)));
  });

  test("a time range in the future has no traffic", async () => {
    const start = Math.floor(Date.now() / 1000) + 86_400;
    const found = await table(context.probe, { rpt: { times: { dateRange: "Custom", start, end: start + 60 } } });
    expect(found).toMatchObject({ totalRowCount: 0, rows: [] });
    expect(total(found)).toBe(0);
  });
});

describe("graph", () => {
  const graph = async (question: Question): Promise<NonNullable<Awaited<ReturnType<typeof report>>["graph"]>> =>
    (await report(context.probe, { rows: 3, ...question })).graph ?? {};

  test("all returns every graph, pie and timeseries only their own, and none or no choice only the pie", async () => {
    expect(Object.keys(await graph({ graph: "all" }))).toEqual(["pie", "timeseries"]);
    expect(Object.keys(await graph({ graph: "pie" }))).toEqual(["pie"]);
    expect(Object.keys(await graph({ graph: "timeseries" }))).toEqual(["timeseries"]);
    expect(Object.keys(await graph({ graph: "none" }))).toEqual(["pie"]);
    expect(Object.keys(await graph({}))).toEqual(["pie"]);
  });

  test("the pie has the ten largest rows and Others, which add up to the total", async () => {
    const { pie } = await graph({ graph: "pie" });
    const parts = pie?.["inbound"] ?? [];
    const whole = await table(context.probe);
    expect(parts.map(({ value }) => value)).toEqual([
      ...octets(whole.rows).slice(0, 10),
      sum(octets(whole.rows).slice(10)),
    ]);
    expect(parts.at(-1)?.label).toBe("Others");
  });

  test("the timeseries of each part of the pie has the bytes of each interval, which add up to the part", async () => {
    const selected = { "5m": 300, "30m": 1800 };
    for (const [granularity, seconds] of Object.entries(selected)) {
      const times = { ...lastJune, start: lastJune.start + 100 };
      const rpt = { times, dataGranularity: { selected: granularity } };
      const { pie, timeseries } = await graph({ graph: "all", rpt });
      const series = timeseries?.["inbound"] ?? [];
      expect(series.map((points) => sum(points.map(([, bytes]) => bytes)))).toEqual(
        pie?.["inbound"]?.map(({ value }) => value),
      );
      const moments = series[0]?.map(([at]) => at) ?? [];
      expect(moments[0]).toBe(times.start);
      expect(moments.slice(1).every((at) => at % seconds === 0)).toBe(true);
      expect(moments).toHaveLength(3600 / seconds);
    }
  });
});

describe("switches", () => {
  const withSwitches = (switches: Partial<Switches>): void => void Object.assign(context.sim.switches, switches);

  test("totalRowCount may be a string", async () => {
    const { totalRowCount } = await table(context.probe);
    withSwitches({ totalRowCountType: "string" });
    expect(await table(context.probe)).toHaveProperty("totalRowCount", String(totalRowCount));
  });

  test("rawValue may be a string, or null in the columns of names", async () => {
    withSwitches({ rawValues: "string" });
    for (const cell of (await table(context.probe)).rows.flat()) expect(typeof cell.rawValue).toBe("string");
    withSwitches({ rawValues: "null" });
    const { rows } = await table(context.probe);
    for (const row of rows) {
      expect(row.map(({ rawValue }) => rawValue === null)).toEqual([true, true, true, false, false]);
    }
  });

  test("footer rows may be shorter than data rows", async () => {
    const before = await table(context.probe);
    withSwitches({ footerCells: "computed" });
    const { footer } = await table(context.probe);
    expect(footer).toEqual(before.footer.map((cells) => cells.slice(-2)));
  });

  test("graph may be absent when only a table was requested", async () => {
    withSwitches({ graphUnasked: "absent" });
    expect(await report(context.probe)).not.toHaveProperty("graph");
    expect(await report(context.probe, { graph: "pie" })).toHaveProperty("graph.pie");
  });

  test("the first column may be a rank without elementName", async () => {
    withSwitches({ rankColumn: true });
    const { columns, rows, footer } = await table(context.probe, { offset: 20, rows: 3 });
    expect(columns[0]).not.toHaveProperty("elementName");
    expect(rows.map(([rank]) => rank)).toEqual([21, 22, 23].map((rank) => ({ rawValue: rank, label: String(rank) })));
    for (const row of [...rows, ...footer]) expect(row).toHaveLength(columns.length);
  });

  test("format is an object or a text, and an answer may contain fewer rows than requested", async () => {
    expect((await table(context.probe)).columns.at(-1)?.format).toEqual({ type: "number", unit: "bytes" });
    withSwitches({ columnFormat: "text", reportMaxRows: 7 });
    const { columns, rows, footer } = await table(context.probe);
    expect(columns.at(-1)?.format).toBe("bytes");
    expect(rows).toHaveLength(7);
    expect(octets(footer)[0]).toBeGreaterThan(0);
  });
});

test("the number of conversations gives long reports whose pages have different rows, and is limited", async () => {
  const { mutate } = context.sim;
  mutate.setTraffic({ conversations: 30_000 });
  const pages = [0, 10_000, 20_000, 29_999];
  const found = await Promise.all(pages.map((offset) => table(context.probe, { offset })));
  expect(found.map(({ totalRowCount }) => totalRowCount)).toEqual(pages.map(() => 30_000));
  const rows = found.flatMap((page) =>
    page.rows.map((row) =>
      row
        .slice(0, 3)
        .map(({ rawValue }) => rawValue)
        .join(),
    ),
  );
  expect(new Set(rows).size).toBe(3001);
  for (const conversations of [-1, 0.5, 1_000_001])
    expect(() => mutate.setTraffic({ conversations })).toThrow(RangeError);
});
