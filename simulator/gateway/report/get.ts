import { createHash } from "node:crypto";
import { epochSeconds } from "../../clock";
import { Refusal } from "../../exchange";
import { canonicalJson } from "../../json";
import { type GatewayAction, gatewayAction } from "../action";
import { computedColumns, keyColumns } from "./columns";
import { filterOf } from "./filters";
import { activeSeconds, exporters, flows, INTERFACES } from "./flows";
import { reportFields, type RequestedPart } from "./request";
import { type Row, rowsOf, summed } from "./rows";
import { table } from "./table";
import { borders, intervalSeconds, timeDetails, timeFrame } from "./times";

const get = gatewayAction({
  runMode: "report_api",
  name: "get",
  kind: "read",
  fields: reportFields,
  describe: ({ rpt_json: { reportTypeLang, times }, data_requested: { inbound, outbound } }) => {
    const limit = (inbound ?? outbound)?.table.query_limit;
    return `${reportTypeLang} ${times.dateRange}, ${limit?.max_num_rows ?? 0} rows from ${limit?.offset ?? 0}`;
  },
  run: ({ rpt_json: request, data_requested }, { switches, clock, store }) => {
    if (switches.tokenRights === "none") throw new Refusal("the token does not permit runReport");
    const direction = request.reportDirections.selected;
    const wanted = data_requested[direction];
    if (wanted === undefined) throw new Refusal(`data_requested: ${direction} is missing`);
    const now = epochSeconds(clock.now());
    const frame = timeFrame(request.times, now);
    const interval = intervalSeconds(request.dataGranularity.selected, frame);
    // No flows exist in the future.
    const seen = { start: Math.min(frame.start, now), end: Math.min(frame.end, now) };
    const keys = keyColumns[request.reportTypeLang](store);
    const includes = filterOf(request.filters, { direction, store, switches });
    const rows = rowsOf(flows.filter(includes), keys, activeSeconds(seen.start, seen.end));
    const computed = computedColumns(request, frame.end - frame.start, summed(rows));
    const graphs = (): object => {
      const found = graph(rows, wanted.graph, () => borders(seen, interval));
      return Object.fromEntries(Object.entries(found).map(([name, parts]) => [name, { [direction]: parts }]));
    };
    return {
      report: {
        request_id: createHash("sha256").update(canonicalJson({ request, frame })).digest("hex").slice(0, 32),
        table: { [direction]: table({ rows, keys, computed, window: wanted.table.query_limit, switches }) },
        time_details: timeDetails(request.times, frame, interval),
        exporter_details: exporterDetails(),
        ...(wanted.graph === "none" && switches.reportValues === "seen" ? {} : { graph: graphs() }),
      },
    };
  },
});

/** Rows with a part of their own in a graph; the last part combines all others. */
const OWN_PARTS = 10;

/**
 * `pie.<direction>[]` and `timeseries.<direction>[][]` of `[epoch seconds, octets in the interval]`, with one list of
 * points per part of the pie. Field notes, reports 5. `none` gives only the pie, as the API document says.
 */
function graph(
  rows: readonly Row[],
  wanted: RequestedPart["graph"],
  moments: () => readonly number[],
): Record<string, unknown> {
  const parts = rows.slice(0, OWN_PARTS).map(({ cells, octets }) => {
    return { label: cells.map(({ label }) => label).join(" - "), value: octets };
  });
  const others = rows.slice(OWN_PARTS);
  const pie = others.length === 0 ? parts : [...parts, { label: "Others", value: summed(others).octets }];
  if (wanted === "pie" || wanted === "none") return { pie };
  const at = moments();
  const intervals = at.slice(1).map((end, index) => activeSeconds(at[index] ?? end, end));
  const seconds = intervals.reduce((sum, one) => sum + one, 0);
  const timeseries = pie.map(({ value }) =>
    intervals.map((active, index) => [at[index] ?? 0, (value / seconds) * active]),
  );
  return wanted === "all" ? { pie, timeseries } : { timeseries };
}

/** `exporter_details`: the exporters by the hex form that filters use. */
function exporterDetails(): Record<string, unknown> {
  const interfaces = Array.from({ length: INTERFACES }, (_, index) => [index + 1, { name: `eth${index}` }] as const);
  return Object.fromEntries(
    exporters.map(({ address, name, hex }) => [hex, { ip: address, name, interfaces: Object.fromEntries(interfaces) }]),
  );
}

/** Run mode `report_api`. */
export const reportActions: readonly GatewayAction[] = [get];
