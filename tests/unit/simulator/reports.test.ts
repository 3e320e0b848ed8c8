import type { Switches } from "../../../simulator";
import { ask, lastJune, octets, report, type Question, sum, table, type Table } from "./report-support";
import { eachTest } from "./support";

const context = eachTest();

/** A table with filters in addition to the one for all exporters. */
const filtered = (filters: object, rpt: object = {}): Promise<Table> =>
  table(context.probe, { rpt: { ...rpt, filters: { sdfDips_0: "in_GROUP_ALL", ...filters } } });

const total = ({ footer }: Table): number => Number(footer[1]?.at(-1)?.rawValue);
const column = ({ rows }: Table, index: number): unknown[] => rows.map((row) => row[index]?.rawValue);

test.each([
  ["conversations", ["sourceipaddress", "applicationid", "destinationipaddress"]],
  ["host2host", ["sourceipaddress", "destinationipaddress"]],
  ["ipGroupGroup", ["sourceipgroup", "destinationipgroup"]],
  ["applications", ["applicationid"]],
  ["country2country", ["sourcecountry", "destinationcountry"]],
])("%s has a row for each %s, all adding up to the same total", async (reportTypeLang, keys) => {
  const found = await table(context.probe, { rpt: { reportTypeLang } });
  expect(found.columns.map(({ elementName }) => elementName)).toEqual([
    ...keys,
    "sum_packetdeltacount",
    "sum_octetdeltacount",
  ]);
  const names = found.rows.map((row) => JSON.stringify(row.slice(0, -2)));
  expect(new Set(names).size).toBe(found.totalRowCount);
  expect(sum(octets(found.rows))).toBe(total(await table(context.probe)));
  expect(octets(found.rows)).toEqual(octets(found.rows).toSorted((a, b) => b - a));
});

test("the footer contains Others, the amount that is not in the rows, and the total of both", async () => {
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
});

test("rate is per second, total is for the time range, labels are in bits or bytes, and percent is the share", async () => {
  const choose = (unit: string, rateTotal: string): Promise<Table> =>
    table(context.probe, { rpt: { bbp: { selected: unit }, rateTotal: { selected: rateTotal } }, rows: 5 });
  const [bytes, bits, rate] = [
    await choose("bytes", "total"),
    await choose("bits", "total"),
    await choose("bits", "rate"),
  ];
  const seconds = lastJune.end - lastJune.start;
  const [first = 0] = octets(bytes.rows);
  expect(octets(bits.rows)).toEqual(octets(bytes.rows));
  expect((octets(rate.rows)[0] ?? 0) * seconds).toBeCloseTo(first, 3);
  expect(bytes.columns.at(-1)).toMatchObject({ label: "Bytes", format: { type: "number", unit: "bytes" } });
  expect(rate.columns.map(({ label }) => label).slice(-2)).toEqual(["Packets/s", "Bits/s"]);
  expect(bytes.rows[0]?.at(-1)?.label).toBe(`${(first / 1e9).toFixed(2)} GB`);
  expect(rate.rows[0]?.at(-1)?.label).toBe(`${((first * 8) / seconds / 1e6).toFixed(2)} Mb/s`);
  const percent = await choose("percent", "rate");
  expect(percent).toEqual(await choose("percent", "total"));
  expect(percent.rows[0]?.at(-1)?.label).toBe(`${((first / total(percent)) * 100).toFixed(2)} %`);
  expect(percent.footer[1]?.at(-1)?.label).toBe("100.00 %");
});

