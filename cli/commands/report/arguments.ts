import type { GatewayClient } from "../../../provider/client";
import { Refusal } from "../../../provider/errors/refusal";
import type { ReportArguments, ReportTime } from "../../../provider/report/arguments";
import type { ReportFilter } from "../../../provider/report/filters";
import { UsageError } from "../../errors";
import { lazy } from "../../lazy";
import { chosenGroup } from "../ip-groups/choice";
import type { ReportOptions } from "./options";

/** Converts the options to the arguments of a report. Throws UsageError for invalid ones, before any request. */
export function argumentsOf(reportType: string, options: ReportOptions): ReportArguments {
  const { direction, unit, granularity, dataMode, offset, limit, pageSize, timezone } = options;
  assertFormat(options);
  const args: ReportArguments = {
    reportType,
    filters: filtersOf(options),
    direction,
    dataMode,
    unit,
    rateTotal: options.values,
    // Texts that are neither a known word nor a number are refused below.
    granularity: granularity as NonNullable<ReportArguments["granularity"]>,
    graph: options.graph ?? "none",
    window: { offset, limit, pageSize },
    ...(timezone === undefined ? {} : { clientTimezone: timezone }),
    ...timeOf(options),
  };
  try {
    lazy.reportArguments().checkedReport(args);
    return args;
  } catch (error) {
    if (error instanceof Refusal) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function assertFormat({ csv, graph, json, labels }: ReportOptions): void {
  if (csv === true && json === true)
    throw new UsageError("--csv and --json select different forms of output: give only one of them.");
  if (labels === true && csv !== true)
    throw new UsageError("--labels needs --csv: it selects the values in the CSV output.");
  if (graph !== undefined && json !== true) throw new UsageError("--graph needs --json: tables contain no graph data.");
}

/** Filters for the requested IP groups, given by name or id. Reads the list of groups only if there are any. */
export async function groupFilters(client: GatewayClient, options: ReportOptions): Promise<ReportFilter[]> {
  const { ipGroup: wanted = [], side } = options;
  if (wanted.length === 0) return [];
  const groups = await client.ipGroups.loadTreeRootFast();
  return wanted.map((text) => ({ type: "ipGroup", groupId: chosenGroup(groups, text).fc_id, side }));
}

function timeOf({ dateRange, start, end }: ReportOptions): ReportTime {
  if (dateRange === undefined && start === undefined && end === undefined) return { dateRange: "LastHour" };
  // The check reports missing or contradictory values.
  return { dateRange: dateRange ?? "Custom", start, end } as ReportTime;
}

function filtersOf(options: ReportOptions): ReportFilter[] {
  const { exporter, host, network, port, filter, deviceGroup, side, interfaceSpelling: spelling } = options;
  return [
    ...(exporter ?? []).map((address) => ({ type: "exporter", address }) as const),
    ...(options.interface ?? []).map((one) => ({ type: "interface", ...one, spelling }) as const),
    ...(deviceGroup ?? []).map((groupId) => ({ type: "deviceGroup", groupId }) as const),
    ...(host ?? []).map((address) => ({ type: "host", address, side }) as const),
    ...(network ?? []).map((cidr) => ({ type: "network", cidr, side }) as const),
    ...(port ?? []).map((one) => ({ type: "port", ...one }) as const),
    ...(filter ?? []).map((one) => ({ type: "raw", ...one }) as const),
  ];
}
