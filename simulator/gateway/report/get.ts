import { createHash } from "node:crypto";
import { epochSeconds } from "../../clock";
import { Refusal } from "../../exchange";
import { canonicalJson } from "../../json";
import { type GatewayAction, gatewayAction, type GatewayContext } from "../action";
import type { GatewayStore } from "../store";
import { computedColumns } from "./amounts";
import { ReportData } from "./data";
import { filterOf, hexOf } from "./filters";
import { exporters, INTERFACES } from "./flows";
import { graph } from "./graph";
import { keyColumns } from "./kinds";
import { reportFields } from "./request";
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
  run: ({ rpt_json: request, data_requested }, context) => {
    const { switches, clock, store } = context;
    if (switches.tokenRights === "none") throw new Refusal("the token does not permit runReport");
    const direction = request.reportDirections.selected;
    const wanted = data_requested[direction];
    if (wanted === undefined) throw new Refusal(`data_requested: ${direction} is missing`);
    const now = epochSeconds(clock.now());
    const frame = timeFrame(request.times, now);
    const takesMinutes = switches.granularityMinutes === "accepted";
    const interval = intervalSeconds(request.dataGranularity.selected, frame, takesMinutes);
    // No flows exist in the future.
    const seen = { start: Math.min(frame.start, now), end: Math.min(frame.end, now) };
    const keys = keyColumns(request.reportTypeLang, store);
    const includes = filterOf(request.filters, { direction, store, switches });
    const { traffic, ipGroups } = store;
    const data = dataOf(store, canonicalJson({ request, seen, traffic, ipGroups }), () => {
      return new ReportData({ traffic, frame: seen, includes, keys });
    });
    const computed = computedColumns(request, frame.end - frame.start, data.total);
    const rows = table({ data, keys, computed, window: wanted.table.query_limit, switches });
    const graphs = (): unknown =>
      graph(data, direction, wanted.graph, () => borders(seen, interval), switches.graphGaps);
    return {
      report: {
        request_id: createHash("sha256").update(canonicalJson({ request, frame })).digest("hex").slice(0, 32),
        table: { [direction]: rows },
        time_details: timeDetails(request.times, frame, interval),
        exporter_details: exporterDetails(),
        ...(wanted.graph === "none" ? graphUnasked(switches, graphs) : { graph: graphs() }),
      },
    };
  },
});

function graphUnasked({ graphUnasked: form }: GatewayContext["switches"], pie: () => unknown): object {
  switch (form) {
    case "pie":
      return { graph: pie() };
    case "absent":
      return {};
    case "null":
      return { graph: null };
    case "empty":
      return { graph: {} };
    case "list":
      return { graph: [] };
  }
}

/** The last report of a store, by all that it depends on: requests for its other pages follow. */
const kept = new WeakMap<GatewayStore, { readonly key: string; readonly data: ReportData }>();

function dataOf(store: GatewayStore, key: string, make: () => ReportData): ReportData {
  const last = kept.get(store);
  const data = last?.key === key ? last.data : make();
  kept.set(store, { key, data });
  return data;
}

/** `exporter_details`: the exporters by the hex form that filters use. */
function exporterDetails(): Record<string, unknown> {
  const interfaces = Array.from({ length: INTERFACES }, (_, index) => [index + 1, { name: `eth${index}` }] as const);
  return Object.fromEntries(
    exporters.map(({ address, name }, position) => [
      hexOf(position),
      { ip: address, name, interfaces: Object.fromEntries(interfaces) },
    ]),
  );
}

/** Run mode `report_api`. */
export const reportActions: readonly GatewayAction[] = [get];