describe("filters", () => {
  test("on each of the exporters add up to the whole, and an exporter without traffic has no rows", async () => {
    const exporters = ["0A010001", "0A020001", "AC100001", "C0A80101"];
    const each = await Promise.all(exporters.map((hex) => filtered({ sdfDips_0: `in_${hex}_ALL` })));
    expect(sum(each.map(total))).toBe(total(await table(context.probe)));
    expect(await filtered({ sdfDips_0: "in_0A0A0A0A_ALL" })).toMatchObject({ totalRowCount: 0, rows: [] });
  });

  test("on one interface mean the same in both spellings, and the direction is relative to it", async () => {
    const [inbound, outbound] = await Promise.all(
      ["inbound", "outbound"].map(async (selected) => {
        const rpt = { reportDirections: { selected } };
        const index = await filtered({ sdfDips_0: "in_0A010001_2" }, rpt);
        expect(await filtered({ sdfDips_0: "in_0A010001_0A010001-2" }, rpt)).toEqual(index);
        return index;
      }),
    );
    expect(outbound?.rows).not.toEqual(inbound?.rows);
    const parts = await Promise.all([1, 2, 3, 4].map((index) => filtered({ sdfDips_0: `in_0A010001_${index}` })));
    expect(sum(parts.map(total))).toBe(total(await filtered({ sdfDips_0: "in_0A010001_ALL" })));
  });

  test("of different kinds narrow each other; a port keeps its application with or without the protocol", async () => {
    const network = await filtered({ sdfIpns_0: "in_192.168.0.0_16_src" });
    for (const address of column(network, 0)) expect(address).toMatch(/^192\.168\./u);
    const narrow = await filtered({ sdfIpns_0: "in_192.168.0.0_16_src", sdfPorts_0: "in_443-6" });
    expect(narrow.rows).toEqual(network.rows.filter((row) => row[1]?.rawValue === "443-6"));
    const https = await filtered({ sdfPorts_0: "in_443-6" });
    expect(new Set(column(https, 1))).toEqual(new Set(["443-6"]));
    expect(await filtered({ sdfPorts_0: "in_443" })).toEqual(https);
    expect(await filtered({ sdfPorts_0: "in_443-17" })).toMatchObject({ totalRowCount: 0 });
  });

  test("on a host keep the traffic from it, to it, or both", async () => {
    const [host] = column(await table(context.probe), 0) as [string];
    const source = await filtered({ sdfIps_0: `in_${host}_src` });
    expect(new Set(column(source, 0))).toEqual(new Set([host]));
    expect(await filtered({ sdfIps_0: `in_${host}_Both` })).toEqual(source);
    expect(await filtered({ sdfIps_0: `in_${host}_dst` })).toMatchObject({ totalRowCount: 0 });
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
    context.sim.mutate.addIpGroup("Paris", [{ type: "network", address: "10.1.0.0", mask: "16" }]);
    const found = await table(context.probe, { rpt: { reportTypeLang: "ipGroupGroup" } });
    const labels = found.rows.flatMap((row) => row.slice(0, 2).map(({ label }) => label));
    expect([...new Set(labels)].toSorted()).toEqual(["(no IP group)", "Paris", "Private networks"]);
  });
});

test("two parts of a time range add up to the whole, and a time range in the future has no traffic", async () => {
  const at = (times: object): Promise<Table> => table(context.probe, { rpt: { times: { ...lastJune, ...times } } });
  const middle = lastJune.start + 1234;
  const parts = [await at({ end: middle }), await at({ start: middle })];
  expect(sum(parts.map(total))).toBe(total(await at({})));
  const start = Math.floor(Date.now() / 1000) + 86_400;
  expect(await at({ start, end: start + 60 })).toMatchObject({ totalRowCount: 0, rows: [] });
});

