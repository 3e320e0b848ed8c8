import { createHash } from "node:crypto";
import { epochSeconds } from "../../clock";
import { Refusal } from "../../exchange";
import { canonicalJson } from "../../json";
import { type GatewayAction, gatewayAction, type GatewayContext } from "../action";
import { computedColumns } from "./amounts";
import { ReportData, type ReportScope } from "./data";
import { dependsOnGroups, filterOf, hexOf } from "./filters";
import { FlowSource } from "./flows";
import { graph } from "./graph";
import { reportKinds, type ReportKind } from "./kinds";
import { exporters, INTERFACES } from "./network";
import { reportFields, type ReportRequest } from "./request";
import { table } from "./table";
import { borders, intervalSeconds, timeDetails, timeFrame, type TimeFrame } from "./times";

/** Number of reports kept for the requests of their next pages: more than a client reads at a time. */
const KEPT_REPORTS = 8;

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
    const { switches, clock } = context;
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
    const data = dataOf(request, seen, context);
    const computed = computedColumns(request, frame.end - frame.start, data.total);
    const { columns: keys } = kindOf(request);
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

function kindOf(request: ReportRequest): ReportKind {
  return reportKinds[request.reportTypeLang];
}

/** The rows of a report. A report that was requested recently is reused, as its pages must belong together. */
function dataOf(request: ReportRequest, frame: TimeFrame, context: GatewayContext): ReportData {
  const { store, reports, switches } = context;
  const { filters, reportTypeLang, reportDirections } = request;
  const direction = reportDirections.selected;
  const kind = kindOf(request);
  // First, because it refuses malformed filters even if the report is cached.
  const includes = filterOf(filters, { direction, store, switches });
  const groups = kind.showsGroups || dependsOnGroups(filters) ? store.ipGroups : undefined;
  const key = canonicalJson({ reportTypeLang, filters, direction, frame, groups, traffic: store.traffic });
  const scope = (): ReportScope => ({ source: new FlowSource(store.traffic), frame, includes, rows: kind.over(store) });
  const data = reports.get(key) ?? new ReportData(scope());
  reports.delete(key);
  reports.set(key, data);
  for (const oldest of [...reports.keys()].slice(0, -KEPT_REPORTS)) reports.delete(oldest);
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
