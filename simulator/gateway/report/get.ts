import { createHash } from "node:crypto";
import { epochSeconds } from "../../clock";
import { Refusal } from "../../exchange";
import { canonicalJson } from "../../json";
import type { Switches } from "../../switches";
import { type GatewayAction, gatewayAction } from "../action";
import { type Cell, type Column, computedColumns, keyColumns } from "./columns";
import { type Amount, exporters, type Flow, flows, summed } from "./data";
import { filterOf } from "./filters";
import { reportFields, type RequestedPart, timeDetails } from "./request";

const get = gatewayAction("report_api/get", "read", {
  fields: reportFields,
  describe: ({ rpt_json: { reportTypeLang, times }, data_requested: { inbound, outbound } }) => {
    const limit = (inbound ?? outbound)?.table.query_limit;
    return `${reportTypeLang} ${times.dateRange}, ${limit?.max_num_rows ?? 0} rows from ${limit?.offset ?? 0}`;
  },
  run: ({ rpt_json: request, data_requested }, { switches, clock, store }) => {
    const direction = request.reportDirections.selected;
    const wanted = data_requested[direction];
    if (wanted === undefined || Object.keys(data_requested).length > 1) {
      throw new Refusal(`data_requested: needs ${direction} alone`);
    }
    const time = timeDetails(request.times, epochSeconds(clock.now()));
    const seconds = time.end - time.start;
    const keys: readonly Column<Flow>[] = keyColumns[request.reportTypeLang];
    const rows = rowsOf(flows.filter(filterOf(request, store)), (flow) =>
      keys.map(({ cellOf }) => cellOf(flow, store)),
    );
    const computed = computedColumns(request, seconds, summed(rows));
    const cellsOf = (amount: Amount): Cell[] => computed.map(({ cellOf }) => cellOf(amount, store));
    const graphs = new Map(
      Object.entries(graph(rows, wanted.graph, time)).map(([name, parts]) => [name, { [direction]: parts }]),
    );
    return {
      report: {
        request_id: createHash("sha256").update(canonicalJson({ request, time })).digest("hex").slice(0, 32),
        table: { [direction]: table([...keys, ...computed], rows, cellsOf, wanted.table.query_limit, switches) },
        time_details: time,
        // By the hex form that filters use.
        exporter_details: new Map(exporters.map(({ hex, ...exporter }) => [hex, exporter])),
        ...(wanted.graph === "none" && switches.reportValues === "seen" ? {} : { graph: graphs }),
      },
    };
  },
});

/** A row of a report. */
interface Row extends Amount {
  readonly cells: readonly Cell[];
}

/** One row for all conversations with the same cells, by descending octets. */
function rowsOf(found: readonly Flow[], cellsOf: (flow: Flow) => readonly Cell[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const flow of found) {
    const cells = cellsOf(flow);
    const name = JSON.stringify(cells);
    const before = rows.get(name);
    rows.set(name, { cells, ...summed(before === undefined ? [flow] : [flow, before]) });
  }
  return [...rows.values()].sort((a, b) => b.octets - a.octets);
}

/** `table.<direction>`; with the switch `reportValues` in the forms of field notes, reports 4. */
function table(
  columns: readonly Pick<Column<never>, "elementName" | "label" | "format">[],
  rows: readonly Row[],
  computed: (amount: Amount) => readonly Cell[],
  { offset, max_num_rows }: RequestedPart["table"]["query_limit"],
  { reportValues, reportMaxRows }: Readonly<Switches>,
): Record<string, unknown> {
  const end = offset + Math.min(max_num_rows, reportMaxRows || max_num_rows);
  const shown = rows.slice(offset, end);
  const footer = [summed([...rows.slice(0, offset), ...rows.slice(end)]), summed(rows)].map(computed);
  const cells = shown.map((row) => [...row.cells, ...computed(row)]);
  if (reportValues === "seen") {
    return {
      totalRowCount: String(rows.length),
      columns: [{ label: "#", format: { type: "rank" } }, ...columns],
      rows: cells.map((row, index) => [{ rawValue: null, label: String(offset + index + 1) }, ...row.map(asText)]),
      footer: footer.map((row) => row.map(asText)),
    };
  }
  const heads = columns.length - (footer[0]?.length ?? 0);
  const titled = (title: string, row: readonly Cell[]): readonly Cell[] => [
    ...Array.from({ length: heads }, (_, index) => ({ rawValue: null, label: index === 0 ? title : "" })),
    ...row,
  ];
  return {
    totalRowCount: rows.length,
    columns: columns.map(({ elementName, label, format }) => ({ elementName, label, format })),
    rows: cells,
    footer: footer.map((row, index) => titled(["Others", "Total"][index] ?? "", row)),
  };
}

/** A value as client code has met it: numbers as texts, and null for a text. */
function asText({ rawValue, label }: Cell): Cell {
  return { rawValue: typeof rawValue === "number" ? String(rawValue) : null, label };
}

/** Rows with a part of their own in a graph; the last part combines all others. */
const OWN_PARTS = 10;
/** Points of a series. */
const POINTS = 12;

/**
 * `pie.<direction>[]` and `timeseries.<direction>[][]` of `[epoch seconds, octets in the interval]`, with one list of
 * points per part of the pie. Field notes, reports 5. `none` gives only the pie, as the API document says.
 */
function graph(
  rows: readonly Row[],
  wanted: RequestedPart["graph"],
  { start, end }: { readonly start: number; readonly end: number },
): Record<string, unknown> {
  const parts = rows.slice(0, OWN_PARTS).map(({ cells, octets }) => {
    return { label: cells.map(({ label }) => label).join(" - "), value: octets * (end - start) };
  });
  const others = summed(rows.slice(OWN_PARTS)).octets * (end - start);
  const pie = others === 0 ? parts : [...parts, { label: "Others", value: others }];
  if (wanted === "pie" || wanted === "none") return { pie };
  const moments = Array.from({ length: POINTS }, (_, index) => start + Math.floor(((end - start) * index) / POINTS));
  const timeseries = pie.map(({ value }) => moments.map((at) => [at, value / POINTS]));
  return wanted === "all" ? { pie, timeseries } : { timeseries };
}

/** Run mode `report_api`. */
export const reportActions: readonly GatewayAction[] = [get];
