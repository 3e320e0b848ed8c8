import { z } from "zod";
import { Refusal } from "../../exchange";
import { ipv4Number, isIpv4, isNetworkAddress } from "../../ipv4";
import type { Switches } from "../../switches";
import type { GatewayStore } from "../store";
import { applicationKey, applications, deviceGroups, exporters, type Flow, type Side } from "./flows";
import { addressSet } from "./group-addresses";

/** Direction of a report, "relative to the filter's interfaces". */
export type Direction = "inbound" | "outbound";

/** Whether a conversation belongs to a report. */
export type FlowFilter = (flow: Flow) => boolean;

/** Context in which a filter is parsed. */
export interface FilterContext {
  readonly direction: Direction;
  readonly store: GatewayStore;
  readonly switches: Readonly<Switches>;
}

/** Prefixes of filter names: field notes, reports 2. A report may have any number of each, with `N` counting from 0. */
const kinds = ["sdfDips", "sdfIps", "sdfIpns", "sdfPorts", "sdfIPGroups"] as const;
type FilterKind = (typeof kinds)[number];

/** `filters` of `rpt_json`. The API document requires a first exporter filter. */
export const filtersSchema = z
  .record(z.string().regex(/^(?:sdfDips|sdfIps|sdfIpns|sdfPorts|sdfIPGroups)_\d{1,3}$/u), z.string(), {
    error: "is not an object of known filters",
  })
  .refine((filters) => Object.hasOwn(filters, "sdfDips_0"), { error: "sdfDips_0 is missing" });

export type Filters = Readonly<Record<string, string>>;

/** Filters of one kind widen a report, filters of different kinds narrow it. Throws Refusal for a malformed filter. */
export function filterOf(filters: Filters, context: FilterContext): FlowFilter {
  const byKind = kinds.map((kind) => {
    const found = Object.entries(filters).filter(([key]) => key.startsWith(`${kind}_`));
    return found.map(([key, text]) => readers[kind](text, context) ?? malformed(key));
  });
  const narrowing = byKind.filter((wider) => wider.length > 0);
  return (flow) => leaves(flow, context.direction) && narrowing.every((wider) => wider.some((filter) => filter(flow)));
}

function malformed(key: string): never {
  throw new Refusal(`rpt_json.filters.${key}: is not a known form of this filter`);
}

/** A conversation that an exporter drops leaves by no interface. */
function leaves(flow: Flow, direction: Direction): boolean {
  return direction === "inbound" || flow.output !== 0;
}

type FilterReader = (text: string, context: FilterContext) => FlowFilter | undefined;

/** Parsers of each filter. Undefined for a text in none of its forms. */
const readers: Readonly<Record<FilterKind, FilterReader>> = {
  sdfDips: (text, context) => groupFilter(text) ?? exporterFilter(text) ?? interfaceFilter(text, context),
  sdfIps: (text) => {
    const { value = "", side = "" } = sided(text);
    return isIpv4(value) ? hostFilter(side, (address) => address === ipv4Number(value)) : undefined;
  },
  sdfIpns: (text) => {
    const { value = "", side = "" } = sided(text);
    const [address = "", prefix = "", ...rest] = value.split(/[_/]/u);
    if (!isIpv4(address) || !/^(?:\d|[12]\d|3[0-2])$/u.test(prefix) || rest.length > 0) return undefined;
    if (!isNetworkAddress(address, Number(prefix))) return undefined;
    const size = 2 ** (32 - Number(prefix));
    const first = ipv4Number(address);
    return hostFilter(side, (host) => host >= first && host < first + size);
  },
  sdfPorts: (text) => {
    const { port, protocol } = /^in_(?<port>\d{1,5})(?:-(?<protocol>\d{1,3}))?$/u.exec(text)?.groups ?? {};
    if (port === undefined || Number(port) > 65_535 || Number(protocol ?? 0) > 255) return undefined;
    const matching = applications.map((application) =>
      protocol === undefined
        ? application.port === Number(port)
        : applicationKey(application) === `${port}-${protocol}`,
    );
    return (flow) => matching[flow.application] === true;
  },
  sdfIPGroups: (text, { store }) => {
    const { value = "", side = "" } = sided(text);
    if (!/^[1-9]\d{0,14}$/u.test(value)) return undefined;
    const group = store.ipGroups.get(Number(value));
    if (group === undefined) throw new Refusal(`IP group ${value} does not exist`);
    return hostFilter(side, addressSet(group, store));
  },
};

/** `in_GROUP_ALL` matches every exporter, `in_GROUP_<id>` those of a device group. */
function groupFilter(text: string): FlowFilter | undefined {
  if (text === "in_GROUP_ALL") return () => true;
  const id = /^in_GROUP_(\d{1,9})$/u.exec(text)?.[1];
  if (id === undefined) return undefined;
  const members = deviceGroups.get(Number(id));
  if (members === undefined) throw new Refusal(`device group ${id} does not exist`);
  return (flow) => members.includes(flow.exporter);
}

/** `in_<HEX>_ALL` matches every interface of an exporter. An exporter that sends nothing is valid. */
function exporterFilter(text: string): FlowFilter | undefined {
  const hex = /^in_([0-9a-f]{8})_ALL$/iu.exec(text)?.[1];
  return hex === undefined ? undefined : (flow) => hexOf(flow.exporter) === hex.toUpperCase();
}

/**
 * One interface, in the documented spelling `in_<hex>_<index>` or in that of real clients, `in_<HEX>_<HEX>-<index>`.
 */
function interfaceFilter(text: string, { direction, switches }: FilterContext): FlowFilter | undefined {
  const { hex, again, index } =
    /^in_(?<hex>[0-9a-f]{8})_(?:(?<again>[0-9a-f]{8})-)?(?<index>\d{1,9})$/iu.exec(text)?.groups ?? {};
  if (hex === undefined) return undefined;
  const spelling = again === undefined ? "index" : "hexIndex";
  if (switches.interfaceFilter !== "both" && switches.interfaceFilter !== spelling) return undefined;
  if (again !== undefined && again.toUpperCase() !== hex.toUpperCase()) return undefined;
  const side = direction === "inbound" ? "input" : "output";
  return (flow) => hexOf(flow.exporter) === hex.toUpperCase() && flow[side] === Number(index);
}

const exporterHex = exporters.map(({ address }) => ipv4Number(address).toString(16).padStart(8, "0").toUpperCase());

/** An exporter as filters name it: the hex form of its address. */
export function hexOf(exporter: number): string {
  return exporterHex[exporter] ?? "";
}

/** `in_<value>_<side>`; the side in any letter case. */
function sided(text: string): { value?: string; side?: string } {
  return /^in_(?<value>.+)_(?<side>src|dst|both)$/iu.exec(text)?.groups ?? {};
}

function hostFilter(side: string, contains: (address: number) => boolean): FlowFilter {
  const wanted = side.toLowerCase();
  const sides: readonly Side[] =
    wanted === "src" ? ["source"] : wanted === "dst" ? ["destination"] : ["source", "destination"];
  return (flow) => sides.some((end) => contains(flow[end]));
}
