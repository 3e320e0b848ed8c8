import { isIPv4 } from "node:net";
import { Option, type Command } from "commander";
import {
  dataModes,
  dateRanges,
  directions,
  granularities,
  graphs,
  rateTotals,
  units,
  type DataMode,
  type DateRange,
  type Direction,
  type GraphChoice,
  type RateTotal,
  type Unit,
} from "../../../provider/gateway/report-words";
import type { GatewayClient } from "../../../provider/client";
import type { ReportArguments, ReportTime } from "../../../provider/report/arguments";
import type { ReportFilter } from "../../../provider/report/filters";
import { UsageError } from "../../errors";
import { lazy } from "../../lazy";
import { chosenGroup } from "../ip-groups";
import { numberFrom, textLike, valueOf } from "../values";
import { present } from "../../../provider/values/collections";
import { sentence } from "../../../provider/values/quoted";
import type { Problem } from "../../../provider/values/schema";

/** The options of `report`, as parsed by commander. */
export interface ReportOptions {
  readonly dateRange?: DateRange;
  readonly start?: string;
  readonly end?: string;
  readonly timezone?: string;
  readonly exporter?: readonly string[];
  readonly interface?: readonly InterfaceOption[];
  readonly interfaceSpelling: "index" | "hexIndex";
  readonly deviceGroup?: readonly string[];
  readonly ipGroup?: readonly string[];
  readonly host?: readonly string[];
  readonly network?: readonly string[];
  readonly side: "both" | "source" | "destination";
  readonly port?: readonly PortOption[];
  readonly filter?: readonly RawOption[];
  readonly direction: Direction;
  readonly unit: Unit;
  readonly values: RateTotal;
  readonly granularity: string;
  readonly dataMode: DataMode;
  readonly offset: number;
  readonly limit: number | "all";
  readonly pageSize: number;
  readonly graph?: GraphChoice;
  readonly csv?: true;
  readonly labels?: true;
  readonly json?: true;
}

/** One interface of an exporter. */
export interface InterfaceOption {
  readonly address: string;
  readonly index: number;
}

export interface PortOption {
  readonly port: number;
  readonly protocol?: "tcp" | "udp" | number;
}

/** A filter in the form that is sent. */
export interface RawOption {
  readonly key: string;
  readonly value: string;
}

/** Number of rows without `--limit`. */
const DEFAULT_LIMIT = 50;

/** Adds the options in groups: time, filters, values, rows. */
export function addReportOptions(command: Command): Command {
  const choice = (flags: string, text: string, choices: readonly string[], standard?: string): Option =>
    new Option(flags, text).choices(choices).default(standard);
  return command
    .optionsGroup("Time:")
    .addOption(choice("--date-range <name>", "Time frame; LastHour by default, Custom with --start", dateRanges))
    .option("--start <time>", "Start of the time frame, such as 2026-01-31T08:00:00Z", moment)
    .option("--end <time>", "End of the time frame", moment)
    .option("--timezone <name>", "Time zone of days and dates, such as Europe/Paris; the appliance's by default")
    .optionsGroup("Filters (several of the same kind widen the report, different kinds narrow it):")
    .option("--exporter <address...>", "Exporters; all by default", each(address))
    .option("--interface <address/index...>", "Interfaces of exporters, such as 192.0.2.1/3", each(oneInterface))
    .addOption(choice("--interface-spelling <form>", "How an interface is sent", ["index", "hexIndex"], "index"))
    .option("--device-group <id...>", "Device groups", each(id))
    .option("--ip-group <group...>", "IP groups, by exact name or id")
    .option("--host <address...>", "Hosts", each(address))
    .option("--network <cidr...>", "Networks, such as 10.0.0.0/8")
    .addOption(
      choice("--side <end>", "End of a flow that the filters must match", ["both", "source", "destination"], "both"),
    )
    .option("--port <port[/protocol]...>", "Ports, such as 443/tcp; TCP and UDP without a protocol", each(onePort))
    .option("--filter <key=value...>", "Any other filter, exactly as it is sent", each(raw))
    .optionsGroup("Values:")
    .addOption(choice("--direction <name>", "Relative to the interfaces", directions, "inbound"))
    .addOption(choice("--unit <name>", "Unit of the values", units, "bits"))
    .addOption(choice("--values <name>", "Values per second, or their total", rateTotals, "rate"))
    .option("--granularity <interval>", `${granularities.join(", ")}, or minutes`, "auto")
    .addOption(choice("--data-mode <name>", "saf, or the older form of the data", dataModes, "saf"))
    .addOption(choice("--graph <kind>", "Graph data that comes with --json; none by default", graphs))
    .optionsGroup("Rows:")
    .option("--offset <rows>", "Number of rows to skip", rows, 0)
    .option("--limit <rows>", 'Maximum number of rows to read, or "all"', limit, DEFAULT_LIMIT)
    .option("--page-size <rows>", "Rows per request", rows, 1000)
    .option("--csv", "Print CSV with the database's values")
    .option("--labels", "With --csv: the appliance's texts, with their units, instead");
}