test.each(["5m", "30m"])(
  "the pie has the ten largest rows and Others, and its timeseries of %s add up to each part",
  async (selected) => {
    const seconds = selected === "5m" ? 300 : 1800;
    const times = { ...lastJune, start: lastJune.start + 100 };
    const question: Question = { graph: "all", rows: 3, rpt: { times, dataGranularity: { selected } } };
    const { graph } = await report(context.probe, question);
    const whole = octets((await table(context.probe, { rpt: { times } })).rows);
    const pie = graph?.pie?.["inbound"] ?? [];
    expect(pie.map(({ value }) => value)).toEqual([...whole.slice(0, 10), sum(whole.slice(10))]);
    expect(pie.at(-1)?.label).toBe("Others");
    const series = graph?.timeseries?.["inbound"] ?? [];
    expect(series.map((points) => sum(points.map(([, bytes]) => bytes)))).toEqual(pie.map(({ value }) => value));
    const [first, ...moments] = series[0]?.map(([at]) => at) ?? [];
    expect(first).toBe(times.start);
    expect(moments.every((at) => at % seconds === 0)).toBe(true);
    expect(moments).toHaveLength(3600 / seconds - 1);
  },
);

test.each<[graph: string | undefined, parts: string[]]>([
  ["all", ["pie", "timeseries"]],
  ["pie", ["pie"]],
  ["timeseries", ["timeseries"]],
  ["none", ["pie"]],
  [undefined, ["pie"]],
])("the choice of %s returns the graphs %j", async (graph, parts) => {
  const found = await report(context.probe, { rows: 3, ...(graph === undefined ? {} : { graph }) });
  expect(Object.keys(found.graph ?? {})).toEqual(parts);
});

describe("switches", () => {
  const withSwitches = (switches: Partial<Switches>): void => void Object.assign(context.sim.switches, switches);
  const types = ({ rows }: Table): unknown[] => [
    ...new Set(rows.map((row) => row.map(({ rawValue }) => (rawValue === null ? "null" : typeof rawValue)).join(" "))),
  ];

  test.each<[Partial<Switches>, of: (table: Table) => unknown, holds: unknown]>([
    [{}, types, ["string string string number number"]],
    [{ rawValues: "string" }, types, ["string string string string string"]],
    [{ rawValues: "null" }, types, ["null null null number number"]],
    [{ totalRowCountType: "string" }, ({ totalRowCount }) => totalRowCount, "400"],
    [{ footerCells: "computed" }, ({ footer }) => footer.map(({ length }) => length), [2, 2]],
    [{ columnFormat: "text" }, ({ columns }) => columns.at(-1)?.format, "bytes"],
    [{ reportMaxRows: 7 }, ({ rows, footer }) => [rows.length, (octets(footer)[0] ?? 0) > 0], [7, true]],
    [{ rankColumn: true }, ({ columns }) => columns[0], { label: "#", format: { type: "rank" } }],
    [{ rankColumn: true }, ({ rows }) => rows[2]?.[0], { rawValue: 23, label: "23" }],
    [
      { rankColumn: true },
      ({ rows, footer }) => new Set([...rows, ...footer].map(({ length }) => length)),
      new Set([6]),
    ],
  ])("%j", async (switches, of, holds) => {
    withSwitches(switches);
    expect(of(await table(context.probe, { offset: 20, rows: 30 }))).toEqual(holds);
  });

  test("graph may be absent when only a table was requested", async () => {
    withSwitches({ graphUnasked: "absent" });
    expect(await report(context.probe)).not.toHaveProperty("graph");
    expect(await report(context.probe, { graph: "pie" })).toHaveProperty("graph.pie");
  });
});

test("the pages of a report have each of its rows once", async () => {
  const pages = await Promise.all([0, 150, 300].map((offset) => table(context.probe, { offset, rows: 150 })));
  const rows = pages.flatMap((page) => page.rows.map((row) => JSON.stringify(row.slice(0, 3))));
  expect([new Set(rows).size, rows.length]).toEqual([400, 400]);
});

test("the log contains the report, date range and window of the request, and counts it as a read", async () => {
  await ask(context.probe, { offset: 20, rows: 10 });
  const detail = "conversations Custom, 10 rows from 20";
  expect([...context.sim.requests]).toMatchObject([
    { action: "report_api/get", kind: "read", detail, result: "success" },
  ]);
});