/** Commander calls the parser for each value, with the earlier values. */
function each<T>(parse: (value: string) => T): (value: string, before: readonly T[] | undefined) => readonly T[] {
  return (value, before) => [...(before ?? []), parse(value)];
}

const COMPLETE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u;
const moment = valueOf(
  (text) => (COMPLETE.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
  "Write a time with its zone such as 2026-01-31T08:00:00Z.",
);

const address = valueOf((text) => (isIPv4(text) ? text : undefined), "Write an IPv4 address such as 192.0.2.10.");

const oneInterface = valueOf((text): InterfaceOption | undefined => {
  const [, ip = "", index = ""] = /^([\d.]+)\/(\d{1,10})$/u.exec(text) ?? [];
  return isIPv4(ip) ? { address: ip, index: Number(index) } : undefined;
}, "Write the exporter's address and the interface's index such as 192.0.2.1/3.");

const id = textLike(/^\d{1,15}$/u, "Write the number of a device group.");

const onePort = valueOf((text): PortOption | undefined => {
  const [, port, protocol] = /^(\d{1,5})(?:\/(tcp|udp|\d{1,3}))?$/u.exec(text) ?? [];
  if (port === undefined || protocol === undefined) return port === undefined ? undefined : { port: Number(port) };
  return { port: Number(port), protocol: protocol === "tcp" || protocol === "udp" ? protocol : Number(protocol) };
}, "Write a port such as 443, 443/tcp or 443/6.");

const raw = valueOf((text): RawOption | undefined => {
  const [, key, value] = /^([^=]+)=(.+)$/u.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : { key, value };
}, "Write a filter such as sdfPorts_0=in_443-6.");

const rows = numberFrom(0, 999_999_999, "Write a whole number of rows.");

function limit(value: string): number | "all" {
  return value === "all" ? value : rows(value);
}

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
    ...present({ clientTimezone: timezone }),
    ...timeOf(options),
  };
  const problems = lazy.reportArguments().reportProblems(args);
  if (problems.length === 0) return args;
  throw new UsageError(sentence(problems.map((one) => inOptions(one, args)).join("; ")));
}

/** The option that sets an argument of a report. Unlisted ones have the same name. */
const optionNames: Readonly<Record<string, string>> = {
  reportType: "type",
  dateRange: "--date-range",
  clientTimezone: "--timezone",
  rateTotal: "--values",
  dataMode: "--data-mode",
  "window.offset": "--offset",
  "window.limit": "--limit",
  "window.pageSize": "--page-size",
};

/** The option that sets a filter. */
const filterNames: Readonly<Record<string, string>> = { deviceGroup: "--device-group", raw: "--filter" };

/** A fault of an argument in the words of the options. */
function inOptions({ path, message }: Problem, { filters = [] }: ReportArguments): string {
  const [, index] = /^filters\[(\d+)\]/u.exec(path) ?? [];
  const filter = index === undefined ? undefined : filters[Number(index)];
  const type = typeof filter === "object" ? filter.type : undefined;
  const option = type === undefined ? (optionNames[path] ?? `--${path}`) : (filterNames[type] ?? `--${type}`);
  const isOfTime = path === "dateRange" || path === "end";
  return `${option}: ${isOfTime ? message.replace(/\b(start|end)\b/gu, "--$1") : message}`;
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
